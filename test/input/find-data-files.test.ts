import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findDataFiles } from '../../src/input/find-data-files.ts';
import { makeFolder } from '../support/run-cli.ts';

function folderOf(...files: string[]): string {
  const folder = makeFolder();
  mkdirSync(join(folder, 'in/node_modules'), { recursive: true });
  for (const file of files) writeFileSync(join(folder, file), '');
  return folder;
}

test('a folder gives the files of the extensions that are asked for', async () => {
  const cwd = folderOf('in/a.json', 'in/b.CSV', 'in/c.xlsx', 'in/~$c.xlsx', 'in/.d.csv', 'in/e.pdf', 'in/node_modules/f.csv');
  expect(await findDataFiles(['in'], cwd)).toEqual({ files: ['in/a.json'], empty: [] });
  expect(await findDataFiles(['in'], cwd, ['.csv', '.xlsx'])).toEqual({ files: ['in/b.CSV', 'in/c.xlsx'], empty: [] });
});

test('a pattern gives what it matches, but not what a spreadsheet program keeps beside its file', async () => {
  const cwd = folderOf('in/c.xlsx', 'in/~$c.xlsx', 'in/[x].csv');
  expect(await findDataFiles(['in/*.xlsx', 'in/*.none', 'in/[x].csv', '-', 'missing.csv'], cwd)).toEqual({
    files: ['in/c.xlsx', 'in/[x].csv', '-', 'missing.csv'],
    empty: ['in/*.none'],
  });
});
