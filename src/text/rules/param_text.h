/* One parameter of a rule set as text: its name, its value, its range.
 * Not here: rule sets, and values that must fit together (cn_rules_compile).
 * Invariant: everything is made from CN_PARAMS; no parameter is named in the code. */
#ifndef CANASTA_PARAM_TEXT_H
#define CANASTA_PARAM_TEXT_H

#include "canasta/rules.h"
#include "text/base/text.h"

/* Parameters are numbered in the order of the table. */
#define X(type, name, low, high, initial, help) +1
enum { CN_PARAM_COUNT = CN_PARAMS(X) };
#undef X

enum { CN_PARAM_TEXT_MAX = 2560 }; /* room for any value and its terminating zero */

const char *cn_param_name(unsigned param_i);
const char *cn_param_help(unsigned param_i);
bool cn_param_same(const cn_params *a, const cn_params *b, unsigned param_i);

/* The number of a parameter, CN_PARAM_COUNT if there is none of that name. */
unsigned cn_param_find(cn_word name);

/* Reads the value that makes up the rest of the line. On an error nothing but the error changes. */
bool cn_param_parse(cn_scan *scan, cn_params *params, unsigned param_i);

/* Reads the name of a parameter. */
bool cn_param_named(cn_scan *scan, unsigned *param_i);

/* Reads `name = value`, and tells which parameter it was. */
bool cn_param_assign(cn_scan *scan, cn_params *params, unsigned *param_i);

/* The value as text, which cn_param_parse reads again. */
void cn_write_param_value(cn_writer *writer, const cn_params *params, unsigned param_i);

/* `name = value`, without a newline. */
void cn_write_param(cn_writer *writer, const cn_params *params, const char *name);

/* What values are allowed, in words: "0 to 500", "yes or no", "all, or 1 to 50". */
void cn_write_param_range(cn_writer *writer, unsigned param_i);

#endif
