import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { putWholeFile } from '../../src/files/whole-file.ts';
import { writeFileWhole } from '../../src/files/write-file.ts';
import { makeFolder } from '../support/run-cli.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a file that is written', () => {
  test('appears whole, from all its chunks, and leaves nothing beside it', async () => {
    const folder = makeFolder();
    await writeFileWhole(join(folder, 'a.pdf'), [bytes('one '), bytes(''), bytes('two')]);
    expect(readFileSync(join(folder, 'a.pdf'), 'utf8')).toBe('one two');
    expect(readdirSync(folder)).toEqual(['a.pdf']);
  });
  test('replaces the existing file and keeps its permissions', async () => {
    const folder = makeFolder({ 'a.pdf': 'old' });
    chmodSync(join(folder, 'a.pdf'), 0o640);
    await writeFileWhole(join(folder, 'a.pdf'), [bytes('new')]);
    expect(readFileSync(join(folder, 'a.pdf'), 'utf8')).toBe('new');
    expect(statSync(join(folder, 'a.pdf')).mode & 0o777).toBe(0o640);
  });
  test('replaces what a link points to, not the link', async () => {
    const folder = makeFolder({ 'real/a.pdf': 'old' });
    symlinkSync('real/a.pdf', join(folder, 'link.pdf'));
    await writeFileWhole(join(folder, 'link.pdf'), [bytes('new')]);
    expect(lstatSync(join(folder, 'link.pdf')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'real/a.pdf'), 'utf8')).toBe('new');
  });
  test('does not appear when the run is interrupted, and the old file stays', async () => {
    const folder = makeFolder({ 'a.pdf': 'old' });
    const interrupt = new AbortController();
    const chunks = (function* () {
      yield bytes('half');
      interrupt.abort();
      yield bytes('rest');
    })();
    await expect(writeFileWhole(join(folder, 'a.pdf'), chunks, { signal: interrupt.signal })).rejects.toThrow();
    expect(readFileSync(join(folder, 'a.pdf'), 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['a.pdf']);
  });
  test('does not appear when making its content fails', async () => {
    const folder = makeFolder();
    const chunks = (function* (): Generator<Uint8Array> {
      yield bytes('half');
      throw new Error('no more');
    })();
    await expect(writeFileWhole(join(folder, 'a.pdf'), chunks)).rejects.toThrow('no more');
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('a named pipe is written through, never replaced', async () => {
  const folder = makeFolder();
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reading = import('node:fs/promises').then(({ readFile }) => readFile(pipe, 'utf8'));
  await writeFileWhole(pipe, [bytes('through')]);
  expect(await reading).toBe('through');
  expect(statSync(pipe).isFIFO()).toBe(true);
});

test('a device is no place for a whole file: it would be replaced', () => {
  const folder = makeFolder();
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  expect(() => putWholeFile(join(folder, 'pipe'), [bytes('x')])).toThrow(
    expect.objectContaining({ code: 'EEXIST', path: join(folder, 'pipe') }),
  );
  expect(readdirSync(folder)).toEqual(['pipe']);
});
