import { connect, createServer, type Server, type Socket } from 'node:net';

type Pair = { near: Socket; far: Socket };

/**
 * A stretch of network between a browser and a server that tests can break: `cut` ends connections and refuses new
 * ones, `stall` passes nothing in either direction while sockets stay open, `halfOpen` swallows what the server sends.
 */
export class Network {
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  readonly #target: { port: number; host: string };
  #state: 'open' | 'cut' | 'stalled' | 'half-open' = 'open';

  private constructor(server: Server, target: { port: number; host: string }) {
    this.#server = server;
    this.#target = target;
  }

  static async before(port: number, host = '127.0.0.1'): Promise<Network> {
    const server = createServer();
    const network = new Network(server, { port, host });
    server.on('connection', (near) => network.#accept(near));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return network;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the network is closed');
    return address.port;
  }

  /** Ends every connection; new ones are refused until `restore`. */
  cut(): void {
    this.#state = 'cut';
    this.#endAll();
  }

  /** Nothing passes, nothing is closed: what sleep, roaming and a lost NAT entry look like. */
  stall(): void {
    this.#state = 'stalled';
    for (const { near, far } of this.#pairs) {
      near.pause();
      far.pause();
    }
  }

  /** What the browser sends still arrives; what the server sends is lost. */
  halfOpen(): void {
    this.#state = 'half-open';
  }

  /** New connections work again. Those that lost bytes are reset, as a real network does. */
  restore(): void {
    const lost = this.#state === 'half-open' || this.#state === 'stalled';
    this.#state = 'open';
    if (lost) this.#endAll();
  }

  async close(): Promise<void> {
    this.#endAll();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #accept(near: Socket): void {
    if (this.#state === 'cut') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(this.#target);
    const pair = { near, far };
    this.#pairs.add(pair);
    const end = () => {
      near.destroy();
      far.destroy();
      this.#pairs.delete(pair);
    };
    for (const socket of [near, far]) {
      socket.on('error', end);
      socket.on('close', end);
    }
    near.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes) => {
      if (this.#state !== 'half-open') near.write(bytes);
    });
    if (this.#state === 'stalled') {
      near.pause();
      far.pause();
    }
  }

  #endAll(): void {
    for (const { near, far } of this.#pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
    this.#pairs.clear();
  }
}
