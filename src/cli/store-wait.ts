// What a server or worker does while its database or its object store is away at the start.
import type { PdfgenError } from '../contract/errors.ts';
import type { StoreWait } from '../engine/service.ts';
import type { ServerLog } from './server-log.ts';

/** Logs the begin and the end of the wait. `answer` begins to answer probes. It is called once, with a function that gives the latest fault. */
export function createStoreWait(
  signal: AbortSignal,
  { tellAway, tellBack }: ServerLog,
  answer: (latest: () => PdfgenError) => Promise<void>,
): StoreWait {
  let latest: PdfgenError | undefined;
  return {
    signal,
    async onAway(fault) {
      const isFirst = latest === undefined;
      latest = fault;
      if (!isFirst) return;
      tellAway(fault);
      await answer(() => latest!);
    },
    onBack: tellBack,
  };
}
