// A line between page and server that can stall: nothing passes, and nothing is closed.
// Not here: what the page does then. Invariant: what is held back passes once it flows again, in
// order, as after a tunnel; connections begun meanwhile wait, too.
import { connect, createServer, type Server, type Socket } from 'node:net';

export class BadLine {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #stalled = false;
  port = 0;

  constructor(to: () => number) {
    this.#server = createServer({ pauseOnConnect: true }, (near) => {
      const far = connect({ port: to(), host: '127.0.0.1' });
      this.#hold(near, far);
      this.#hold(far, near);
      if (!this.#stalled) this.#flow();
    });
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  async start(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    this.port = (this.#server.address() as { port: number }).port;
  }

  /** From now on nothing passes. */
  stall(): void {
    this.#stalled = true;
    for (const socket of this.#sockets) socket.pause();
  }

  flow(): void {
    this.#stalled = false;
    this.#flow();
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #flow(): void {
    for (const socket of this.#sockets) socket.resume();
  }

  #hold(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    if (this.#stalled) from.pause();
    from.on('data', (bytes) => void to.write(bytes));
    from.on('end', () => to.end());
    from.on('error', () => to.destroy());
    from.on('close', () => this.#sockets.delete(from));
    if (this.#stalled) from.pause(); // a listener has data flow
  }
}
