// The streams and surroundings of one run: a command touches nothing else.
import type { Readable } from 'node:stream';

export interface OutputStream {
  write(chunk: string | Uint8Array): boolean;
  readonly isTTY: boolean;
  /** Width of the terminal; 80 where there is none. */
  readonly columns: number;
  /** Resolves when everything written so far has left the process. Raises UsageError, exit code 9, when it could not. */
  flush(): Promise<void>;
  /** The stream itself, for prompts and spinners, which draw on it. */
  readonly stream: NodeJS.WritableStream;
}

export interface InputStream extends Readable {
  readonly isTTY?: boolean;
  readonly fd?: number;
}

export interface Io {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Path of the script that was started; undefined: none was. */
  readonly program?: string | undefined;
}

/** How a run is interrupted. */
export interface Interrupts {
  readonly signal: AbortSignal;
  /** Does work that holds the thread: no listener could hear a signal, so that one ends the process at once. */
  whileBusy<T>(work: () => Promise<T>): Promise<T>;
  /** Does work that is worth more than what it prints: it goes on when the reader of stdout has gone, which else ends the process. */
  withoutReader<T>(work: () => Promise<T>): Promise<T>;
}

/** Whether this stream shows colours: NO_COLOR, FORCE_COLOR and TERM are heeded (no-color.org, force-color.org). */
export function hasColor(stream: OutputStream, env: Io['env'], setting: 'auto' | 'always' | 'never'): boolean {
  if (setting !== 'auto') return setting === 'always';
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0';
  return stream.isTTY && env.TERM !== 'dumb';
}

/** Whether a person watches a terminal that can redraw its lines. */
export function isLively(stream: { readonly isTTY?: boolean }, env: Io['env']): boolean {
  return stream.isTTY === true && env.TERM !== 'dumb' && !env.CI;
}
