// Whether files are as they were when they were read.
import { statSync } from 'node:fs';

export interface Fingerprint {
  readonly text: string;
  /** Of the newest file, in ms. */
  readonly newestMs: number;
}

/** Time within which a file system may give a further change the same time: the tick of its clock, generously. */
const tickMs = 50;

/** Times, sizes and identities of files and folders; one that is missing is part of it. */
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

/** Whether a change after `readAtMs` is sure to change the fingerprint. */
export function isSettled({ newestMs }: Fingerprint, readAtMs: number): boolean {
  return readAtMs - newestMs > tickMs;
}
