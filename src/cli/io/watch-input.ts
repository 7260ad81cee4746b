// Notices data on standard input that the command does not use.
import { fstatSync } from 'node:fs';
import type { InputStream } from './io.ts';

export interface InputWatch {
  /** Whether any data has come. Waits until it is known, at most until `ageMs` after the start: an inherited pipe may stay silent for ever. */
  hasData(ageMs: number): Promise<boolean>;
  /** Releases the stream, so that the process can end. */
  stop(): void;
}

/** Begins to watch. A terminal and devices such as /dev/null hold no data. Data that is read here is lost, so the caller must raise an error. */
export function watchInput(stdin: InputStream): InputWatch {
  if (stdin.isTTY || isDevice(stdin.fd)) return { hasData: async () => false, stop: () => {} };
  const start = performance.now();
  let state: 'silent' | 'data' | 'ended' = 'silent';
  let tell = (): void => {};
  const settle = (found: 'data' | 'ended'): void => {
    if (state === 'silent') state = found;
    tell();
  };
  const onReadable = (): void => {
    const chunk: unknown = stdin.read();
    if (chunk !== null) settle('data');
  };
  const onEnd = (): void => settle('ended');
  stdin.on('readable', onReadable).on('end', onEnd).on('error', onEnd);
  return {
    async hasData(ageMs) {
      if (state === 'silent') {
        await new Promise<void>((resolve) => {
          // At least one turn of the loop, to read data that has arrived.
          const timer = setTimeout(resolve, Math.max(1, start + ageMs - performance.now()));
          tell = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      return state === 'data';
    },
    stop() {
      stdin.off('readable', onReadable).off('end', onEnd);
      stdin.pause();
      if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
    },
  };
}

function isDevice(fd: number | undefined): boolean {
  if (fd === undefined) return false;
  try {
    const stat = fstatSync(fd);
    return stat.isCharacterDevice() || stat.isDirectory();
  } catch {
    return true; // standard input is closed
  }
}
