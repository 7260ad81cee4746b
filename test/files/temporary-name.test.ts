import { chmodSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { removeLeftovers, temporaryIn } from '../../src/files/temporary-name.ts';
import { openWholeFile } from '../../src/files/whole-file.ts';
import { writeFileWhole } from '../../src/files/write-file.ts';
import { makeFolder } from '../support/run-cli.ts';

/** The name that another process gives, on this machine or on another one. */
const nameOf = (pid: number, machine?: string): string =>
  basename(temporaryIn(''))
    .replace(`-${process.pid}-`, `-${pid}-`)
    .replace(/^\.pdfgen-\w+/, (own) => (machine === undefined ? own : `.pdfgen-${machine}`));
/** Linux has no process with this id. */
const dead = 999_999_999;
const age = (path: string, hours: number) => utimesSync(path, Date.now() / 1000 - hours * 3600, Date.now() / 1000 - hours * 3600);

test('files of earlier processes are removed, even with the id of this process; files being written stay', () => {
  const earlier = nameOf(process.pid);
  const stays = [nameOf(1), '.pdfgen-x.tmp', '.a.tmp', 'b.txt'];
  const folder = makeFolder(
    Object.fromEntries([earlier, nameOf(dead), `${nameOf(dead)}-journal`, ...stays].map((name) => [name, 'half'])),
  );
  age(join(folder, earlier), 9);
  const folderLeft = join(folder, nameOf(dead));
  mkdirSync(folderLeft);
  writeFileSync(join(folderLeft, 'template.json'), '{');
  const file = openWholeFile(join(folder, 'a.pdf'));
  removeLeftovers(folder);
  file.put();
  expect(readdirSync(folder).toSorted()).toEqual(['a.pdf', ...stays].toSorted());
});

test('a file of another machine stays for a day after it was last written', () => {
  const [young, old] = [nameOf(dead, 'aaaaaaaa'), nameOf(1, 'bbbbbbbb')];
  const folder = makeFolder({ [young]: '', [old]: '' });
  age(join(folder, young), 23);
  age(join(folder, old), 25);
  removeLeftovers(folder);
  expect(readdirSync(folder)).toEqual([young]);
});

test('each written file removes what killed processes left beside it', async () => {
  const folder = makeFolder({ [nameOf(dead)]: 'half' });
  await writeFileWhole(join(folder, 'a.pdf'), [Buffer.from('%PDF')]);
  expect(readdirSync(folder)).toEqual(['a.pdf']);
});

test('what cannot be listed or removed stays, without an error', () => {
  const folder = makeFolder({ [`closed/${nameOf(dead)}`]: 'of another user' });
  chmodSync(join(folder, 'closed'), 0o100);
  removeLeftovers(join(folder, 'closed'));
  removeLeftovers(join(folder, 'missing'));
  chmodSync(join(folder, 'closed'), 0o700);
});
