import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port that is free now, for a server that starts later or once more. The port lies below the ports that the system gives to connections and to
 * servers on port 0: these could take it at any moment.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await once(server.close(), 'close');
    return port;
  }
}
