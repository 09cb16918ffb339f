/* A deal that can be proven. Not here: the lines of a record (fair_text.h), the server.
 * Invariant: every byte is as docs/fairness.md says. */
#include "fair/proof.h"

#include <assert.h>
#include <string.h>

#include "fair/shuffle.h"

/* What commitment and tail begin with: table, number and seed. */
static void put_seed(cn_fair_input *input, const cn_fair_deal *deal)
{
    cn_fair_put(input, deal->table, CN_FAIR_TABLE_BYTES);
    cn_fair_put_number(input, deal->deal, 4);
    cn_fair_put(input, deal->seed, CN_FAIR_SEED_BYTES);
}

/* A label and the tail: seed, and each part with its place. */
static cn_fair_input labelled(const char *label, const cn_fair_deal *deal)
{
    cn_fair_input input = cn_fair_input_make(label);
    put_seed(&input, deal);
    cn_fair_put_number(&input, (uint32_t)__builtin_popcount(deal->places), 1);
    for (unsigned place = 0; place < CN_PLAYERS_MAX; place++) {
        if ((deal->places >> place & 1) == 0) continue;
        cn_fair_put_number(&input, place, 1);
        cn_fair_put(&input, deal->part[place], CN_FAIR_PART_BYTES);
    }
    return input;
}

cn_fair_hash cn_fair_commitment(const cn_fair_deal *deal)
{
    cn_fair_input input = cn_fair_input_make("canasta/commit/1");
    put_seed(&input, deal);
    return cn_fair_sha256(&input);
}

void cn_fair_order(const cn_fair_deal *deal, const cn_rules *rules, cn_card *cards)
{
    const cn_fair_input input = labelled("canasta/deal/1", deal);
    cn_fair_stream stream;
    cn_fair_stream_start(&stream, &input);
    cn_deck_sorted(rules, cards);
    cn_fair_shuffle(cards, rules->deck_size, &stream);
}

/* Salts and tree of the cards that are there. */
static void seal(cn_fair_deck *deck, const cn_fair_deal *deal)
{
    const cn_fair_input input = labelled("canasta/salt/1", deal);
    cn_fair_shake256(&input, deck->salt[0], (size_t)deck->count * CN_FAIR_SALT_BYTES);
    for (unsigned at = 0; at < deck->count; at++)
        deck->tree.node[at] = cn_fair_leaf(at, deck->card[at], deck->salt[at]);
    cn_fair_tree_build(&deck->tree, deck->count);
}

void cn_fair_deck_make(cn_fair_deck *deck, const cn_fair_deal *deal, const cn_rules *rules)
{
    deck->count = rules->deck_size;
    cn_fair_order(deal, rules, deck->card);
    seal(deck, deal);
}

void cn_fair_prove(const cn_fair_deck *deck, unsigned at, cn_fair_proof *proof)
{
    assert(at < deck->count);
    proof->at = (uint16_t)at;
    proof->card = deck->card[at];
    memcpy(proof->salt, deck->salt[at], sizeof proof->salt);
    proof->count = (uint8_t)cn_fair_tree_path(&deck->tree, at, proof->path);
}

bool cn_fair_proof_holds(const cn_fair_proof *proof, unsigned cards, const cn_fair_hash *root)
{
    if (proof->card >= CN_FACES) return false;
    const cn_fair_hash leaf = cn_fair_leaf(proof->at, proof->card, proof->salt);
    return cn_fair_path_leads(&leaf, proof->at, cards, proof->path, proof->count, root);
}

cn_fair_verdict cn_fair_check(const cn_fair_deal *deal, const cn_rules *rules, const cn_card *cards)
{
    const cn_fair_hash commit = cn_fair_commitment(deal);
    if (!cn_fair_hash_equal(&commit, &deal->commit)) return CN_FAIR_OTHER_SEED;
    cn_fair_deck deck;
    cn_fair_deck_make(&deck, deal, rules);
    if (memcmp(deck.card, cards, rules->deck_size) != 0) return CN_FAIR_OTHER_DECK;
    if (!cn_fair_hash_equal(cn_fair_tree_root(&deck.tree), &deal->root)) return CN_FAIR_OTHER_ROOT;
    return CN_FAIR_PROVEN;
}
