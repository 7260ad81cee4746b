// The command `pdfgen migrate` on a real database.
import { expect, test } from 'vitest';
import { migrations } from '../../src/store/postgres/migrate.ts';
import { openForProcess } from '../../src/store/postgres/open-postgres.ts';
import { createDatabaseUrl } from '../support/database-url.ts';
import { ends } from '../support/ends.ts';
import { patient, query } from '../support/postgres.ts';
import { makeFolder, runCli } from '../support/run-cli.ts';

async function makeDatabase() {
  const url = await createDatabaseUrl();
  const cwd = makeFolder();
  const run = (...args: readonly string[]) => runCli(['migrate', ...args], { cwd, env: { PDFGEN_DATABASE: url } });
  return { url, cwd, run };
}

test('the command says where the database stands, who uses it and what to run next', async () => {
  const { url, run } = await makeDatabase();
  const form = migrations.length;
  // As after a step that removed something.
  await query(url, 'UPDATE store_form SET min_reader = form');
  const database = await openForProcess({ url, ...patient }, 'worker');
  const current = await run();
  await database.close();
  expect(current.exitCode).toBe(0);
  expect(current.stdout).toMatch(
    new RegExp(
      `^format of the database {2}${form}\nformat of this pdfgen {3}${form}\noldest format allowed {3}${form}\n\nworker\t\\S+\t${process.pid}\t`,
    ),
  );
  expect(current.stderr).toContain('Nothing is left to do.');
  expect(JSON.parse((await run('--json')).stdout)).toEqual({
    format: form,
    oldestFormat: form,
    programFormat: form,
    toExpand: 0,
    toContract: 0,
    processes: [],
  });
  await query(url, 'UPDATE store_form SET form = form + 1');
  expect((await run()).stderr).toContain('A newer pdfgen has changed the database.');
  await query(url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  expect((await run()).stderr).toContain('To make them now, run: pdfgen migrate --expand');
  expect((await run('--expand')).stderr).toContain(`Steps taken: ${form}`);
  expect((await run('--expand')).stderr).toContain('Nothing had to be changed.');
  await ends(run('--contract'), 0, 'Nothing had to be changed.');
});

test('a database that a newer pdfgen contracted, or that cannot be reached, is an error that says what to do', async () => {
  const { url, cwd, run } = await makeDatabase();
  await query(url, 'UPDATE store_form SET form = form + 1, min_reader = form + 1');
  for (const args of [
    ['migrate', '--expand'],
    ['migrate', '--contract'],
    ['teams', 'list'],
  ]) {
    await ends(runCli(args, { cwd, env: { PDFGEN_DATABASE: url } }), 2, 'Use the newer pdfgen.');
  }
  expect(await run('--expand', '--contract')).toMatchObject({ exitCode: 2 });
  await ends(runCli(['migrate'], { cwd }), 2, 'PDFGEN_DATABASE');
  const away = await runCli(['migrate', '--database', 'postgres://u:secret@127.0.0.1:1/d'], { cwd });
  expect(away).toMatchObject({ exitCode: 7, stderr: expect.stringContaining('cannot be reached') as string });
  expect(away.stderr).toContain('The address is 127.0.0.1:1 (ECONNREFUSED).');
  expect(away.stderr).not.toContain('secret');
});
