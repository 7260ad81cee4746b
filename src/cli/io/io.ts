// The streams and surroundings of one run: a command touches nothing else.
import type { Readable } from 'node:stream';

export interface OutputStream {
  write(chunk: string | Uint8Array): boolean;
  readonly isTTY: boolean;
  /** Width of the terminal; 80 where there is none. */
  readonly columns: number;
  /** Resolves when everything written so far has left the process. */
  flush(): Promise<void>;
}

export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean; readonly fd?: number };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** Control characters as visible escapes: text from templates, data and servers must not steer a terminal. */
export function escapeControls(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Whether this stream shows colours: NO_COLOR, FORCE_COLOR and TERM are heeded (no-color.org, force-color.org). */
export function hasColor(stream: OutputStream, env: Io['env'], setting: 'auto' | 'always' | 'never'): boolean {
  if (setting !== 'auto') return setting === 'always';
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0';
  return stream.isTTY && env.TERM !== 'dumb';
}
