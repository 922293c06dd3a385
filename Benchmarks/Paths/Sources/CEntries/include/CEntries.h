#pragma once

/// Forgets the functions that were entered, and notes those that are entered from now on.
void beginPath(void);

/// Prints the addresses of the functions that were entered since `beginPath`, in order, and ends the program. Does nothing before it.
void endPath(void);
