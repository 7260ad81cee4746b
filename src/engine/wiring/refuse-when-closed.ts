// Refuses calls of a local engine after it was closed.
import { followers } from '../../contract/follow.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { LocalEngine } from '../local-engine.ts';

/** Calls that give their answer at once, not as a promise. */
const direct = ['prepareItems', 'generateItems', ...Object.values(followers)];

/** Wraps an engine so that its calls raise UsageError after `close`. A second `close` does nothing. */
export function refuseWhenClosed(engine: LocalEngine): LocalEngine {
  let closing: Promise<void> | undefined;
  const calls = Object.entries(engine as object).map(([name, call]: [string, (...given: unknown[]) => unknown]) => [
    name,
    (...given: unknown[]): unknown => {
      if (closing === undefined) return call(...given);
      const error = new UsageError(`${name} was called after close(). Open another engine with createLocalEngine.`);
      if (direct.includes(name)) throw error;
      return Promise.reject(error);
    },
  ]);
  return { ...(Object.fromEntries(calls) as LocalEngine), close: () => (closing ??= engine.close()) };
}
