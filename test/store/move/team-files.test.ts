// What a move reads in the folder of a team.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createFilesystemStore } from '../../../src/store/filesystem/create-filesystem-store.ts';
import { readTeamFiles } from '../../../src/store/move/team-files.ts';
import { pixel } from '../../support/pixel.ts';
import { greeting, makeWorkspace } from '../filesystem/workspace.ts';

const uuid = '0190a1b2-0000-7000-8000-00000000000a';
const logo = createHash('sha256').update(pixel).digest('hex');

test('content that no version has becomes the next version, with its files', async () => {
  const { folder, write } = makeWorkspace(greeting('a', { uuid }));
  const { templates } = createFilesystemStore(folder).team('default');
  await templates.saveVersion(uuid);
  write('templates/a/example.json', { name: 'Bob' });
  write('templates/a/assets/logo.png', pixel);

  const files = await readTeamFiles(folder);
  expect(files.templates).toMatchObject([{ uuid, slug: 'a', firstVersion: 1, version: 2 }]);
  expect([...files.versions()]).toMatchObject([
    { uuid, number: 1, slug: 'a', document: { exampleData: { name: 'Ada' } }, assets: {} },
    { uuid, number: 2, slug: 'a', document: { exampleData: { name: 'Bob' } }, assets: { 'logo.png': { sha256: logo } } },
  ]);
  expect(files.assets).toEqual([logo]);
  expect(files.readAsset(logo).bytes).toEqual(pixel);
});
