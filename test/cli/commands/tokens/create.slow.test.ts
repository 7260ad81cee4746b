import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashToken, isToken } from '../../../../src/engine/administration/tokens.ts';
import { dataFolderAt, prepareDataFolder } from '../../../../src/store/data-folder/data-folder.ts';
import { createSqliteStateStore } from '../../../../src/store/sqlite/create-sqlite-state-store.ts';
import { ends } from '../../../support/ends.ts';
import { makeFolder, runCli } from '../../../support/run-cli.ts';

function makeServerFolder() {
  const cwd = makeFolder();
  prepareDataFolder(join(cwd, 'pdfgen-data'));
  const ask = (line: string, more = {}) => runCli(line.split(' '), { cwd, ...more });
  const json = async (line: string) => JSON.parse((await ask(`${line} --json`)).stdout) as Record<string, unknown>;
  return { cwd, ask, json };
}

test('tokens create prints the token alone, and the store knows it by its hash', async () => {
  const { cwd, ask } = makeServerFolder();
  expect((await ask('teams create default')).exitCode).toBe(0);
  const { stdout, stderr } = await ends(ask('tokens create --name ci'), 0);
  expect(isToken(stdout.trimEnd())).toBe(true);
  expect(stdout.split('\n')).toHaveLength(2);
  expect(stderr).toContain('"ci" of team default: templates:read, templates:write, render, embed, webhooks; never expires');
  expect(stderr).not.toContain(stdout.trim());
  const store = createSqliteStateStore({ path: dataFolderAt(join(cwd, 'pdfgen-data')).state, now: Date.now });
  expect((await store.access.findToken(hashToken(stdout.trim())))?.team.name).toBe('default');
  await store.close();
});

test('tokens create --json has the members that the contract names', async () => {
  const { ask, json } = makeServerFolder();
  await ask('teams create acme');
  const before = Date.now();
  const made = await json('tokens create --name ci --team acme --scope render --expires-in 90d');
  expect(Object.keys(made)).toEqual(['token', 'tokenId', 'team', 'name', 'scopes', 'expiresAt']);
  expect(made).toMatchObject({ team: 'acme', name: 'ci', scopes: ['render'] });
  const lifeDays = (Date.parse(String(made.expiresAt)) - before) / 86_400_000;
  expect(lifeDays).toBeGreaterThanOrEqual(90);
  expect(lifeDays).toBeLessThan(90.01);
});

test('tokens create --metrics makes a token without a team, which list shows and revoke takes', async () => {
  const { ask, json } = makeServerFolder();
  const made = await json('tokens create --name prometheus --metrics --expires-in 90d');
  const { tokenId } = made;
  expect(made).toMatchObject({ team: null, name: 'prometheus', scopes: ['metrics'] });
  const told = await ask('tokens create --name second --metrics');
  expect(isToken(told.stdout.trimEnd())).toBe(true);
  expect(told.stderr).toMatch(/^token \S+ "second" for \/metrics; never expires\nThe token is shown only once\.\n$/);
  expect((await ask('tokens list')).stdout).toMatch(new RegExp(`^${tokenId}\tprometheus\t\tgood\tmetrics\t`));
  expect((await json('tokens list')).items).toMatchObject([{ tokenId, team: null, scopes: ['metrics'] }, {}]);
  expect(await json(`tokens revoke ${tokenId}`)).toEqual({ tokenId, revoked: true });
  expect(await json(`tokens revoke ${tokenId}`)).toEqual({ tokenId, revoked: false });
  expect((await ask('tokens list')).stdout).toContain('\trevoked\tmetrics\t');
  await ask('teams create acme');
  expect((await ask('tokens list --team acme')).stdout).toBe('');
});

test.each([
  ['--scope rendr', /"rendr".*render/],
  ['--scope metrics', /For \/metrics, use --metrics/],
  ['--metrics --team default', /--metrics and --team contradict/],
  ['--metrics --scope render', /--metrics and --scope contradict/],
  ['--expires-in 90', /m, h, d or w/],
  ['--expires-in 0d', /m, h, d or w/],
  ['--expires-in 600w', /at most ten years/],
])('tokens create %s is wrong usage, and makes none', async (flag, message) => {
  const { ask } = makeServerFolder();
  await ask('teams create default');
  const { stderr, stdout, exitCode } = await ask(`tokens create --name ci ${flag}`);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(message);
  expect((await ask('tokens list')).stdout).toBe('');
});

test('a token is listed, revoked, and then listed as revoked', async () => {
  const { ask, json } = makeServerFolder();
  await ask('teams create default');
  const { tokenId, token } = await json('tokens create --name ci');
  expect((await ask('tokens list')).stdout).toMatch(new RegExp(`^${tokenId}\tci\tdefault\tgood\t`));
  expect(await json(`tokens revoke ${tokenId}`)).toEqual({ tokenId, revoked: true });
  expect(await json(`tokens revoke ${tokenId}`)).toEqual({ tokenId, revoked: false });
  const listed = await ask('tokens list');
  expect(listed.stdout).toContain('\trevoked\t');
  expect(JSON.stringify(listed)).not.toContain(token);
  expect((await ask('tokens revoke nothing')).exitCode).toBe(5);
});

test('tokens list --team says which team has no tokens, and names the team that a misspelt name means', async () => {
  const { ask } = makeServerFolder();
  await ask('teams create acme');
  await ask('teams create other');
  expect((await ask('tokens list')).stderr).toBe('There are no tokens. Make one with: pdfgen tokens create --name NAME\n');
  await ask('tokens create --name ci --team other');
  expect((await ask('tokens list --team acme')).stderr).toBe(
    'Team acme has no tokens. Make one with: pdfgen tokens create --team acme --name NAME\n',
  );
  await ends(ask('tokens list --team acne'), 5, 'There is no team "acne"; did you mean "acme"? List');
});

test('origins of a team are changed and printed one a line', async () => {
  const { ask } = makeServerFolder();
  await ask('teams create acme');
  const { stdout } = await ask('teams origins acme --add https://a.example --add http://localhost:3000');
  expect(stdout).toBe('https://a.example\nhttp://localhost:3000\n');
  expect((await ask('teams origins acme --remove https://a.example')).stdout).toBe('http://localhost:3000\n');
  expect((await ask('teams list')).stdout).toMatch(/^acme\t.*\thttp:\/\/localhost:3000\n$/);
  expect((await ask('teams origins acme --add http://a.example')).exitCode).toBe(2);
  expect((await ask('teams origins other')).exitCode).toBe(5);
});

test('keys are rotated, and one is revoked only when that is confirmed', async () => {
  const { ask } = makeServerFolder();
  const made = await ask('keys rotate');
  const rotated = await ask('keys rotate');
  expect([made.stderr, rotated.stderr]).toEqual(['', expect.stringContaining('remove the old keys')]);
  const [first, current] = [made.stdout.trim(), rotated.stdout.trim()];
  expect((await ask('keys list')).stdout).toMatch(new RegExp(`^${current}\t.*\tcurrent\n${first}\t`));
  expect((await ask('keys prune')).stderr).toContain('0 keys removed');
  await ends(ask(`keys revoke ${first}`), 2, '--yes');
  expect((await ask(`keys revoke ${first} --yes`)).exitCode).toBe(0);
  expect((await ask('keys list')).stdout).not.toContain(`${first}\t`);
  expect((await ask(`keys revoke ${first} --yes`)).exitCode).toBe(5);
});

test('keys list, prune and revoke make no key', async () => {
  const { cwd, ask, json } = makeServerFolder();
  expect(await ask('keys list')).toMatchObject({
    exitCode: 0,
    stdout: '',
    stderr: expect.stringContaining('There are no keys yet.'),
  });
  expect(await json('keys list')).toEqual({ items: [], nextCursor: null });
  expect(await json('keys prune')).toEqual({ removed: 0 });
  expect((await ask('keys revoke abc --yes')).exitCode).toBe(5);
  expect(existsSync(dataFolderAt(join(cwd, 'pdfgen-data')).keys)).toBe(false);
  const { kid } = await json('keys rotate');
  expect((await json('keys list')).items).toMatchObject([{ kid, isCurrent: true }]);
});

test('a backup is restored to a data folder with the same tokens', async () => {
  const { cwd, ask, json } = makeServerFolder();
  await ask('teams create default');
  const { tokenId } = await json('tokens create --name ci');
  await ask('keys rotate');
  const made = await ask('backup -o copy');
  expect([made.exitCode, made.stdout]).toEqual([0, `${join(cwd, 'copy')}\n`]);
  expect(made.stderr).not.toContain('keys are not in it');
  expect((await ask('backup -o copy')).exitCode).toBe(2);
  expect(await ask('restore copy --data-dir other')).toMatchObject({ exitCode: 0 });
  expect((await ask('tokens list --data-dir other')).stdout).toMatch(new RegExp(`^${tokenId}\t`));
  expect((await ask('keys list --data-dir other')).stdout).toBe((await ask('keys list')).stdout);
  expect((await ask('restore copy --data-dir other')).exitCode).toBe(2);
  expect((await ask('restore nothing --data-dir third')).exitCode).toBe(2);
  expect(existsSync(join(cwd, 'third'))).toBe(false);
});

test('the data folder is named by flag, else variable, else it is pdfgen-data here; none is made', async () => {
  const { cwd, ask } = makeServerFolder();
  prepareDataFolder(join(cwd, 'second'));
  await ask('teams create a', { env: { PDFGEN_DATA_DIR: 'second' } });
  expect((await ask('teams list --data-dir second')).stdout).toMatch(/^a\t/);
  expect((await ask('teams list')).stdout).toBe('');
  await ends(ask('teams list --data-dir nowhere'), 2, 'pdfgen serve --data-dir');
  expect(readdirSync(cwd)).not.toContain('nowhere');
});

test('administration is refused for a server elsewhere', async () => {
  const { ask } = makeServerFolder();
  await ends(ask('tokens list --remote https://pdf.example.com'), 2, '--remote');
});
