/* The tree of hashes of RFC 6962 over the cards of a deck: its root, and the path of a leaf.
 * Not here: what a deal is (proof.h).
 * Invariant: a path leads from one leaf at one position to the root, and from no other. */
#ifndef CANASTA_FAIR_TREE_H
#define CANASTA_FAIR_TREE_H

#include "canasta/card.h"
#include "fair/stream.h"

enum {
    CN_FAIR_SALT_BYTES = 32,
    CN_FAIR_PATH_MAX = 10, /* 2^10 leaves are more than a deck */
    CN_FAIR_NODES_MAX = 2 * CN_DECK_CARDS_MAX + CN_FAIR_PATH_MAX
};

static_assert(1 << CN_FAIR_PATH_MAX >= CN_DECK_CARDS_MAX, "a path for each card");

/* The leaf of a card: its position in the deck, its text (docs/formats.md) and its salt. */
cn_fair_hash cn_fair_leaf(unsigned at, cn_card card, const uint8_t salt[CN_FAIR_SALT_BYTES]);

/* All nodes, level by level: the leaves first, the root last. A node without a sibling stands for
 * itself on the next level. */
typedef struct cn_fair_tree {
    unsigned leaves;
    cn_fair_hash node[CN_FAIR_NODES_MAX];
} cn_fair_tree;

/* Builds it over `leaves` hashes that stand in `node`; 0 < leaves <= CN_DECK_CARDS_MAX. */
void cn_fair_tree_build(cn_fair_tree *tree, unsigned leaves);
const cn_fair_hash *cn_fair_tree_root(const cn_fair_tree *tree);
/* The siblings of a leaf from the leaf up; returns how many. */
unsigned cn_fair_tree_path(const cn_fair_tree *tree, unsigned leaf,
                           cn_fair_hash path[CN_FAIR_PATH_MAX]);
/* Whether this path leads from the leaf at this position, of so many, to the root. */
bool cn_fair_path_leads(const cn_fair_hash *leaf, unsigned at, unsigned leaves,
                        const cn_fair_hash *path, unsigned count, const cn_fair_hash *root);

#endif
