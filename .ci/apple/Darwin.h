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
typedef enum { _CLOCK_REALTIME = 0 } clockid_t;
#define CLOCK_REALTIME _CLOCK_REALTIME
int clock_gettime(clockid_t, struct timespec *);

#define STDERR_FILENO 2
ssize_t write(int, const void *, size_t);
typedef struct __sFILE FILE;
extern FILE *__stderrp;
#define stderr __stderrp
int fputs(const char *, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);
