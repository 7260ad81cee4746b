// Counts connections, so that the server can stop without cutting off a request: running calls end, and every request sent gets an answer.
import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

export interface Connections {
  watch(server: Server, isSecure: boolean): void;
  /** Calls without an answer so far. */
  openCalls(): number;
  /** Ends the connections that have got their answers and wait for a next request. */
  endIdle(): void;
  /**
   * Listens until no call runs, then stops listening. Resolves when the last connections have their answers. A connection without a request
   * is not waited for.
   */
  drained(signal: AbortSignal): Promise<void>;
}

interface ConnectionState {
  /** Calls without an answer so far. */
  open: number;
  isFresh: boolean;
}

/** A new connection that sends no request within this time is not waited for. */
const freshMs = 500;

/** Clients may connect in every turn. After this many turns the server stops listening anyway. */
const mostTurns = 1_000;

export function createConnections(): Connections {
  const servers: Server[] = [];
  /** Connections so far. */
  let taken = 0;
  const states = new Map<Socket, ConnectionState>();
  const any = (test: (state: ConnectionState) => boolean) => [...states.values()].some(test);
  return {
    watch(server, isSecure) {
      servers.push(server);
      server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket) => {
        taken += 1;
        states.set(socket, { open: 0, isFresh: true });
        socket.once('close', () => states.delete(socket));
      });
      server.prependListener('request', ({ socket }, response) => {
        const state = states.get(socket);
        if (!state) return;
        state.isFresh = false;
        state.open += 1;
        response.once('close', () => {
          state.open -= 1;
        });
      });
    },
    openCalls: () => [...states.values()].reduce((sum, { open }) => sum + open, 0),
    endIdle() {
      for (const [socket, { open, isFresh }] of states) if (open === 0 && !isFresh) socket.destroySoon();
    },
    async drained(signal) {
      while (any(({ open }) => open > 0) && !signal.aborted) await sleep(10);
      // The process accepts waiting connections in each turn of its loop. After a turn without a new one, no connection waits.
      for (let before = -1, turn = 0; before !== taken && turn < mostTurns; turn++) {
        before = taken;
        await nextTurn();
        await nextTurn();
      }
      // Closing the HTTP server would also end connections whose request has not arrived yet.
      for (const server of servers) NetServer.prototype.close.call(server);
      const stop = performance.now() + freshMs;
      while (any(({ open, isFresh }) => open > 0 || isFresh) && performance.now() < stop && !signal.aborted) await sleep(5);
    },
  };
}
