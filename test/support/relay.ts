// A stretch of network between a program and a server, which a test can break.
import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

export interface Relay {
  /** Address that leads to the server. */
  readonly origin: string;
  /** Closes all connections, and refuses new ones until `restore`. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Bytes are swallowed in both directions until `restore`. */
  swallow(): void;
  /** What the program sends arrives, and the answers are swallowed until `restore`. */
  swallowAnswers(): void;
  /** Closes the connections as soon as this many bytes have come from the program. Only once. */
  cutAfterBytes(bytes: number): void;
}

/** `target`: the address of the server, as a URL or as a socket has it. */
export async function startRelay(target: string | NetConnectOpts): Promise<Relay & { end(): Promise<void> }> {
  const place = typeof target === 'string' ? { host: new URL(target).hostname, port: Number(new URL(target).port) } : target;
  const sockets = new Set<Socket>();
  let swallowed: 'nothing' | 'answers' | 'everything' = 'nothing';
  let bytesLeft = Number.POSITIVE_INFINITY;
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    return socket;
  };
  const server = createServer((from) => {
    keep(from);
    const to = keep(connect(place));
    from.on('data', (chunk) => {
      if (swallowed === 'everything') return;
      bytesLeft -= chunk.length;
      if (bytesLeft > 0) to.write(chunk);
      else {
        bytesLeft = Number.POSITIVE_INFINITY;
        closeAll();
      }
    });
    to.on('data', (chunk) => swallowed !== 'nothing' || from.write(chunk));
    from.on('close', () => to.destroy());
    to.on('close', () => from.destroy());
  });
  const listen = async (on: number) => {
    await once(server.listen(on, '127.0.0.1'), 'listening');
    return (server.address() as { port: number }).port;
  };
  const own = await listen(await freePort());
  const cut = async () => {
    const closed = server.listening ? once(server, 'close') : undefined;
    server.close();
    closeAll();
    await closed;
  };
  return {
    origin: `http://127.0.0.1:${own}`,
    cut,
    async restore() {
      if (swallowed !== 'nothing') closeAll();
      swallowed = 'nothing';
      if (!server.listening) await listen(own);
    },
    swallow() {
      swallowed = 'everything';
    },
    swallowAnswers() {
      swallowed = 'answers';
    },
    cutAfterBytes(bytes) {
      bytesLeft = bytes;
    },
    end: cut,
  };
}
