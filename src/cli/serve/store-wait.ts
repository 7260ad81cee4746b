// What a server or worker does while its database or its object store is away at the start.
import type { PdfgenError } from '../../contract/errors.ts';
import type { StoreWait } from '../../engine/service.ts';
import type { ServerLog } from './server-log.ts';

/** Logs the begin and the end of the wait, and each change of its reason. `answer` begins to answer probes. It is called once, with a function that gives the latest fault. */
export function createStoreWait(
  signal: AbortSignal,
  { tellAway, tellBack }: Pick<ServerLog, 'tellAway' | 'tellBack'>,
  answer: (latest: () => PdfgenError) => Promise<void>,
): StoreWait {
  let latest: PdfgenError | undefined;
  return {
    signal,
    async onAway(fault) {
      const before = latest;
      latest = fault;
      if (fault.message !== before?.message) tellAway(fault);
      if (!before) await answer(() => latest!);
    },
    onBack: tellBack,
  };
}
