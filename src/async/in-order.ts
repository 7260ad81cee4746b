// Works ahead on the values of a stream, and keeps their order.

/**
 * Calls `work` for each value and gives the results in the order of the values. While the caller works on a result, up to `most` further values
 * are in work or wait for their turn. An error is raised when its turn comes. When the caller leaves, `work` gets its signal.
 */
export async function* inOrder<T, R>(
  values: AsyncIterable<T>,
  most: number,
  work: (value: T, index: number, signal: AbortSignal) => Promise<R>,
  outer?: AbortSignal,
): AsyncGenerator<R> {
  const stop = new AbortController();
  const signal = outer ? AbortSignal.any([outer, stop.signal]) : stop.signal;
  const source = values[Symbol.asyncIterator]();
  const begun: Promise<{ readonly result: R } | undefined>[] = [];
  let index = 0;
  const begin = () => {
    while (begun.length < most) {
      const one = source
        .next()
        .then(async ({ done, value }) => (done ? undefined : { result: await work(value, index++, signal) }));
      one.catch(() => {});
      begun.push(one);
    }
  };
  try {
    for (;;) {
      begin();
      const next = await begun.shift();
      if (!next) return;
      begin();
      yield next.result;
    }
  } finally {
    stop.abort();
    await Promise.allSettled(begun);
    await source.return?.();
  }
}
