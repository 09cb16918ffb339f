"""A network that cuts, delays and trickles, and a server that stands still for seconds: nothing
acknowledged is lost or doubled, nothing is told twice or left out, and everybody goes on."""
import os
import random
import signal
import time

from chaos import KINDS, Proxy
from client import Server, check, run
from history import Evening, Way

SEED = int(os.environ.get("CANASTA_SEED", 1))
SHARE = 100 / 120  # of each kind of trouble a second: a hundred in two minutes
SECONDS = float(os.environ.get("CANASTA_NETWORK", 6 * int(os.environ.get("CANASTA_EFFORT", 1))))


def nothing_is_lost_by_a_bad_network(program, brain):
    server = Server(program)
    proxy = Proxy(lambda: server.port, SEED)
    evening = Evening(server, brain, tables=4, people=2, way=Way(lambda: proxy.port), seed=SEED,
                      overrides="target = 3000")
    end = time.monotonic() + SECONDS
    wanted = int(SHARE * SECONDS)
    while time.monotonic() < end or proxy.counts[proxy.rarest()] < wanted:
        evening.check_well()
        check(time.monotonic() < end + 5 * SECONDS, "too little trouble:", dict(proxy.counts))
        time.sleep(0.05)
    proxy.calm = True
    evening.wait_until_all_play(60)
    evening.end()
    proxy.over = True
    check(server.stop() == 0, "the last stop")
    entries = evening.compare(program)
    print("# %d connections: %s" % (proxy.counts["connections"], ", ".join(
        "%d %s" % (proxy.counts[kind], kind) for kind in KINDS)))
    print("# %d commands acknowledged, %d refused, %d sent again, %d entries" % (
        evening.count(), evening.count("refused"),
        sum(person.unheard for person in evening.people), entries))
    check(evening.count() > 5 * SECONDS, "only", evening.count(), "commands were acknowledged")
    evening.close()
    server.close()


def nothing_is_lost_while_the_server_stands_still(program, brain):
    chance = random.Random(SEED)
    server = Server(program)
    evening = Evening(server, brain, tables=3, people=2, seed=SEED, overrides="target = 3000")
    stops = max(2, int(SECONDS / 6))
    for _ in range(stops):
        evening.wait_for(20, 5.0)
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(1 + chance.random() * (4 if stops > 4 else 1))
        server.process.send_signal(signal.SIGCONT)
    before = evening.count()
    evening.wait_for(20, 20.0)
    check(evening.count() > before, "nobody plays on")
    evening.end()
    check(server.stop() == 0, "the last stop")
    evening.compare(program)
    print("# %d stops: %d commands acknowledged, %d connections" % (
        stops, evening.count(), sum(person.connections for person in evening.people)))
    evening.close()
    server.close()


if __name__ == "__main__":
    run([nothing_is_lost_by_a_bad_network, nothing_is_lost_while_the_server_stands_still])
