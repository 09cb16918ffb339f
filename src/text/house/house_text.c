/* Writes and reads share codes of house rules.
 * Not here: the words and keys of parameters (param_words.c), single values (param_text.c).
 * Invariant: as in the header; a code whose letters do not fit is not looked into. */
#include "text/house/house_text.h"

#include <string.h>

#include "text/base/plain_name.h"
#include "text/rules/param_words.h"
#include "text/rules/ruleset_read.h"

enum { CHECK_LETTERS = 4, CHECK_PRIME = 1048573, CHECK_FACTOR = 31, CHECK_BITS = 5 };

static const char name_key[] = "name";

/* The signs of values that have no letter of their own in a code, and their letters. */
static const char escaped_signs[] = "=+-< :";
static const char escape_letters[] = "EPMLSC";

bool cn_house_is_code(const char *text)
{
    return strchr(text, '~') != NULL && strchr(text, '/') == NULL;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* Four letters that change with any one letter of the text and with any two that change places:
 * the factor and what is left of one have no common divisor with the prime. */
static void check_letters(const char *text, size_t length, char letters[CHECK_LETTERS + 1])
{
    static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";
    uint32_t sum = 1;
    for (size_t i = 0; i < length; i++)
        sum = (sum * CHECK_FACTOR + (unsigned char)text[i]) % CHECK_PRIME;
    for (unsigned i = CHECK_LETTERS; i-- > 0; sum >>= CHECK_BITS)
        letters[i] = digits[sum % (1U << CHECK_BITS)];
    letters[CHECK_LETTERS] = '\0';
}

bool cn_house_next_change(const char **at, cn_word *change, cn_word *name)
{
    while (**at != '\0') {
        const size_t length = strcspn(*at, "\n;");
        const char *comment = memchr(*at, '#', length);
        cn_scan scan =
            cn_scan_make(*at, comment == NULL ? length : (size_t)(comment - *at), 1, NULL);
        *at += length + ((*at)[length] == '\0' ? 0 : 1);
        if (cn_scan_done(&scan)) continue;
        *change = (cn_word){scan.at, (size_t)(scan.end - scan.at)};
        *name = cn_scan_name(&scan);
        return true;
    }
    return false;
}

static void write_value(cn_writer *w, const char *value)
{
    for (; *value != '\0'; value++) {
        if (*value == ',') {
            cn_write_char(w, '.');
            while (value[1] == ' ') value++;
        } else if (*value == ':' &&
                   (value[1] == '\0' || strchr(escape_letters, value[1]) == NULL)) {
            cn_write_char(w, '-');
        } else if (strchr(escaped_signs, *value) != NULL) {
            cn_write(w, "-%c", escape_letters[strchr(escaped_signs, *value) - escaped_signs]);
        } else {
            cn_write_char(w, *value);
        }
    }
}

static void write_name(cn_writer *w, const char *name)
{
    cn_write(w, "~%s-", name_key);
    for (; *name != '\0'; name++) {
        if (*name == ' ')
            cn_write_char(w, '_');
        else if (is_letter(*name))
            cn_write_char(w, *name);
        else
            cn_write(w, "-%02x", (unsigned)(unsigned char)*name);
    }
}

static bool name_fits(const char *name)
{
    unsigned characters = 0;
    const size_t length = strlen(name);
    if (length == 0) return true;
    return length <= CN_HOUSE_NAME_BYTES && name[0] != ' ' && name[length - 1] != ' ' &&
           cn_name_is_plain(name, length, &characters) && characters <= CN_HOUSE_NAME_CHARACTERS;
}

static bool fail_name(cn_text_error *error, unsigned column)
{
    return cn_text_fail(error, 1, column, "a name has 1 to %d characters, none of them hidden",
                        CN_HOUSE_NAME_CHARACTERS);
}

/* The parts of the changes, in the order of the table. */
static bool write_changes(cn_writer *w, const char *overrides, cn_text_error *error)
{
    bool named[CN_PARAM_COUNT] = {false};
    cn_params params = cn_params_default();
    cn_word change, name;
    if (!cn_params_set_all(&params, overrides, error)) return false;
    while (cn_house_next_change(&overrides, &change, &name)) named[cn_param_find(name)] = true;
    for (unsigned i = 0; i < CN_PARAM_COUNT; i++) {
        char value[CN_PARAM_TEXT_MAX];
        cn_writer text = cn_writer_make(value, sizeof value);
        if (!named[i]) continue;
        cn_write_param_value(&text, &params, i);
        cn_write(w, "~%s-", cn_param_words_of(i).key);
        write_value(w, value);
    }
    return true;
}

bool cn_house_write(cn_writer *writer, const char *rules, const char *overrides, const char *name,
                    cn_text_error *error)
{
    cn_ruleset_about about;
    const cn_scan scan = cn_scan_make(rules, strlen(rules), 1, error);
    char code[CN_HOUSE_CODE_MAX], letters[CHECK_LETTERS + 1];
    cn_writer w = cn_writer_make(code, sizeof code);
    if (!cn_ruleset_describe(rules, &about))
        return cn_fail_unknown_ruleset(&scan, (cn_word){rules, strlen(rules)});
    if (!name_fits(name)) return fail_name(error, 1);
    cn_write(&w, "%s", rules);
    if (!write_changes(&w, overrides, error)) return false;
    if (name[0] != '\0') write_name(&w, name);
    check_letters(code, w.length, letters);
    cn_write(&w, "~%s", letters);
    if (w.overflow)
        return cn_text_fail(error, 1, 1, "these rules are too long for a code of %d letters",
                            CN_HOUSE_CODE_MAX - 1);
    cn_write(writer, "%s", code);
    return true;
}

/* A code while it is read. */
typedef struct reader {
    const char *code, *end; /* without its last part */
    cn_house *house;
    cn_writer overrides;
    cn_params params;
    bool named[CN_PARAM_COUNT];
    cn_house_tell *tell;
    void *context;
    unsigned problems;
} reader;

static void tell(reader *r, const cn_text_error *error)
{
    r->problems++;
    if (r->tell != NULL) r->tell(r->context, error);
}

#define TELL_AT(r, at, ...)                                                                        \
    do {                                                                                           \
        cn_text_error told;                                                                        \
        (void)cn_text_fail(&told, 1, (unsigned)((at) - (r)->code) + 1, __VA_ARGS__);               \
        tell((r), &told);                                                                          \
    } while (0)

/* Only letters that fit are looked into: everything else would be a guess. */
static bool is_whole(reader *r, size_t length)
{
    char letters[CHECK_LETTERS + 1];
    if (length >= CN_HOUSE_CODE_MAX) {
        TELL_AT(r, r->code, "a code has at most %d letters", CN_HOUSE_CODE_MAX - 1);
        return false;
    }
    for (const char *c = r->code; c < r->code + length; c++)
        if (!is_letter(*c) && (*c == '\0' || strchr("-._~", *c) == NULL)) {
            TELL_AT(r, c, "a code has letters, digits and -._~ only, not '%c'", *c);
            return false;
        }
    const char *last = r->code + length;
    while (last > r->code && last[-1] != '~') last--;
    r->end = last > r->code ? last - 1 : r->code;
    check_letters(r->code, (size_t)(r->end - r->code), letters);
    if (last > r->code && length == (size_t)(last - r->code) + CHECK_LETTERS &&
        memcmp(last, letters, CHECK_LETTERS) == 0)
        return true;
    TELL_AT(r, last, "the code is damaged or a part of it is missing: its last letters do not fit");
    return false;
}

static int nibble(char digit)
{
    if (digit >= '0' && digit <= '9') return digit - '0';
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

static void read_name(reader *r, cn_word text)
{
    char *out = r->house->name;
    size_t length = 0;
    bool good = text.length > 0;
    for (size_t i = 0; good && i < text.length; i++) {
        int letter = text.text[i] == '_' ? ' ' : (unsigned char)text.text[i];
        if (letter == '-') {
            const int high = i + 2 < text.length ? nibble(text.text[i + 1]) : -1;
            const int low = high < 0 ? -1 : nibble(text.text[i + 2]);
            good = low >= 0 && (high != 0 || low != 0);
            letter = high * 16 + low;
            i += 2;
        }
        good = good && length < CN_HOUSE_NAME_BYTES;
        if (good) out[length++] = (char)letter;
    }
    out[length] = '\0';
    if (good && name_fits(out)) return;
    out[0] = '\0';
    cn_text_error error;
    (void)fail_name(&error, (unsigned)(text.text - r->code) + 1);
    tell(r, &error);
}

/* Puts the signs back that stand in values. */
static void read_signs(cn_writer *w, cn_word text)
{
    for (size_t i = 0; i < text.length; i++) {
        const char c = text.text[i];
        const char next = i + 1 < text.length ? text.text[i + 1] : '\0';
        const char *escape = next == '\0' ? NULL : strchr(escape_letters, next);
        if (c == '.') {
            cn_write_char(w, ',');
        } else if (c == '-' && escape != NULL) {
            cn_write_char(w, escaped_signs[escape - escape_letters]);
            i++;
        } else {
            cn_write_char(w, c == '-' ? ':' : c);
        }
    }
}

static void read_change(reader *r, cn_word key, cn_word text)
{
    char value[CN_HOUSE_CODE_MAX];
    cn_writer w = cn_writer_make(value, sizeof value);
    cn_text_error error;
    const unsigned param_i = cn_param_of_key(key);
    read_signs(&w, text);
    if (param_i == CN_PARAM_COUNT) {
        TELL_AT(r, key.text, "this version knows no rule '%.*s', which is to be '%.60s'",
                cn_word_shown(key), key.text, value);
    } else if (r->named[param_i]) {
        TELL_AT(r, key.text, "%s is set twice", cn_param_name(param_i));
    } else if (!cn_params_set(&r->params, cn_param_name(param_i), value, &error)) {
        error.column = (unsigned)(text.text - r->code) + 1;
        tell(r, &error);
    } else {
        r->named[param_i] = true;
        if (r->overrides.length > 0) cn_write(&r->overrides, "; ");
        cn_write_param(&r->overrides, &r->params, cn_param_name(param_i));
    }
}

/* KEY-VALUE. */
static void read_part(reader *r, cn_word part)
{
    const char *dash = memchr(part.text, '-', part.length);
    if (dash == NULL || dash == part.text) {
        TELL_AT(r, part.text, "a change is KEY-VALUE, not '%.*s'", cn_word_shown(part), part.text);
        return;
    }
    const cn_word key = {part.text, (size_t)(dash - part.text)};
    const cn_word text = {dash + 1, part.length - key.length - 1};
    if (cn_word_is(key, name_key))
        read_name(r, text);
    else
        read_change(r, key, text);
}

static void read_rules(reader *r, cn_word name)
{
    cn_ruleset_about about;
    char *rules = r->house->rules;
    if (name.length < sizeof r->house->rules) memcpy(rules, name.text, name.length);
    if (name.length > 0 && cn_ruleset_describe(rules, &about)) return;
    TELL_AT(r, name.text, "this version knows no rule set '%.*s'", cn_word_shown(name), name.text);
}

bool cn_house_read(const char *code, size_t length, cn_house *house, cn_house_tell *tell_problem,
                   void *context)
{
    reader r = {.code = code,
                .end = code + length,
                .house = house,
                .params = cn_params_default(),
                .tell = tell_problem,
                .context = context};
    *house = (cn_house){0};
    r.overrides = cn_writer_make(house->overrides, sizeof house->overrides);
    if (!is_whole(&r, length)) return false;
    const char *at = code;
    for (bool first = true; at <= r.end; first = false) {
        const char *end = memchr(at, '~', (size_t)(r.end - at));
        if (end == NULL) end = r.end;
        const cn_word part = {at, (size_t)(end - at)};
        if (first)
            read_rules(&r, part);
        else
            read_part(&r, part);
        at = end + 1;
    }
    if (r.overrides.overflow) TELL_AT(&r, code, "the changes of this code are too long");
    return r.problems == 0;
}

static void keep_first(void *context, const cn_text_error *error)
{
    cn_text_error *first = context;
    if (first != NULL && first->line == 0) *first = *error;
}

bool cn_house_parse(const char *code, cn_house *house, cn_text_error *error)
{
    if (error != NULL) *error = (cn_text_error){0};
    return cn_house_read(code, strlen(code), house, keep_first, error);
}

static bool sets(const char *changes, cn_word name)
{
    cn_word change, other;
    while (cn_house_next_change(&changes, &change, &other))
        if (other.length == name.length && memcmp(other.text, name.text, name.length) == 0)
            return true;
    return false;
}

bool cn_house_join(char *out, size_t size, const char *first, const char *then)
{
    cn_writer w = cn_writer_make(out, size);
    cn_word change, name;
    for (const char *at = first; cn_house_next_change(&at, &change, &name);)
        if (!sets(then, name))
            cn_write(&w, "%s%.*s", w.length == 0 ? "" : "; ", (int)change.length, change.text);
    for (const char *at = then; cn_house_next_change(&at, &change, &name);)
        cn_write(&w, "%s%.*s", w.length == 0 ? "" : "; ", (int)change.length, change.text);
    return !w.overflow;
}
