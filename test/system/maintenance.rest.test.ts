// docs/guides/maintenance.md: its SQL and its commands for many machines, carried out on a real database and bucket.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeCluster, type TestCluster } from '../support/cluster.ts';
import { ends } from '../support/ends.ts';
import { makeFolder, runCli } from '../support/run-cli.ts';

const page = readFileSync(fileURLToPath(new URL('../../docs/guides/maintenance.md', import.meta.url)), 'utf8');
/** Each heading with what is below it. */
const sections = Object.fromEntries(page.split(/^##+ /m).map((text) => [text.split('\n', 1)[0]!, text]));

const blocksOf = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`^ *\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'gm'))].map(([, block]) => block!);
/** Statements of a block end with a semicolon at the end of a line. */
const statementsOf = (text: string) =>
  blocksOf(text, 'sql').flatMap((block) => block.split(/;\n/).filter((one) => one.trim() !== ''));
const commandsOf = (text: string) => blocksOf(text, 'sh').flatMap((block) => block.trim().split('\n'));

function openShell({ settings, env: keys }: TestCluster, more: Readonly<Record<string, string>> = {}) {
  const { database, objects, masterKeyFile } = settings;
  const env = { ...keys, PDFGEN_DATABASE: database, PDFGEN_OBJECTS: objects, PDFGEN_MASTER_KEY_FILE: masterKeyFile!, ...more };
  const cwd = makeFolder();
  return (command: string) => {
    const [program, ...args] = command.trim().split(/\s+/);
    expect(program).toBe('pdfgen');
    return runCli(args, { cwd, env });
  };
}

test('every statement and every command can be run', async () => {
  const cluster = await makeCluster();
  const run = openShell(cluster);
  await run('pdfgen teams create acme');
  await run('pdfgen tokens create --team acme --name ci --scope render');
  const [{ tokenId }] = (JSON.parse((await run('pdfgen tokens list --json')).stdout) as { items: [{ tokenId: string }] }).items;
  const commands = commandsOf(page);
  expect(commands.length).toBeGreaterThan(4);
  for (const command of commands) expect(await run(command.replace('TOKEN_ID', tokenId)), command).toMatchObject({ exitCode: 0 });
  const statements = statementsOf(page);
  expect(statements.length).toBeGreaterThan(8);
  for (const sql of statements) await cluster.query(sql);
  // Short ones stand within a line.
  for (const [, sql] of page.matchAll(/`(SELECT [^`]*)`/g)) await cluster.query(sql!.replace('PID', '0'));
  expect(await cluster.query(statementsOf(sections['The database moved to a standby']!)[0]!)).toEqual([
    { pg_is_in_recovery: false },
  ]);
});

test('the page finds the team with the most jobs, and the job whose process was lost', async () => {
  const cluster = await makeCluster();
  await openShell(cluster)('pdfgen teams create acme');
  await cluster.query(`
    INSERT INTO team_sums (team_id, slot, unfinished, result_bytes) SELECT id, slot, 4, 0 FROM teams, generate_series(0, 1) AS slot;
    INSERT INTO jobs (id, team_id, uuid, template_uuid, template_version, options, created_ms, warnings)
      SELECT n, id, gen_random_uuid(), gen_random_uuid(), 1, '{}', 0, '[]' FROM teams, generate_series(1, 2) AS n;
    INSERT INTO queue (job_id, team_id, queue_rank, queue_position, attempts, process_losses)
      SELECT jobs.id, team_id, 0, jobs.id, 3, jobs.id - 1 FROM jobs`);
  const ask = (heading: string) => cluster.query(statementsOf(sections[heading]!)[0]!);
  expect(await ask('The queue grows')).toEqual([{ team: 'acme', jobs: '8' }]);
  const [{ uuid: job }] = (await cluster.query('SELECT uuid FROM jobs WHERE id = 2')) as [{ uuid: string }];
  expect(await ask('A worker is killed again and again')).toEqual([
    { team: 'acme', job, attempts: 3, thread_deaths: 0, process_losses: 1 },
  ]);
});

test('with another master key the keys cannot be read; after the steps of the page they can', async () => {
  const cluster = await makeCluster();
  expect(await openShell(cluster)('pdfgen keys rotate')).toMatchObject({ exitCode: 0 });
  const section = sections['The master key is lost, or somebody else has it']!;
  const file = join(makeFolder(), 'other.key');
  writeFileSync(file, Buffer.alloc(32, 9).toString('base64'));
  const run = openShell(cluster, { PDFGEN_MASTER_KEY_FILE: file });
  const [look] = commandsOf(section);
  await ends(run(look!), 2, 'another master key');
  for (const sql of statementsOf(section)) await cluster.query(sql);
  expect(await run(look!)).toMatchObject({ exitCode: 0 });
});
