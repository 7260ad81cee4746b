// Tells whether files have changed since they were read.
import { statSync } from 'node:fs';

export interface Fingerprint {
  readonly text: string;
  /** Time of the newest change, in ms. */
  readonly newestMs: number;
}

/** Two changes within this time may get the same time stamp. The clocks of file systems tick more often. */
const tickMs = 50;

/** Times, sizes and identities of files and folders. A missing file counts too. */
export function fingerprint(paths: readonly string[]): Fingerprint {
  let text = '';
  let newest = 0n;
  for (const path of paths) {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    text += stat ? `${stat.mtimeNs}:${stat.size}:${stat.ino};` : '-;';
    if (stat && stat.mtimeNs > newest) newest = stat.mtimeNs;
  }
  return { text, newestMs: Number(newest / 1_000_000n) };
}

/** Whether every change after `readAtMs` will change the fingerprint. */
export function isSettled({ newestMs }: Fingerprint, readAtMs: number): boolean {
  return readAtMs - newestMs > tickMs;
}
