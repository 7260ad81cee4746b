// Hears notifications of the database on a connection of its own, which lasts. A connection that breaks is replaced.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const firstPauseMs = 200;
const longestPauseMs = 5_000;
/** A question shows whether the network still carries the connection: a listener sends nothing by itself. */
const questionEveryMs = 15_000;
const answerWithinMs = 5_000;

interface Listener {
  /** Gets the text of each notification. Undefined: the connection begins to listen, and may have missed notifications. */
  hear(text: string | undefined): void;
  /** Gets the first of several faults in a row. */
  tell(fault: string): void;
}

/** Listens on a channel. Gives the function that ends this. */
export function keepListening(config: pg.ClientConfig, channel: string, listener: Listener): () => void {
  const stop = new AbortController();
  void listenAgainAndAgain(config, channel, listener, stop.signal);
  return () => stop.abort();
}

async function listenAgainAndAgain(
  config: pg.ClientConfig,
  channel: string,
  { hear, tell }: Listener,
  signal: AbortSignal,
): Promise<void> {
  let pauseMs = firstPauseMs;
  const began = () => {
    pauseMs = firstPauseMs;
    hear(undefined);
  };
  while (!signal.aborted) {
    await listenOnce(config, channel, { began, hear }, signal).catch((error: unknown) => {
      if (pauseMs === firstPauseMs && !signal.aborted) tell(error instanceof Error ? error.message : String(error));
    });
    // All processes lose their connections at the same moment. They must not come back together.
    await pause(pauseMs * (0.5 + Math.random()), signal);
    pauseMs = Math.min(longestPauseMs, pauseMs * 2);
  }
}

/** Settles when the connection has broken, or with the signal. */
async function listenOnce(
  config: pg.ClientConfig,
  channel: string,
  { began, hear }: Pick<Listener, 'hear'> & { began(): void },
  signal: AbortSignal,
): Promise<void> {
  const client = new pg.Client({ ...config, keepAlive: true, query_timeout: answerWithinMs });
  const broken = new AbortController();
  const end = AbortSignal.any([signal, broken.signal]);
  client.once('end', () => broken.abort()).on('error', () => broken.abort());
  try {
    await client.connect();
    client.on('notification', ({ payload = '' }) => hear(payload));
    await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    began();
    for (;;) {
      await pause(questionEveryMs, end);
      if (end.aborted) return;
      await client.query('SELECT 1');
    }
  } finally {
    void client.end().catch(() => undefined);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
