// Carries out `?wait=`: waits until a job or batch has ended, or until the time is up.
import { isFinal } from '../../contract/job-states.ts';
import type { TeamWatch } from '../../jobs/watch.ts';

/** Resolves when the job or batch has ended or is gone, when the time is up, or with the signal. The caller then reads its state. */
export function waitForEnd(
  watch: TeamWatch,
  { kind, uuid }: { readonly kind: 'job' | 'batch'; readonly uuid: string },
  seconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve) => {
    const signals = signal ? [signal, watch.closing] : [watch.closing];
    const over = () => {
      clearTimeout(timer);
      for (const one of signals) one.removeEventListener('abort', over);
      stop();
      resolve();
    };
    const timer = setTimeout(over, seconds * 1000);
    const stop = watch.states(kind, uuid, (state) => {
      if (state === undefined || isFinal(state)) over();
    });
    for (const one of signals) one.addEventListener('abort', over);
    if (signals.some(({ aborted }) => aborted)) over();
  });
}
