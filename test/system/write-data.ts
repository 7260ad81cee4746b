// A process that records versions, makes jobs of them, completes those and deletes old results, until its input ends.
// Arguments: data folder, team, template, its own number.
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataFolderAt } from '../../src/store/data-folder/data-folder.ts';
import { createFileBlobs } from '../../src/store/filesystem/create-file-blobs.ts';
import { createTeamFolders } from '../../src/store/filesystem/create-team-folders.ts';
import { createSqliteStateStore } from '../../src/store/sqlite/create-sqlite-state-store.ts';
import { resultOf } from '../support/result-of.ts';

const [dataDir = '', teamId = '', uuid = '', own = ''] = process.argv.slice(2);
const folder = dataFolderAt(dataDir);
const store = createSqliteStateStore({ path: folder.state, now: Date.now });
const { jobs } = store.team(teamId);
const { templates } = createTeamFolders(dataDir, (id) => store.templateIndex(id)).team(teamId);
const blobs = createFileBlobs(folder.results).team(teamId);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let isOver = false;
process.stdin.on('end', () => (isOver = true)).resume();

const made: string[] = [];
for (let n = 0; !isOver; n++) {
  const file = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${n + 1}" height="${own}1"/>`);
  await templates.putAsset(sha256(file), file);
  const document = { name: `${own}-${n}`, pages: [{ body: [] }], dataSchema: true, exampleData: {} };
  await templates.replace(uuid, { uuid: undefined, slug: 'note', document, assets: { 'logo.svg': sha256(file) } }, undefined);
  const templateVersion = (await templates.get(uuid)).version ?? 1;
  const job = { uuid: randomUUID(), templateUuid: uuid, templateVersion, embedded: null, data: '{}', options: '{}', priority: 0 };
  await jobs.create({ ...job, createdMs: Date.now() }, { maxUnfinished: 1_000_000 });
  for (const claim of await store.queue.claim(1, 30_000)) {
    const bytes = Buffer.from(`%PDF ${claim.uuid}`);
    const blob = `${claim.uuid}-${claim.attempt}.pdf`;
    await blobs.write(blob, resultOf(bytes));
    const result = { blob, filename: 'a.pdf', bytes: bytes.length, pages: 1, sha256: sha256(bytes) };
    await store.queue.complete(claim, result, [], 86_400_000);
    made.push(claim.uuid);
  }
  if (made.length > 5) {
    const blob = await jobs.discard(made.shift()!);
    if (blob !== undefined) await blobs.delete(blob);
  }
  if (n === 5) process.stdout.write('writing\n');
  await sleep(1);
}
await store.close();
