import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scopes } from '../../../src/contract/scopes.ts';
import { openAdmin } from '../../../src/engine/administration/admin.ts';
import { createToken, hashToken, isToken } from '../../../src/engine/administration/tokens.ts';
import { dataFolderAt, openDataFolder, prepareDataFolder } from '../../../src/store/data-folder/data-folder.ts';
import { createSqliteStateStore } from '../../../src/store/sqlite/create-sqlite-state-store.ts';
import { makeFolder } from '../../support/run-cli.ts';

const now = () => 1_800_000_000_000;

async function open() {
  const dataDir = join(makeFolder(), 'data');
  prepareDataFolder(dataDir);
  const admin = await openAdmin({ dataDir, now });
  onTestFinished(() => admin.close());
  return { admin, dataDir };
}

test('a token has its form, and its checksum finds every wrong character', () => {
  const token = createToken();
  expect(token).toMatch(/^pdfgen_[0-9A-Za-z]{49}$/);
  expect(isToken(token)).toBe(true);
  for (let at = 'pdfgen_'.length; at < token.length; at++) {
    const wrong = token[at] === 'x' ? 'y' : 'x';
    expect(isToken(token.slice(0, at) + wrong + token.slice(at + 1))).toBe(false);
  }
  for (const wrong of ['', token.slice(1), token.slice(0, -1), `${token}0`, `${token}\n`, token.toUpperCase()])
    expect(isToken(wrong)).toBe(false);
});

test('tokens differ, and their hash is SHA-256', () => {
  expect(new Set(Array.from({ length: 200 }, createToken)).size).toBe(200);
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('a data folder is made for its owner alone, once, and found again', () => {
  const dataDir = join(makeFolder(), 'deep', 'data');
  expect(() => openDataFolder(dataDir)).toThrow(/is not a data folder.*--data-dir/);
  const { root, marker } = prepareDataFolder(dataDir);
  expect(statSync(root).mode & 0o777).toBe(0o700);
  expect(statSync(marker).mode & 0o777).toBe(0o600);
  expect(prepareDataFolder(dataDir)).toEqual(openDataFolder(dataDir));
  expect(readdirSync(root)).toEqual(['pdfgen-data.json']);
});

test('an empty folder that others could read is closed; one with other things is left alone', () => {
  const dataDir = makeFolder();
  chmodSync(dataDir, 0o755);
  mkdirSync(join(dataDir, 'lost+found'));
  prepareDataFolder(dataDir);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  const other = makeFolder({ 'thesis.txt': 'mine' });
  chmodSync(other, 0o755);
  expect(() => prepareDataFolder(other)).toThrow(/is not empty and not a data folder/);
  expect(readdirSync(other)).toEqual(['thesis.txt']);
});

test.each([
  ['{"format": 2}', /format 2, made by a newer pdfgen/],
  ['{"format": "1"}', /is damaged/],
  ['null', /is damaged/],
  ['', /is damaged/],
])('a marker %j is refused', async (text, message) => {
  const dataDir = makeFolder({ 'pdfgen-data.json': text });
  expect(() => openDataFolder(dataDir)).toThrow(message);
  expect(() => prepareDataFolder(dataDir)).toThrow(message);
  await expect(openAdmin({ dataDir, now })).rejects.toThrow(message);
  expect(readdirSync(dataDir)).toEqual(['pdfgen-data.json']);
});

test('administration makes nothing in a folder that is not a data folder', async () => {
  const cwd = makeFolder();
  await expect(openAdmin({ dataDir: join(cwd, 'data'), now })).rejects.toThrow(/is not a data folder/);
  expect(existsSync(join(cwd, 'data'))).toBe(false);
});

test('teams have names of their own', async () => {
  const { teams } = (await open()).admin;
  const team = await teams.create('acme');
  await expect(teams.create('acme')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  expect(await teams.get('acme')).toEqual(team);
  expect(await teams.get(team.id)).toEqual(team);
  expect(await teams.list()).toEqual([team]);
  for (const name of ['', '../x', '-a', 'a b', 'a'.repeat(65), team.id])
    await expect(teams.create(name)).rejects.toThrow(/is not a valid name of a team/);
  await expect(teams.get('other')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('origins are added to the list and removed from it, and invalid origins are refused', async () => {
  const { teams } = (await open()).admin;
  await teams.create('acme');
  const change = (add: string[], remove: string[] = []) => teams.changeOrigins('acme', { add, remove });
  expect(await change(['https://a.example', 'http://localhost:3000'])).toEqual(['https://a.example', 'http://localhost:3000']);
  expect(await change(['https://a.example'], ['http://localhost:3000'])).toEqual(['https://a.example']);
  for (const origin of ['http://a.example', 'https://a.example/', 'https://*', 'https://a;b', 'https://a,b', '*'])
    await expect(change([origin])).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  await expect(change([], ['https://b.example'])).rejects.toThrow(/is not on the list/);
  expect((await teams.get('acme')).origins).toEqual(['https://a.example']);
});

test('origins that are added at the same moment are all kept', async () => {
  const { admin, dataDir } = await open();
  await admin.teams.create('acme');
  const other = await openAdmin({ dataDir, now });
  const add = (which: typeof admin, n: number) =>
    which.teams.changeOrigins('acme', { add: [`https://h${n}.example`], remove: [] });
  await Promise.all(Array.from({ length: 10 }, (_, n) => add(n % 2 ? admin : other, n)));
  await other.close();
  expect((await admin.teams.get('acme')).origins).toHaveLength(10);
});

test('of a token only its hash is kept, and a running server sees its revocation at once', async () => {
  const { admin, dataDir } = await open();
  const { teams, tokens } = admin;
  await teams.create('acme');
  const given = { name: 'ci', team: 'acme', scopes: ['render', 'templates:read', 'render'] as const, lifeMs: 1 };
  const { token, id, ...made } = await tokens.create(given);
  expect(made).toMatchObject({ team: 'acme', name: 'ci', scopes: ['templates:read', 'render'], expiresMs: now() + 1 });
  const server = createSqliteStateStore({ path: dataFolderAt(dataDir).state, now });
  onTestFinished(() => server.close());
  expect((await server.access.findToken(hashToken(token)))?.token.revokedMs).toBeNull();
  expect(await tokens.revoke(id)).toBe(true);
  expect((await server.access.findToken(hashToken(token)))?.token.revokedMs).toBe(now());
  expect(await tokens.revoke(id)).toBe(false);
  await expect(tokens.revoke('no-such')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const kept = readdirSync(dataDir).filter((name) => statSync(join(dataDir, name)).isFile());
  expect(kept).toContain('state.db');
  for (const name of kept) expect(readFileSync(join(dataDir, name)).includes(token)).toBe(false);
});

test('tokens are listed by team, and made for one that is there', async () => {
  const { teams, tokens } = (await open()).admin;
  await teams.create('a');
  await teams.create('b');
  const of = (team: string) => tokens.create({ name: team, team, scopes, lifeMs: null });
  await of('a');
  await of('b');
  expect((await tokens.list(undefined)).map(({ team }) => team).sort()).toEqual(['a', 'b']);
  expect((await tokens.list('b')).map(({ name }) => name)).toEqual(['b']);
  await expect(of('c')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(tokens.list('c')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const wrong = { name: 'n', team: 'a', scopes, lifeMs: null };
  for (const part of [{ name: ' ' }, { name: 'a\u001b[2J' }, { scopes: [] }])
    await expect(tokens.create({ ...wrong, ...part })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

test('keys are made where the data folder has none, and those of a setting must be there', async () => {
  const { admin, dataDir } = await open();
  const [key] = await (await admin.openKeys()).list();
  expect(statSync(dataFolderAt(dataDir).keys).mode & 0o777).toBe(0o600);
  expect(await (await admin.openKeys()).list()).toEqual([key]);
  const keysFile = join(makeFolder(), 'keys.json');
  const other = await openAdmin({ dataDir, keysFile, now });
  onTestFinished(() => other.close());
  await expect(other.openKeys()).rejects.toThrow(/keys/);
  const secret = createHash('sha256').update('x').digest('base64url');
  writeFileSync(keysFile, JSON.stringify({ keys: [{ kid: 'mine', createdAt: new Date(now()).toISOString(), secret }] }));
  const keys = await (await other.openKeys()).list();
  expect(keys.map(({ kid }) => kid)).toEqual(['mine']);
});
