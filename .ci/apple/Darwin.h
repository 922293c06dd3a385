// What the sources use of Darwin, with the types that Apple's headers give it.
typedef unsigned long size_t;
typedef long ssize_t;

typedef unsigned long pthread_key_t;
typedef struct _opaque_pthread_t *pthread_t;
int pthread_key_create(pthread_key_t *, void (*)(void *));
int pthread_setspecific(pthread_key_t, const void *);
void *pthread_getspecific(pthread_key_t);
pthread_t pthread_self(void);
size_t pthread_get_stacksize_np(pthread_t);
int pthread_main_np(void);
void *dlsym(void *, const char *);

void *malloc(size_t);
void *calloc(size_t, size_t);
void free(void *);
_Noreturn void abort(void);

struct timespec {
    long tv_sec;
    long tv_nsec;
};
// Apple's has a macro of this name, which the compiler takes for the constant.
typedef enum { CLOCK_REALTIME = 0 } clockid_t;
int clock_gettime(clockid_t, struct timespec *);

#define STDERR_FILENO 2
ssize_t write(int, const void *, size_t);
typedef struct __sFILE FILE;
extern FILE *__stderrp;
#define stderr __stderrp
int fputs(const char *, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);

#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x00000004
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define F_OK 0
#define F_FULLFSYNC 51
#define LOCK_EX 0x02
#define LOCK_UN 0x08
#define LOCK_NB 0x04
// Apple has a macro of this name, which the overlay declares in Swift.
extern const int errno;
#define ENOENT 2
#define EINTR 4
#define ENXIO 6
#define ELOOP 62
#define EINVAL 22
#define EWOULDBLOCK 35
// The fields that are used, in an order of their own.
struct stat {
    int st_dev;
    unsigned short st_mode;
    unsigned long long st_ino;
    long long st_size;
};
struct flock {
    long long l_start;
    short l_type;
};
int stat(const char *, struct stat *);
int fstat(int, struct stat *);
int flock(int, int);
int fsync(int);
int close(int);
int access(const char *, int);
int rename(const char *, const char *);
int unlink(const char *);
char *strerror(int);
