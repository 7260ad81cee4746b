import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from '../../src/files/make-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'make-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('makes the folders above, all with the mode', () => {
  makeFolder(join(folder, 'a/b/c'), 0o700);
  for (const made of ['a', 'a/b', 'a/b/c']) expect(statSync(join(folder, made)).mode & 0o777).toBe(0o700);
});

it('takes a folder that is there, also through a link', () => {
  mkdirSync(join(folder, 'there'));
  symlinkSync('there', join(folder, 'link'));
  makeFolder(join(folder, 'there'));
  makeFolder(join(folder, 'link/inner'));
  expect(statSync(join(folder, 'there/inner')).isDirectory()).toBe(true);
});

it('throws the error of the file system where a file has the name, or a link leads nowhere', () => {
  writeFileSync(join(folder, 'file'), '');
  symlinkSync('nowhere', join(folder, 'link'));
  expect(() => makeFolder(join(folder, 'file'))).toThrow(/EEXIST/);
  expect(() => makeFolder(join(folder, 'file/inner/deep'))).toThrow(/ENOTDIR/);
  expect(() => makeFolder(join(folder, 'link'))).toThrow(/EEXIST/);
});

it.runIf(process.platform === 'linux')('returns where a folder takes no new ones and says that they do not exist', () => {
  expect(() => makeFolder('/proc/new')).toThrow(/ENOENT/);
  expect(() => makeFolder('/proc/new/deep')).toThrow(/ENOENT/);
});

it('is the only place of the program that makes folders above a folder', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  expect(files.filter((file) => /\bmkdir(Sync)?\(.*recursive/.test(readFileSync(join('src', file), 'utf8')))).toEqual([]);
});
