// Folders in the place for temporary files, which go when they are no longer needed.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, onTestFinished } from 'vitest';

const makeTemporary = () => mkdtempSync(join(tmpdir(), 'pdfgen-test-'));

/** A worker in the background may still write into the folder, at its end: then what it wrote is removed too. */
async function removeFolder(folder: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (tries === 50) throw error;
      await setTimeout(100);
    }
  }
}

/** A fresh folder with these files, for as long as the test runs; objects are written as JSON. */
export function makeFolder(files: Readonly<Record<string, unknown>> = {}): string {
  const folder = makeTemporary();
  onTestFinished(() => removeFolder(folder));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content, null, 2),
    );
  }
  return folder;
}

/** A fresh folder for all tests of the file. */
export function openFolder(): string {
  const folder = makeTemporary();
  afterAll(() => removeFolder(folder));
  return folder;
}
