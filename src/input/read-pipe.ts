// Reads a named pipe, or a pipe of the shell such as <(command).
import { constants, openSync } from 'node:fs';
import { Socket } from 'node:net';

/**
 * The bytes up to the end of the writer. No thread waits for a writer: a blocked thread would keep the process alive after Ctrl-C. Raises errors of the
 * system, and an AbortError after the signal.
 */
export async function* readPipe(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  yield* new Socket({ fd, readable: true, writable: false, ...(signal && { signal }) }) as AsyncIterable<Uint8Array>;
}
