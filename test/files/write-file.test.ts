import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { putWholeFile } from '../../src/files/whole-file.ts';
import { checkPlace, writeFileWhole } from '../../src/files/write-file.ts';
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
  test('is made behind a link, or links, whose target is missing', async () => {
    const folder = makeFolder({ 'real/b.pdf': 'other', 'links/c.pdf': 'other' });
    symlinkSync('../real/a.pdf', join(folder, 'links/first.pdf'));
    symlinkSync('links/first.pdf', join(folder, 'second.pdf'));
    await checkPlace(join(folder, 'second.pdf'), 'second.pdf');
    await writeFileWhole(join(folder, 'second.pdf'), [bytes('new')]);
    expect(lstatSync(join(folder, 'second.pdf')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'real/a.pdf'), 'utf8')).toBe('new');
    expect([readdirSync(join(folder, 'real')), readdirSync(join(folder, 'links'))]).toEqual([
      ['a.pdf', 'b.pdf'],
      ['c.pdf', 'first.pdf'],
    ]);
  });
  test('is refused behind a link to a missing folder, and behind links in a circle', async () => {
    const folder = makeFolder({});
    symlinkSync('none/a.pdf', join(folder, 'lost.pdf'));
    symlinkSync('b.pdf', join(folder, 'a.pdf'));
    symlinkSync('a.pdf', join(folder, 'b.pdf'));
    for (const name of ['lost.pdf', 'a.pdf']) {
      await expect(writeFileWhole(join(folder, name), [bytes('new')], { shown: name })).rejects.toMatchObject({
        message: expect.stringContaining(`Cannot write ${name}`),
      });
      expect(lstatSync(join(folder, name)).isSymbolicLink()).toBe(true);
    }
    await expect(checkPlace(join(folder, 'lost.pdf'), 'lost.pdf')).rejects.toThrow('Cannot write lost.pdf');
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
