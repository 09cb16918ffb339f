/* Entries of a log, one a line, `KIND SEAT BODY`, as the core of a table follows them
 * (table/core.c), and its bases (table/base.c). `deal 255 #7` is a deck of that number. Not here:
 * rows (rows.c). Invariant: whatever entries it follows, the game is a lawful one, and a base makes
 * the same core. */
#include "canasta/invariant.h"
#include "fuzz.h"
#include "random/random.h"
#include "server/table/base.h"
#include "server/table/turn.h"
#include "text/cards/card_text.h"

enum { LINE_MAX = 4000, DECK_TEXT_MAX = 2 * CN_DECK_CARDS_MAX + 1 };

typedef struct following {
    cn_core core, ahead;
    uint64_t seq;
    char line[LINE_MAX + 1];
    char deck[DECK_TEXT_MAX];
} following;

static bool read_line(following *f, const char **at, const char *end)
{
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    if (stop == NULL) stop = end;
    const size_t length = (size_t)(stop - *at);
    if (*at == end || length > LINE_MAX) return false;
    memcpy(f->line, *at, length);
    f->line[length] = '\0';
    *at = stop < end ? stop + 1 : end;
    return true;
}

static bool read_kind(const char *word, size_t length, cn_entry_kind *kind)
{
    for (unsigned i = 0; i < CN_ENTRY_KINDS; i++) {
        const char *name = cn_entry_kind_name((cn_entry_kind)i);
        if (strlen(name) != length || memcmp(name, word, length) != 0) continue;
        *kind = (cn_entry_kind)i;
        return true;
    }
    return false;
}

static const char *deck_of(following *f, const char *body)
{
    cn_card deck[CN_DECK_CARDS_MAX];
    if (body[0] != '#' || f->seq == 0) return body;
    cn_stream stream = cn_stream_make(strtoull(body + 1, NULL, 10), 0, 0);
    cn_deck_sorted(&f->core.rules, deck);
    cn_shuffle(deck, f->core.rules.deck_size, &stream);
    cn_writer writer = cn_writer_make(f->deck, sizeof f->deck);
    cn_write_cards(&writer, deck, f->core.rules.deck_size);
    return f->deck;
}

static void check_base(const following *f)
{
    static cn_base base;
    char *text = cn_base_write(&f->core, NULL, 0);
    if (text == NULL) return;
    MUST(cn_base_read(text, f->core.table, &base));
    MUST(cn_base_agrees(text, &base.core));
    MUST(cn_base_agrees(text, &f->core));
    free(text);
}

static void check_game(const cn_core *core)
{
    const char *wrong = cn_game_check(&core->game, &core->rules);
    if (wrong != NULL) fprintf(stderr, "%s\n", wrong);
    MUST(wrong == NULL);
}

/* A line may be a base, too: a hand can be dealt behind it. */
static void try_base(following *f)
{
    static cn_base base;
    cn_outcome outcome;
    if (!cn_base_read(f->line, f->core.table, &base)) return;
    MUST(cn_base_agrees(f->line, &base.core));
    f->core = base.core;
    check_base(f);
    f->seq = 1;
    const cn_entry deal = {
        .seq = 2, .kind = CN_ENTRY_DEAL, .seat = CN_NO_SEAT, .body = deck_of(f, "#1")};
    if (base.core.game.pub.phase == CN_PHASE_GAME_END) return;
    MUST(cn_core_apply(&f->core, &deal, &outcome));
    check_game(&f->core);
}

static void take_line(following *f)
{
    char *rest = strchr(f->line, ' ');
    cn_entry entry = {.seq = f->seq + 1};
    cn_outcome outcome;
    if (f->line[0] == '{') try_base(f);
    if (rest == NULL || !read_kind(f->line, (size_t)(rest - f->line), &entry.kind)) return;
    entry.seat = (unsigned)strtoul(rest + 1, &rest, 10);
    if (*rest == ' ') rest++;
    entry.body = entry.kind == CN_ENTRY_DEAL ? deck_of(f, rest) : rest;
    f->ahead = f->core;
    if (!cn_core_apply(&f->ahead, &entry, &outcome)) return;
    f->core = f->ahead;
    f->seq++;
    const unsigned phase = f->core.game.pub.phase;
    if (phase != CN_PHASE_START) check_game(&f->core);
    if (phase == CN_PHASE_START || phase == CN_PHASE_SCORED) check_base(f);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static following f;
    const char *at = (const char *)bytes, *end = at + size;
    f.seq = 0;
    cn_core_start(&f.core, "fuzz-table");
    while (read_line(&f, &at, end)) take_line(&f);
    return 0;
}
