/* SPDX-License-Identifier: MIT
 * Loads both shared libraries into one process, all names global, and calls each.
 * usage: load_both libgraze.so libgraze-double.so */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* What the function of that name, without parameters, returns; -1 if it is not there. */
static int call(void *library, const char *name) {
    void *symbol = dlsym(library, name);
    int (*function)(void);
    if (!symbol) return -1;
    memcpy(&function, &symbol, sizeof function); /* ISO C has no cast from object to function */
    return function();
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    void *single = dlopen(arguments[1], RTLD_NOW | RTLD_GLOBAL);
    void *twice = dlopen(arguments[2], RTLD_NOW | RTLD_GLOBAL);
    if (!single || !twice) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    int sizes_fit = call(single, "graze_real_size") == 4 && call(twice, "graze_double_real_size") == 8;
    int apart = call(single, "graze_double_real_size") == -1 && call(twice, "graze_real_size") == -1;
    int versions_fit = call(single, "graze_version") == call(twice, "graze_double_version");
    printf("sizes %d, names apart %d, versions %d\n", sizes_fit, apart, versions_fit);
    return sizes_fit && apart && versions_fit ? 0 : 1;
}
