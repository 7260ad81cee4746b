import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placeAnyway, placeNew, placeOver } from '../../src/files/place-file.ts';
import { makeFolder } from '../support/run-cli.ts';

const open = (files: Readonly<Record<string, string>>) => {
  const folder = makeFolder(files);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return { at: (name: string) => join(folder, name), read, names: () => readdirSync(folder).toSorted() };
};
const accept = async () => true;

test('a new file takes a free name', () => {
  const { at, read, names } = open({ written: 'new' });
  placeNew(at('written'), at('a.pdf'));
  expect([names(), read('a.pdf')]).toEqual([['a.pdf'], 'new']);
});

test.each(['a file', 'a folder', 'a link that leads nowhere'])('a new file never replaces %s', (kind) => {
  const { at, names } = open({ written: 'new' });
  if (kind === 'a file') writeFileSync(at('a.pdf'), 'theirs');
  else if (kind === 'a folder') mkdirSync(at('a.pdf'));
  else symlinkSync('nowhere', at('a.pdf'));
  expect(() => placeNew(at('written'), at('a.pdf'))).toThrow(expect.objectContaining({ code: 'EEXIST' }));
  expect(names()).toEqual(['a.pdf', 'written']);
});

test('an accepted file is replaced, and its permissions stay', async () => {
  const { at, read, names } = open({ written: 'new', 'a.pdf': 'old' });
  chmodSync(at('a.pdf'), 0o600);
  await placeOver(at('written'), at('a.pdf'), accept);
  expect([names(), read('a.pdf'), statSync(at('a.pdf')).mode & 0o777]).toEqual([['a.pdf'], 'new', 0o600]);
});

test('an accepted file is replaced behind its link', async () => {
  const { at, read } = open({ written: 'new', 'real.pdf': 'old' });
  symlinkSync('real.pdf', at('a.pdf'));
  await placeOver(at('written'), at('a.pdf'), accept);
  expect([read('real.pdf'), read('a.pdf')]).toEqual(['new', 'new']);
});

test('a file is placed behind a link whose target is missing', async () => {
  const { at, read, names } = open({ written: 'new' });
  symlinkSync('real.pdf', at('a.pdf'));
  placeAnyway(at('written'), at('a.pdf'));
  expect([names(), read('real.pdf')]).toEqual([['a.pdf', 'real.pdf'], 'new']);
});

test('a file that is not accepted stays', async () => {
  const { at, read, names } = open({ written: 'new', 'a.pdf': 'theirs' });
  await expect(placeOver(at('written'), at('a.pdf'), async () => false)).rejects.toMatchObject({ code: 'EEXIST' });
  expect([names(), read('a.pdf')]).toEqual([['a.pdf', 'written'], 'theirs']);
});

test.each(['written into', 'put in its place'])('a file that is %s after it was accepted stays', async (how) => {
  const { at, read, names } = open({ written: 'new', 'a.pdf': 'old', other: 'theirs' });
  const change = async () => {
    if (how === 'written into') writeFileSync(at('a.pdf'), 'theirs');
    else placeAnyway(at('other'), at('a.pdf'));
    return true;
  };
  await expect(placeOver(at('written'), at('a.pdf'), change)).rejects.toMatchObject({ code: 'EEXIST' });
  expect(read('a.pdf')).toBe('theirs');
  expect(names().filter((name) => name !== 'other')).toEqual(['a.pdf', 'written']);
});

test('a file that goes while it is looked at gives way to the new file', async () => {
  const { at, read } = open({ written: 'new' });
  await placeOver(at('written'), at('a.pdf'), accept);
  expect(read('a.pdf')).toBe('new');
});
