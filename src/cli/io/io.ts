// The streams and surroundings of one run. A command touches nothing else.
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import type { LocalEngineDeps } from '../../engine/wiring/local-engine-options.ts';

export interface OutputStream {
  write(chunk: string | Uint8Array): boolean;
  readonly isTTY: boolean;
  /** Width of the terminal; 80 without a terminal. */
  readonly columns: number;
  /** Resolves when all output has left the process. Raises UsageError of kind `file` if it could not. */
  flush(): Promise<void>;
  /** The stream itself, on which prompts and spinners draw. */
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
  /** Path of the started script; undefined: no script. */
  readonly program?: string | undefined;
  /** Opens the renderer for the documents of a batch. Default: threads of this process. */
  readonly openFileRenderer?: LocalEngineDeps['openFileRenderer'];
}

/** The signal that interrupts a run, and work that handles it differently. */
export interface Interrupts {
  /** Its reason has the name of the signal as `cause`. */
  readonly signal: AbortSignal;
  /** Does work that holds the thread. No listener can hear a signal meanwhile, so a signal ends the process at once. */
  whileBusy<T>(work: () => Promise<T>): Promise<T>;
  /** Does work that matters more than its output: it goes on when the reader of stdout has gone. Other work ends with the reader. */
  withoutReader<T>(work: () => Promise<T>): Promise<T>;
}

/** The exit code of an interrupted run, as a shell shows it: 128 and the number of the signal. Undefined: Ctrl-C at a prompt. */
export const interruptedCode = (name: NodeJS.Signals = 'SIGINT'): number => 128 + constants.signals[name];

/** The exit code of a run whose signal was aborted. */
export const exitCodeAfter = ({ reason }: AbortSignal): number =>
  interruptedCode((reason as { readonly cause?: NodeJS.Signals } | undefined)?.cause);

/** Whether this stream shows colours, by NO_COLOR, FORCE_COLOR and TERM (no-color.org, force-color.org). */
export function hasColor(stream: OutputStream, env: Io['env'], setting: 'auto' | 'always' | 'never'): boolean {
  if (setting !== 'auto') return setting === 'always';
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0';
  return stream.isTTY && env.TERM !== 'dumb';
}

/** Whether the stream is a terminal that can redraw its lines. */
export function isLively(stream: { readonly isTTY?: boolean }, env: Io['env']): boolean {
  return stream.isTTY === true && env.TERM !== 'dumb' && !env.CI;
}
