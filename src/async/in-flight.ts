// Works on several values of a stream at the same time.

/**
 * Calls `work` for each value and gives the results as they are done. At most `most` values are in work or wait to be taken. The first error
 * ends everything: `work` gets its signal, all begun work ends, its results are given, and then the error is raised.
 */
export async function* inFlight<T, R>(
  values: AsyncIterable<T>,
  most: number,
  work: (value: T, index: number, signal: AbortSignal) => Promise<R>,
  outer?: AbortSignal,
): AsyncGenerator<R> {
  const stop = new AbortController();
  const signal = outer ? AbortSignal.any([outer, stop.signal]) : stop.signal;
  const source = values[Symbol.asyncIterator]();
  const running = new Set<Promise<void>>();
  const done: R[] = [];
  let failure: { readonly error: unknown } | undefined;
  let isOver = false;
  let begun = 0;
  try {
    for (;;) {
      if (failure || signal.aborted) {
        stop.abort(failure?.error);
        await Promise.allSettled(running);
        while (done.length > 0) yield done.shift()!;
        if (failure) throw failure.error;
        signal.throwIfAborted();
      }
      if (!isOver && running.size + done.length < most) {
        const next = await source.next();
        if (next.done) isOver = true;
        else {
          const one = work(next.value, begun++, signal).then(
            (result) => void done.push(result),
            (error: unknown) => {
              failure ??= { error };
            },
          );
          running.add(one);
          void one.finally(() => running.delete(one));
        }
      } else if (done.length > 0) yield done.shift()!;
      else if (running.size > 0) await Promise.race(running);
      else return;
    }
  } finally {
    stop.abort(failure?.error);
    await Promise.allSettled(running);
    if (!isOver) await source.return?.();
  }
}

/** As `inFlight`, for work that gives many results. Works on up to `most` values at a time. Gives each result as soon as it is made. */
export async function* mergeInFlight<T, R>(
  values: AsyncIterable<T>,
  most: number,
  open: (value: T, signal: AbortSignal) => AsyncGenerator<R>,
  outer?: AbortSignal,
): AsyncGenerator<R> {
  const stop = new AbortController();
  const signal = outer ? AbortSignal.any([outer, stop.signal]) : stop.signal;
  const source = values[Symbol.asyncIterator]();
  const running = new Map<AsyncGenerator<R>, Promise<Step<R>>>();
  const advance = (from: AsyncGenerator<R>) =>
    void running.set(
      from,
      from.next().then((result) => ({ from, result })),
    );
  let isOver = false;
  try {
    for (;;) {
      while (!isOver && running.size < most) {
        signal.throwIfAborted();
        const next = await source.next();
        if (next.done) isOver = true;
        else advance(open(next.value, signal));
      }
      if (running.size === 0) return;
      const { from, result } = await Promise.race(running.values());
      if (result.done) running.delete(from);
      else {
        advance(from);
        yield result.value;
      }
    }
  } catch (error) {
    stop.abort();
    for (const [from, step] of running) yield* restOf(from, step);
    running.clear();
    // After an interruption, the reason of the signal is raised, not the errors that it caused.
    outer?.throwIfAborted();
    throw error;
  } finally {
    stop.abort();
    await Promise.allSettled([...running].flatMap(([from, step]) => [step, from.return(undefined)]));
    if (!isOver) await source.return?.();
  }
}

/** The last results of work that is being ended. */
async function* restOf<R>(from: AsyncGenerator<R>, step: Promise<Step<R>>): AsyncGenerator<R> {
  try {
    for (let { result } = await step; !result.done; result = await from.next()) yield result.value;
  } catch {
    // Only the first error is raised, and this error comes later.
  }
}

interface Step<R> {
  readonly from: AsyncGenerator<R>;
  readonly result: IteratorResult<R, unknown>;
}
