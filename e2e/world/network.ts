import { connect, createServer, type Server, type Socket } from 'node:net';

type Way = 'open' | 'half-open' | 'forgotten';
type Pair = { near: Socket; far: Socket; way: Way };

const socksVersion = 5;
const noLogin = Uint8Array.of(socksVersion, 0);
const connected = Uint8Array.of(socksVersion, 0, 0, 1, 0, 0, 0, 0, 0, 0);
/** A request to connect ends in its port, however the host before it is named. */
const portBytes = 2;

/**
 * The network of one browser (a SOCKS proxy, so that addresses stay as they are), which tests can break: `cut` ends
 * connections and refuses new ones, `halfOpen` loses what servers send, `forget` loses both directions of every
 * connection that is open while new ones work. Nobody is told of the last two, as after sleep, roaming or a lost NAT
 * entry.
 */
export class Network {
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #isCut = false;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<Network> {
    const server = createServer();
    const network = new Network(server);
    server.on('connection', (near) => network.#greet(near));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return network;
  }

  /** For a browser's settings. */
  get proxy(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the network is closed');
    return `socks5://127.0.0.1:${address.port}`;
  }

  /** Ends every connection; new ones are refused until `restore`. */
  cut(): void {
    this.#isCut = true;
    this.#endAll();
  }

  /** What browsers send over the connections that are open still arrives; what servers send is lost. */
  halfOpen(): void {
    for (const pair of this.#pairs) pair.way = 'half-open';
  }

  /** Connections that are open carry nothing any more. */
  forget(): void {
    for (const pair of this.#pairs) pair.way = 'forgotten';
  }

  /** New connections are let through again. */
  restore(): void {
    this.#isCut = false;
  }

  async close(): Promise<void> {
    this.#endAll();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #greet(near: Socket): void {
    near.on('error', () => near.destroy());
    if (this.#isCut) {
      near.resetAndDestroy();
      return;
    }
    near.once('data', () => {
      near.write(noLogin);
      near.once('data', (request) => this.#join(near, request.readUInt16BE(request.length - portBytes)));
    });
  }

  #join(near: Socket, port: number): void {
    const far = connect({ port, host: '127.0.0.1' }, () => near.write(connected));
    const pair: Pair = { near, far, way: 'open' };
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
    near.on('data', (bytes) => {
      if (pair.way !== 'forgotten') far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (pair.way === 'open') near.write(bytes);
    });
  }

  #endAll(): void {
    for (const { near, far } of this.#pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
    this.#pairs.clear();
  }
}
