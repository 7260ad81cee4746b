import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openSpool } from '../../src/files/spool.ts';
import { temporaryIn } from '../../src/files/temporary-name.ts';
import { makeFolder } from '../support/run-cli.ts';

test('a spool gives its bytes as often as needed, from any place, and its file has no name', async () => {
  const folder = join(makeFolder(), 'spool');
  const spool = await openSpool(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(readdirSync(folder)).toEqual([]);
  for (const part of ['one ', 'two ', 'three']) await spool.write(Buffer.from(part));
  expect(spool.bytes).toBe(13);
  expect(await readAll(spool.read(0, 5))).toBe('one two three');
  expect(await readAll(spool.read(4, 100))).toBe('two three');
  expect(await readAll(spool.read(13, 5))).toBe('');
  await spool.close();
  await spool.close();
  await expect(readAll(spool.read(0, 5))).rejects.toThrow();
});

test('what a process left that ended at the wrong moment is removed', async () => {
  const mine = temporaryIn(makeFolder());
  const folder = dirname(mine);
  for (const name of [basename(mine).replace(`-${process.pid}-`, '-999999999-'), 'other.txt'])
    writeFileSync(join(folder, name), '');
  writeFileSync(mine, '');
  const spool = await openSpool(folder);
  expect(readdirSync(folder).toSorted()).toEqual([basename(mine), 'other.txt']);
  expect(existsSync(mine)).toBe(true);
  await spool.close();
});
