/* House rules as JSON, for a form that changes them.
 * Not here: the words of parameters (param_words.h), codes (house_text.h).
 * Invariant: what is told of wrong rules names the parameter to blame and the reason. */
#ifndef CANASTA_HOUSE_JSON_H
#define CANASTA_HOUSE_JSON_H

#include "text/house/house_text.h"

/* Rule set and changes at a table of so many players (0, or a number that they do not allow: the
 * usual one): {"ok","players","counts":[2,4],"base":{"target":"5000",...},"values":{...},
 * "problem":null or {"param","message"},"overrides","code","explanation"}. `base` are the values
 * without the changes; `overrides`, `code` and `explanation` are there for rules that can be
 * played. False if there is no such rule set; nothing is written then. */
bool cn_write_house_json(cn_writer *writer, const char *rules, const char *overrides,
                         const char *name, unsigned player_count);

/* What a code says: {"ok","rules","name","overrides","problems":[{"column","message"}]}. */
void cn_write_code_json(cn_writer *writer, const char *code);

#endif
