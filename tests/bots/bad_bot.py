"""A bot that does one thing wrong, or none. usage: bad_bot.py MODE MARK

MARK is how a test finds the process, and those it starts, in the list of processes.
Not here: what must happen then (test_bots.py). Invariant: but for its fault it plays legally.
"""
import os
import signal
import subprocess
import sys
import time

MODE, MARK = sys.argv[1], sys.argv[2]
FLOOD_BYTES = 4 << 20
goes = 0


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def sleep():
    while True:
        time.sleep(1000)


def leave_a_child():
    """Something that goes on when only the bot itself is stopped."""
    subprocess.Popen([sys.executable, __file__, "child", MARK], stdout=subprocess.DEVNULL)


def answer(legal):
    """Called for each `go`, the first of them being number 1."""
    if MODE == "crash" and goes == 5:
        os.kill(os.getpid(), signal.SIGSEGV)
    elif MODE == "exit" and goes == 5:
        sys.exit(3)
    elif MODE == "hang" and goes == 3:
        leave_a_child()
        sleep()
    elif MODE == "slow":
        time.sleep(0.5)
        say("step " + legal[0])
    elif MODE == "illegal" and goes >= 3:
        say("play take KhKs; discard 4s; discard 4s")
    elif MODE == "illegal_once" and goes in (3, 8):
        say("step yes")
    elif MODE == "garbage" and goes >= 3:
        say("\x1b[31mI think I shall draw\x00\xff")
    elif MODE == "empty" and goes >= 3:
        say("")
    elif MODE == "long_line" and goes == 3:
        os.write(1, b"x" * FLOOD_BYTES)
    elif MODE == "many_lines" and goes == 3:
        os.write(1, b"play draw draw\n" * (FLOOD_BYTES // 16))
    elif MODE == "closes" and goes == 3:
        os.close(1)
        sleep()
    elif MODE == "closes_input" and goes == 3:
        say("step " + legal[0])
        os.close(0)
        sleep()
    elif MODE == "talks" and goes == 3:
        os.write(1, 2 * f"step {legal[0]}\n".encode())
    else:
        say("step " + legal[0])


def main():
    global goes
    legal = []
    if MODE == "child":
        sleep()
    if MODE == "start":
        sys.exit(7)
    if MODE == "stays":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        leave_a_child()
    if MODE == "deaf":
        sleep()
    if MODE == "hasty":
        say("hello")
        sys.exit(0)
    for line in sys.stdin:
        words = line.split()
        if words[0] == "begin":
            say({"version": "canasta-bot 2 new", "rude": "hello"}.get(MODE, "canasta-bot 1 bad"))
        elif words[0] == "legal":
            legal = words[1:]
        elif words[0] == "go":
            goes += 1
            answer(legal)
        elif words[0] == "quit" and MODE == "stays":
            sleep()
    if MODE == "stays":
        sleep()


main()
