// A workspace in a temporary folder, for tests.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** For templates that are created. */
export const unlimited = { maxTemplates: Number.POSITIVE_INFINITY };

export interface TestWorkspace {
  readonly folder: string;
  path(name: string): string;
  /** Writes a file; a value that is not text is written as JSON. */
  write(name: string, content: unknown): void;
}

export function makeWorkspace(files: Readonly<Record<string, unknown>> = {}): TestWorkspace {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pdfgen-store-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = (name: string) => join(folder, name);
  const write = (name: string, content: unknown) => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content));
  };
  for (const [name, content] of Object.entries(files)) write(name, content);
  return { folder, path, write };
}

/** The files of a template that greets. */
export function greeting(slug: string, document: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    [`templates/${slug}/template.json`]: { name: slug, pages: [{ size: 'A6', body: ['Hello {{ name }}'] }], ...document },
    [`templates/${slug}/schema.json`]: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    [`templates/${slug}/example.json`]: { name: 'Ada' },
  };
}

/** Makes a file look as if it had been written some time ago, so that the store trusts its times. */
export function age(path: string, seconds = 10): void {
  const time = Date.now() / 1000 - seconds;
  utimesSync(path, time, time);
}
