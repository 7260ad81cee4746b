import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWholeFile, removeLeftovers } from '../../src/files/whole-file.ts';
import { makeFolder } from '../support/run-cli.ts';

test('files of earlier processes are removed, even with the id of this process; files being written stay', () => {
  const earlier = `.pdfgen-${process.pid}-0123abcd.tmp`;
  const folder = makeFolder({ [earlier]: 'half', '.pdfgen-1-0123abcd.tmp': 'of one that runs', '.pdfgen-x.tmp': 'not ours' });
  utimesSync(join(folder, earlier), 1_000, 1_000);
  const file = openWholeFile(join(folder, 'a.pdf'));
  removeLeftovers(folder);
  file.put();
  expect(readdirSync(folder).toSorted()).toEqual(['.pdfgen-1-0123abcd.tmp', '.pdfgen-x.tmp', 'a.pdf']);
});
