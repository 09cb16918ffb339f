/* assert() of the page's module: a broken promise traps, and the page gets an exception.
 * Not here: a text that says which; a page has nowhere to print it, and they are a fiftieth of
 * the module. Invariant: what is promised is looked at, as by the C library's own. */
#undef assert
#define assert(promise) ((promise) ? (void)0 : __builtin_trap())
#ifndef static_assert
#define static_assert _Static_assert
#endif
