/* The tree of hashes of RFC 6962 over the cards of a deck.
 * Not here: what a deal is (proof.c). Invariant: built level by level, where the last node of an
 * odd level goes up as it is: that splits every tree at the largest power of two below its size. */
#include "fair/tree.h"

#include <assert.h>

#include "text/cards/card_text.h"

enum { LEAF = 0, NODE = 1 }; /* the first byte: no node can be shown as a leaf */

cn_fair_hash cn_fair_leaf(unsigned at, cn_card card, const uint8_t salt[CN_FAIR_SALT_BYTES])
{
    assert(card < CN_FACES);
    char text[4];
    cn_writer writer = cn_writer_make(text, sizeof text);
    cn_write_card(&writer, card);
    cn_fair_input input = {0};
    cn_fair_put_number(&input, LEAF, 1);
    cn_fair_put_number(&input, at, 2);
    cn_fair_put(&input, text, writer.length);
    cn_fair_put(&input, salt, CN_FAIR_SALT_BYTES);
    return cn_fair_sha256(&input);
}

static cn_fair_hash join(const cn_fair_hash *left, const cn_fair_hash *right)
{
    cn_fair_input input = {0};
    cn_fair_put_number(&input, NODE, 1);
    cn_fair_put(&input, left->byte, sizeof left->byte);
    cn_fair_put(&input, right->byte, sizeof right->byte);
    return cn_fair_sha256(&input);
}

void cn_fair_tree_build(cn_fair_tree *tree, unsigned leaves)
{
    assert(leaves > 0 && leaves <= CN_DECK_CARDS_MAX);
    tree->leaves = leaves;
    cn_fair_hash *level = tree->node;
    for (unsigned count = leaves; count > 1; count = (count + 1) / 2) {
        cn_fair_hash *above = level + count;
        for (unsigned i = 0; i < count; i += 2)
            above[i / 2] = i + 1 < count ? join(&level[i], &level[i + 1]) : level[i];
        level = above;
    }
}

const cn_fair_hash *cn_fair_tree_root(const cn_fair_tree *tree)
{
    const cn_fair_hash *level = tree->node;
    for (unsigned count = tree->leaves; count > 1; count = (count + 1) / 2) level += count;
    return level;
}

unsigned cn_fair_tree_path(const cn_fair_tree *tree, unsigned leaf,
                           cn_fair_hash path[CN_FAIR_PATH_MAX])
{
    assert(leaf < tree->leaves);
    const cn_fair_hash *level = tree->node;
    unsigned length = 0, at = leaf;
    for (unsigned count = tree->leaves; count > 1; count = (count + 1) / 2, at /= 2) {
        if ((at ^ 1) < count) path[length++] = level[at ^ 1];
        level += count;
    }
    return length;
}

bool cn_fair_path_leads(const cn_fair_hash *leaf, unsigned at, unsigned leaves,
                        const cn_fair_hash *path, unsigned count, const cn_fair_hash *root)
{
    if (at >= leaves) return false;
    cn_fair_hash hash = *leaf;
    unsigned used = 0;
    for (unsigned size = leaves; size > 1; size = (size + 1) / 2, at /= 2) {
        if ((at ^ 1) >= size) continue;
        if (used == count) return false;
        hash = (at & 1) == 0 ? join(&hash, &path[used]) : join(&path[used], &hash);
        used++;
    }
    return used == count && cn_fair_hash_equal(&hash, root);
}
