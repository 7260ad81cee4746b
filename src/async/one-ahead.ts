// Reads a stream one value ahead.

/** The values of a stream. While the caller works on a value, the next value is read. */
export async function* oneAhead<T>(values: AsyncIterable<T>): AsyncGenerator<T> {
  const source = values[Symbol.asyncIterator]();
  let next = source.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = source.next();
      // An error is raised when the value's turn comes.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await source.return?.();
  }
}
