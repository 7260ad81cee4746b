import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { CompactEncrypt } from 'jose';
import { expect, test } from 'vitest';
import { type CapabilityClaims, mintCapability, openCapability } from '../../../src/engine/embedded/capability.ts';
import { type CapabilityKeys, longestCapabilityMs } from '../../../src/store/capability-keys.ts';
import { openKeyFile } from '../../../src/store/filesystem/key-file.ts';
import { makeFolder } from '../../support/folders.ts';

const start = Date.UTC(2026, 0, 1);

function makeKeys(): { keys: CapabilityKeys; path: string; folder: string; clock: { ms: number }; reopen(): CapabilityKeys } {
  const folder = makeFolder();
  const path = join(folder, 'data', 'keys.json');
  const clock = { ms: start };
  const reopen = () => openKeyFile({ path, isMade: true, now: () => clock.ms });
  return { keys: reopen(), path, folder, clock, reopen };
}

const claims: CapabilityClaims = {
  sessionUuid: '0190a1b2-0000-7000-8000-000000000001',
  teamId: 'team',
  baseTemplateUuid: '0190a1b2-0000-7000-8000-000000000002',
  externalUuid: '0190a1b2-0000-7000-8000-000000000003',
  issuedMs: start + 123,
  expiresMs: start + 123 + 300_000,
  hostOrigin: 'https://app.example',
};

const refused = { code: 'UNAUTHENTICATED' };

/** A token made with the service's own key, but not as the service makes it. */
async function forge(keys: CapabilityKeys, header: object, payload: unknown): Promise<string> {
  return new CompactEncrypt(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: (await keys.current()).kid, ...header })
    .encrypt((await keys.current()).key);
}

test('a capability opens until the millisecond of its end', async () => {
  const { keys } = makeKeys();
  const capability = await mintCapability(keys, claims);
  expect(await openCapability(keys, capability, claims.expiresMs - 1)).toEqual(claims);
  await expect(openCapability(keys, capability, claims.expiresMs)).rejects.toMatchObject({ code: 'CAPABILITY_EXPIRED' });
});

test('a capability is a JWE with exactly alg, enc and kid, and shows nothing of its claims', async () => {
  const { keys } = makeKeys();
  const capability = await mintCapability(keys, claims);
  const parts = capability.split('.');
  expect(parts).toHaveLength(5);
  expect(parts[1]).toBe('');
  const header = JSON.parse(Buffer.from(parts[0]!, 'base64url').toString()) as unknown;
  expect(header).toEqual({ alg: 'dir', enc: 'A256GCM', kid: (await keys.current()).kid });
  expect(Buffer.from(capability.replaceAll('.', ''), 'base64url').toString('latin1')).not.toContain(claims.sessionUuid);
  expect(await mintCapability(keys, claims)).not.toBe(capability);
});

test('the longest host origin still fits in 2 KiB', async () => {
  const { keys } = makeKeys();
  const hostOrigin = `https://${'a'.repeat(247)}`;
  const capability = await mintCapability(keys, { ...claims, hostOrigin });
  expect(capability.length).toBeLessThanOrEqual(2048);
  expect((await openCapability(keys, capability, start)).hostOrigin).toBe(hostOrigin);
});

test('a changed byte anywhere is refused', async () => {
  const { keys } = makeKeys();
  const capability = await mintCapability(keys, claims);
  for (const [i, part] of capability.split('.').entries()) {
    if (part === '') continue;
    const changed = capability.split('.');
    changed[i] = `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`;
    await expect(openCapability(keys, changed.join('.'), start)).rejects.toMatchObject(refused);
  }
});

test.each([
  ['nothing', ''],
  ['an API token', `pdfgen_${'a'.repeat(49)}`],
  ['five empty parts', '....'],
  ['a header that is no JSON', 'aaaa....'],
  ['an unsigned JWT', `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`],
  ['more than 2 KiB', 'a'.repeat(2049)],
])('%s is no capability', async (_name, text) => {
  const { keys } = makeKeys();
  await expect(openCapability(keys, text, start)).rejects.toMatchObject(refused);
});

const payload = {
  aud: 'pdfgen-editor',
  session: claims.sessionUuid,
  team: claims.teamId,
  pair: [claims.baseTemplateUuid, claims.externalUuid],
  iat: start / 1000,
  exp: start / 1000 + 300,
  hostOrigin: null,
};

test('a token of the right key opens only with the right audience, header and claims', async () => {
  const { keys } = makeKeys();
  await expect(openCapability(keys, await forge(keys, {}, payload), start)).resolves.toMatchObject({ hostOrigin: null });
  const wrong: [object, unknown][] = [
    [{}, { ...payload, aud: 'pdfgen-other' }],
    [{}, { ...payload, session: 'x' }],
    [{}, { ...payload, pair: [claims.baseTemplateUuid] }],
    [{}, { ...payload, exp: undefined }],
    [{}, { ...payload, exp: '9999999999' }],
    [{}, null],
    [{ typ: 'JWT' }, payload],
    [{ kid: 'unknown' }, payload],
    [{ kid: undefined }, payload],
  ];
  for (const [header, claimed] of wrong)
    await expect(openCapability(keys, await forge(keys, header, claimed), start)).rejects.toMatchObject(refused);
});

/** An authentic token with any header at all, made without the library: it would open if its header were not looked at. */
async function seal(keys: CapabilityKeys, header: object, plaintext: Uint8Array): Promise<string> {
  const text = Buffer.from(JSON.stringify(header)).toString('base64url');
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', (await keys.current()).key, iv).setAAD(Buffer.from(text));
  const sealed = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return [text, '', ...[iv, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
}

test('an authentic token with compression, a critical extension or anything else in its header is refused', async () => {
  const { keys } = makeKeys();
  const header = { alg: 'dir', enc: 'A256GCM', kid: (await keys.current()).kid };
  const plain = Buffer.from(JSON.stringify(payload));
  await expect(openCapability(keys, await seal(keys, header, plain), start)).resolves.toMatchObject({ teamId: 'team' });
  const wrong: [object, Uint8Array][] = [
    [{ zip: 'DEF' }, deflateRawSync(plain)],
    [{ crit: ['b64'], b64: true }, plain],
    [{ b64: true }, plain],
    [{ enc: 'A128GCM' }, plain],
    [{ alg: 'A256KW' }, plain],
  ];
  for (const [more, text] of wrong)
    await expect(openCapability(keys, await seal(keys, { ...header, ...more }, text), start)).rejects.toMatchObject(refused);
});

test('the key is derived from the secret by HKDF-SHA-256', async () => {
  const { keys, path } = makeKeys();
  const { keys: stored } = JSON.parse(readFileSync(path, 'utf8')) as { keys: { kid: string; secret: string }[] };
  const secret = Buffer.from(stored[0]!.secret, 'base64url');
  expect(secret).toHaveLength(32);
  expect(Buffer.from((await keys.current()).key)).toEqual(
    Buffer.from(hkdfSync('sha256', secret, '', 'pdfgen-editor A256GCM', 32)),
  );
});

test('the file is made once, for its owner alone, and leaves nothing beside it', async () => {
  const { keys, path, reopen } = makeKeys();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await reopen().list()).toEqual(await keys.list());
  await keys.rotate();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(path, '..'))).toEqual(['keys.json']);
});

test('a list of keys shows no secret', async () => {
  const { keys } = makeKeys();
  expect(Object.keys((await keys.list())[0]!).sort()).toEqual(['createdAt', 'kid']);
});

test('after a rotation the new key encrypts and the old one still opens, in every process', async () => {
  const { keys, reopen } = makeKeys();
  const other = reopen();
  const old = await mintCapability(keys, claims);
  const { kid } = await keys.rotate();
  expect((await other.current()).kid).toBe(kid);
  expect(await openCapability(other, old, start)).toEqual(claims);
  expect(await openCapability(keys, await mintCapability(other, claims), start)).toEqual(claims);
});

test('rotations at the same moment lose no key', async () => {
  const { keys, reopen } = makeKeys();
  const made = await Promise.all([keys.rotate(), reopen().rotate(), reopen().rotate()]);
  expect((await keys.list()).map((one) => one.kid)).toEqual(expect.arrayContaining(made.map((one) => one.kid)));
  expect(await keys.list()).toHaveLength(4);
});

test('pruning keeps a key until its last capability has expired', async () => {
  const { keys, clock } = makeKeys();
  const old = await mintCapability(keys, { ...claims, expiresMs: start + longestCapabilityMs });
  await keys.rotate();
  clock.ms = start + longestCapabilityMs - 1;
  expect(await keys.prune()).toBe(0);
  await expect(openCapability(keys, old, clock.ms)).resolves.toMatchObject({ teamId: 'team' });
  clock.ms += 1;
  expect(await keys.prune()).toBe(1);
  await expect(openCapability(keys, old, clock.ms)).rejects.toMatchObject(refused);
  expect(await keys.prune()).toBe(0);
});

test('a revoked key opens nothing any more; the last one is replaced', async () => {
  const { keys, reopen } = makeKeys();
  const other = reopen();
  const capability = await mintCapability(keys, claims);
  const { kid } = await keys.current();
  expect(await keys.revoke('unknown')).toBe(false);
  expect(await keys.revoke(kid)).toBe(true);
  await expect(openCapability(other, capability, start)).rejects.toMatchObject(refused);
  expect((await other.current()).kid).not.toBe(kid);
});

test("the server's own file is refused when others may read it, even while it is in use; a file named by a setting may be a mounted secret", async () => {
  const { path, keys, reopen } = makeKeys();
  const refusal = expect.objectContaining({
    code: 'INTERNAL',
    exitCode: 2,
    message: expect.stringContaining('chmod 600') as string,
  });
  for (const mode of [0o644, 0o604, 0o606, 0o666, 0o601]) {
    chmodSync(path, mode);
    expect(reopen).toThrow(refusal);
    await expect(keys.current()).rejects.toEqual(refusal);
    expect(await openKeyFile({ path, isMade: false, now: () => start }).list()).toHaveLength(1);
  }
  for (const mode of [0o600, 0o640, 0o660, 0o400]) {
    chmodSync(path, mode);
    expect(await reopen().list()).toEqual(await keys.list());
  }
});

test('a file named by a setting must exist and hold keys; the message names no path', async () => {
  const { folder } = makeKeys();
  const path = join(folder, 'named.json');
  const open = () => openKeyFile({ path, isMade: false, now: () => start });
  const refusal = { code: 'INTERNAL', exitCode: 2, message: expect.not.stringContaining(folder) as string };
  expect(open).toThrow(expect.objectContaining(refusal));
  expect(existsSync(path)).toBe(false);
  for (const content of ['', '[]', '{"keys":[]}', '{"keys":[{"kid":"a","createdAt":"2026-01-01T00:00:00Z","secret":"short"}]}']) {
    writeFileSync(path, content);
    expect(open).toThrow(expect.objectContaining(refusal));
  }
  const secret = Buffer.alloc(32, 1).toString('base64url');
  writeFileSync(path, JSON.stringify({ keys: [{ kid: 'a', createdAt: '2026-01-01T00:00:00Z', secret }] }));
  expect((await open().current()).kid).toBe('a');
});
