#!/usr/bin/env python3
"""Plants one bug after another in copies of src/fair, and fails where its tests do not find it.

usage: plants.py FAIR_TEST [WORD...]

FAIR_TEST is the program in its build folder. Each bug names the test that must fail by it, so that
none is found by chance. WORDs choose bugs by name.
Not here: the tests. Invariant: neither the tree nor the build folder is touched.
"""
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server" / "sim"))
from plants import Folder, stop  # noqa: E402  pylint: disable=wrong-import-position

STREAM, SHUFFLE = "src/fair/stream.c", "src/fair/shuffle.c"
TREE, PROOF = "src/fair/tree.c", "src/fair/proof.c"

VECTORS = "answers_are_those_of_the_second_program"
BELOW = "a_number_below_a_bound_is_uniform"
ORDERS = "all_orders_of_seven_cards_are_equally_likely"
PLACES = "each_card_comes_to_each_position_equally_often"
DEALS = "decks_of_deals_have_no_favourite_places"
BITS, PARTS = "every_bit_of_a_deal_counts", "it_counts_who_gave_a_part"
TREES = "trees_of_every_size_have_the_root_and_paths_of_the_standard"
PATHS, CHECK = "a_path_leads_from_one_position_only", "a_check_finds_what_was_changed"
LEAVES = "leaves_are_as_the_page_says"

DRAWN = "cn_fair_stream_next(stream), 32, i, &j)"
TAKEN = "return word < words / bound * bound;"
SEED = "    cn_fair_put(input, deal->seed, CN_FAIR_SEED_BYTES);"
STARTED = "    cn_fair_stream_start(&stream, &input);"

# Name, the test that must fail, file, what is looked for, once, and what it becomes.
PLANTS = [
    ("each card is changed with any (naive)", ORDERS, SHUFFLE,
     DRAWN, "cn_fair_stream_next(stream), 32, count, &j)"),
    ("no card stays where it is (Sattolo)", ORDERS, SHUFFLE,
     DRAWN, "cn_fair_stream_next(stream), 32, i - 1, &j)"),
    ("the same, seen by positions", PLACES, SHUFFLE,
     DRAWN, "cn_fair_stream_next(stream), 32, i - 1, &j)"),
    ("the last two cards are not shuffled", ORDERS, SHUFFLE, "i > 1; i--", "i > 2; i--"),
    ("a remainder of every word", BELOW, SHUFFLE, TAKEN, "return true;"),
    ("the same, seen by a deck", VECTORS, SHUFFLE, TAKEN, "return true;"),
    ("one word too many", BELOW, SHUFFLE, TAKEN, "return word <= words / bound * bound;"),
    ("one word too few", BELOW, SHUFFLE, TAKEN, "return word + 1 < words / bound * bound;"),
    ("words of 16 bits", VECTORS, SHUFFLE,
     "cn_fair_stream_next(stream), 32", "cn_fair_stream_next(stream) >> 16, 16"),
    ("one stream for two deals of a table", BITS, PROOF,
     "    put_seed(&input, deal);\n    cn_fair_put_number(&input, (uint32_t)__b",
     "    cn_fair_deal first = *deal;\n    first.deal = 1;\n    put_seed(&input, &first);\n"
     "    cn_fair_put_number(&input, (uint32_t)__b"),
    ("a stream for all deals of a process", DEALS, PROOF,
     "    cn_fair_stream stream;\n" + STARTED,
     "    static cn_fair_stream stream;\n    if (stream.made == 0)\n"
     "        cn_fair_stream_start(&stream, &input);\n    stream.used = 0;"),
    ("a seed of 32 bits", BITS, PROOF, SEED, "    cn_fair_put(input, deal->seed, 4);"),
    ("parts without their places", PARTS, PROOF,
     "        cn_fair_put_number(&input, place, 1);\n", ""),
    ("the part of the first place only", PARTS, PROOF,
     "(deal->places >> place & 1) == 0", "(deal->places >> place & 1) == 0 || place > 0"),
    ("a leaf without its first byte", LEAVES, TREE,
     "    cn_fair_put_number(&input, LEAF, 1);\n", ""),
    ("the same, seen by a root", VECTORS, TREE,
     "    cn_fair_put_number(&input, LEAF, 1);\n", ""),
    ("a leaf without its position", LEAVES, TREE, "cn_fair_put_number(&input, at, 2);", ""),
    ("a node without its first byte", TREES, TREE,
     "    cn_fair_put_number(&input, NODE, 1);\n", ""),
    ("the last node of an odd level is joined with itself", TREES, TREE,
     "i + 1 < count ? join(&level[i], &level[i + 1]) : level[i]",
     "join(&level[i], &level[i + 1 < count ? i + 1 : i])"),
    ("left and right are the same to a path", PATHS, TREE,
     "hash = (at & 1) == 0 ? join(&hash, &path[used]) : join(&path[used], &hash);",
     "const bool less = memcmp(hash.byte, path[used].byte, 32) < 0;\n"
     "        hash = less ? join(&hash, &path[used]) : join(&path[used], &hash);"),
    ("a path may be longer", PATHS, TREE, "return used == count && ", "return "),
    ("a block of the stream comes twice", "words_are_exact_however_many_are_taken", STREAM,
     "all + stream->made, sizeof stream->block", "all, sizeof stream->block"),
    ("one salt for all cards", "no_two_cards_have_the_same_salt", PROOF,
     "deck->salt[0], (size_t)deck->count * CN_FAIR_SALT_BYTES);",
     "deck->salt[0], CN_FAIR_SALT_BYTES);\n    for (unsigned at = 1; at < deck->count; at++)\n"
     "        memcpy(deck->salt[at], deck->salt[0], CN_FAIR_SALT_BYTES);"),
    ("a commitment is not compared", CHECK, PROOF,
     "if (!cn_fair_hash_equal(&commit, &deal->commit)) return CN_FAIR_OTHER_SEED;", ""),
    ("a deck is not compared", CHECK, PROOF,
     "if (memcmp(deck.card, cards, rules->deck_size) != 0) return CN_FAIR_OTHER_DECK;", ""),
    ("a root is not compared", CHECK, PROOF,
     "if (!cn_fair_hash_equal(cn_fair_tree_root(&deck.tree), &deal->root))", "if (false)"),
]


def finds(program, test):
    """Whether that test fails, and no other way ends the program."""
    done = subprocess.run([program, test], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", timeout=60)
    return done.returncode != 0 and f"[  FAILED  ] {test}" in done.stdout


def main():
    words = sys.argv[1:]
    if not words:
        stop("name the program")
    folder, words = Folder(words[0]), words[1:]
    plants = [plant for plant in PLANTS if all(word in plant[0] for word in words)]
    failed = 0
    print(f"1..{len(plants) + 1}")
    sound = not any(finds(folder.program, test) for test in {plant[1] for plant in plants})
    print(f"{'' if sound else 'not '}ok 1 - nothing is found where nothing is planted")
    for number, (name, test, path, old, new) in enumerate(plants, 2):
        with tempfile.TemporaryDirectory(prefix="canasta-plants-") as into:
            found = finds(folder.build(path, [(old, new)], into), test)
        failed += not found
        print(f"{'' if found else 'not '}ok {number} - {name}: {test}", flush=True)
    return 1 if failed or not sound else 0


sys.exit(main())
