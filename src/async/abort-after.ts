// A limit of time as a signal.

/** The longest time of one timer. Node takes a longer one for 1 ms. */
const longestMs = 2 ** 31 - 1;

/**
 * Aborts after `ms`, or with `outer`. The process does not stay alive for it.
 * `AbortSignal.timeout` would not do: `AbortSignal.any` holds its sources weakly, and Node 20 collects a timeout that nothing else holds, so that it
 * never comes.
 */
export function abortAfter(ms: number, outer?: AbortSignal): AbortSignal {
  const time = new AbortController();
  const end = (): void => time.abort(new DOMException('The time is up.', 'TimeoutError'));
  const wait = (leftMs: number): void => {
    if (leftMs > longestMs) setTimeout(() => wait(leftMs - longestMs), longestMs).unref();
    else setTimeout(end, leftMs).unref();
  };
  wait(ms);
  return outer ? AbortSignal.any([outer, time.signal]) : time.signal;
}
