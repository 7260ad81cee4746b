import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { serveOptions } from '../../../src/cli/serve/serve-options.ts';
import { readServeSettings, resolveServeSettings } from '../../../src/cli/serve/serve-settings.ts';
import { engineLimits } from '../../../src/engine/limits.ts';
import { completeSettings } from '../../../src/settings/server-settings.ts';
import { ends } from '../../support/ends.ts';
import { makeFolder, runCli } from '../../support/run-cli.ts';

test('without a word the defaults hold', () => {
  const settings = readServeSettings({}, { env: {}, cwd: '/srv' });
  expect(settings).toEqual(completeSettings({ dataDir: '/srv/pdfgen-data' }));
  expect(settings).toMatchObject({ workers: settings.threads, threads: Math.min(256, availableParallelism()), graceSeconds: 20 });
});

/** A value that each setting takes and that is not its default. */
const others: Readonly<Record<string, string>> = {
  dataDir: 'elsewhere',
  host: '0.0.0.0',
  publicUrl: 'https://pdf.example.com/base',
  tlsCert: 'cert.pem',
  tlsKey: 'key.pem',
  trustProxy: '10.0.0.0/8,::1',
  metricsHost: '0.0.0.0',
  keysFile: 'keys.json',
  logLevel: 'debug',
  threads: String((availableParallelism() % 256) + 1),
  workers: '0',
  database: 'postgres://pdfgen@db.example/pdfgen',
  objects: 's3://results?endpoint=https://objects.example',
  masterKeyFile: 'master.key',
  cacheDir: 'cache',
  spoolDir: 'spool',
  databasePrepared: 'no',
  databaseDirect: 'postgres://pdfgen@direct.example/pdfgen',
  webhookNetworks: '10.0.0.0/8',
};
const otherOf = (name: string, expects: string): string => others[name] ?? String(Number(/from (\d+)/.exec(expects)![1]) + 1);

test.each(serveOptions.map((one) => [one.name, one] as const))(
  '%s is set by flag, variable and file, the flag strongest, and says where from',
  (name, { flag, variable, expects, fallback }) => {
    const value = otherOf(name, expects);
    const cwd = makeFolder({ 'server.json': { [name]: value } });
    const of = (options: Record<string, unknown>, env: Record<string, string>) =>
      resolveServeSettings(options, { env, cwd }).find((one) => one.name === name);
    const fromFile = of({ config: 'server.json' }, {});
    expect(fromFile).toMatchObject({ origin: 'file', place: 'server.json' });
    expect(String(fromFile!.value)).toBe(value);
    expect(fromFile!.value).not.toEqual(fallback({ threads: 2 }));
    expect(of({ config: 'server.json' }, { [variable]: value })).toMatchObject({ origin: 'environment', place: variable });
    const fromFlag = of({ config: 'server.json', [name]: value }, { [variable]: 'wrong, but weaker' });
    expect(fromFlag).toEqual({ name, value: fromFile!.value, origin: 'flag', place: flag });
    expect(of({}, { [variable]: '' })).toMatchObject({ origin: 'default', place: undefined });
  },
);

test('a misspelt variable is an error, and a variable of somebody else is not', async () => {
  const resolve = (env: Record<string, string>) => resolveServeSettings({}, { env, cwd: '/srv' });
  expect(() => resolve({ PDFGEN_DATABSE: 'postgres://db/docs' })).toThrow(
    'The variable PDFGEN_DATABSE is no setting; did you mean PDFGEN_DATABASE?',
  );
  expect(() =>
    resolve({ PDFGEN_SERVICE_HOST: '10.0.0.1', PDFGEN_PORT_8080_TCP: 'x', PDFGEN_BUILD_NUMBER: '7', PDFGEN_HOTS: '' }),
  ).not.toThrow();
  await ends(
    runCli(['teams', 'list'], { cwd: makeFolder(), env: { PDFGEN_DATABSE: 'postgres://db/docs' } }),
    2,
    'PDFGEN_DATABASE',
  );
});

test('what is set holds, with files as absolute paths, and reaches the limits of the engine', () => {
  const cwd = makeFolder();
  // The data is in a folder or in a database.
  const options = serveOptions.filter(({ name }) => name !== 'dataDir');
  const given = Object.fromEntries(options.map(({ name, expects }) => [name, otherOf(name, expects)]));
  const settings = readServeSettings({ ...given, requestSeconds: '60', headerSeconds: '30' }, { env: {}, cwd });
  const untouched = (now: object, before: object) =>
    Object.entries(now).flatMap(([key, value]) =>
      JSON.stringify(value) === JSON.stringify((before as Record<string, unknown>)[key]) ? [key] : [],
    );
  expect(untouched(settings, completeSettings({ dataDir: join(cwd, 'pdfgen-data') }))).toEqual(['dataDir']);
  const [limits, standard] = [engineLimits(settings), engineLimits(completeSettings())];
  expect(untouched(limits, standard)).toEqual([]);
  for (const part of ['now', 'later'] as const) expect(untouched(limits[part], standard[part])).toEqual([]);
  expect(settings.tlsCert).toBe(join(cwd, 'cert.pem'));
});

test('no setting is without a reader', () => {
  const source = fileURLToPath(new URL('../../../src/', import.meta.url));
  const readers = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('settings'))
    .map((file) => readFileSync(join(source, file), 'utf8'));
  const unread = serveOptions.filter(({ name }) => !readers.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
  expect(unread.map(({ name }) => name)).toEqual([]);
});

test.each<[flags: string, env: Record<string, string>, file: object, message: string]>([
  ['--port 70000', {}, {}, '--port must be a whole number from 0 to 65535, got "70000"'],
  ['', { PDFGEN_JOB_SECONDS: '0' }, {}, 'PDFGEN_JOB_SECONDS must be a whole number from 1 to 86400, got "0"'],
  ['--config s.json', {}, { maxPages: 1.5 }, 's.json: "maxPages" must be a whole number from 1 to 1000000, got 1.5'],
  ['--config s.json', {}, { host: { a: 1 } }, 's.json: "host" must be a text that is not empty, got {"a":1}'],
  ['', { PDFGEN_CONFIG: 's.json' }, { trustProxy: ['10.0.0.0/8', 'x'] }, 's.json: "trustProxy" must be IP addresses'],
  ['--trust-proxy 10.0.0.0/33', {}, {}, '--trust-proxy must be IP addresses'],
  ['--public-url https://a:b@example.com', {}, {}, '--public-url must be an http or https address without user'],
  ['--config s.json', {}, { maxPage: 5 }, 's.json: unknown member "maxPage"; did you mean "maxPages"?'],
  ['', { PDFGEN_TLS_CERT: 'c.pem' }, {}, '"tlsKey" is missing: "tlsCert" (PDFGEN_TLS_CERT) needs it.'],
  ['--database mysql://db/x', {}, {}, '--database must be an address such as postgres://USER:PASSWORD@HOST:PORT/DATABASE'],
  ['', { PDFGEN_OBJECTS: 'https://bucket' }, {}, 'PDFGEN_OBJECTS must be an address such as s3://BUCKET?endpoint=https://HOST'],
  [
    '--database postgres://db/x',
    {},
    {},
    '"objects" is missing: "database" (--database) needs it. Give --objects, PDFGEN_OBJECTS, or "objects" in',
  ],
  ['--config s.json', {}, { objects: 's3://bucket' }, '"database" is missing: "objects" (s.json) needs it.'],
  ['--database-direct postgres://db/x', {}, {}, '"database" is missing: "databaseDirect" (--database-direct) needs it.'],
  [
    '--database postgres://db/x --objects s3://bucket',
    {},
    {},
    'Give --master-key-file, PDFGEN_MASTER_KEY_FILE, or "masterKeyFile" in the file of --config. Make',
  ],
  [
    '--database postgres://127.0.0.1:1/x --objects s3://bucket?endpoint=http://127.0.0.1:1 --master-key-file s.json',
    {},
    { not: 'a key' },
    'The file of the master key (--master-key-file or PDFGEN_MASTER_KEY_FILE) must hold 32 random bytes in base64.',
  ],
  [
    '--data-dir data --database postgres://db/x --objects s3://bucket',
    {},
    {},
    '"dataDir" (--data-dir) and "database" (--database) contradict each other',
  ],
  [
    '--header-seconds 2000',
    {},
    {},
    '"headerSeconds" (2000, --header-seconds) must not be longer than "requestSeconds" (1800, default)',
  ],
])('serve %s with %j and a file %j is refused: %s', async (flags, env, file, message) => {
  const cwd = makeFolder({ 's.json': file });
  await ends(runCli(['serve', ...flags.split(' ').filter(Boolean)], { cwd, env }), 2, message);
});

test('config list --server shows what serve would start with, and where each comes from', async () => {
  const cwd = makeFolder({ 's.json': { maxPages: 7 } });
  const env = { PDFGEN_PORT: '9000', PDFGEN_CONFIG: 's.json' };
  const { stdout } = await runCli(['config', 'list', '--server', '--origin'], { cwd, env });
  expect(stdout.split('\n')).toEqual(
    expect.arrayContaining(['port\t9000\tenvironment PDFGEN_PORT', 'maxPages\t7\tfile s.json', 'maxBodyBytes\t1048576\tdefault']),
  );
  const { stdout: json } = await runCli(['config', 'list', '--server', '--json'], { cwd, env });
  expect(JSON.parse(json)).toContainEqual({ name: 'port', value: 9000, origin: 'environment', place: 'PDFGEN_PORT' });
  expect(await runCli(['config', 'list', '--config', 's.json'], { cwd })).toMatchObject({ exitCode: 2 });
});

test('no list and no message shows the password of a database', async () => {
  const cwd = makeFolder();
  const env = { PDFGEN_DATABASE: 'postgres://pdfgen:hidden@db.example/x?password=hidden', PDFGEN_OBJECTS: 's3://b' };
  for (const flags of [[], ['--json'], ['--origin']]) {
    const { stdout, stderr } = await runCli(['config', 'list', '--server', ...flags], { cwd, env });
    expect(stdout).toContain('postgres://pdfgen:***@db.example/x?password=***');
    expect(stdout + stderr).not.toContain('hidden');
  }
  const wrong = await runCli(['config', 'list', '--server'], { cwd, env: { PDFGEN_DATABASE: 'mysql://a:hidden@b' } });
  expect(wrong).toMatchObject({ exitCode: 2, stderr: expect.not.stringContaining('hidden') });
});

test('an invalid certificate is refused with the names of the files, before the data folder is made', async () => {
  const cwd = makeFolder({ 'cert.pem': 'no certificate', 'key.pem': 'no key' });
  await ends(runCli(['serve', '--tls-cert', 'cert.pem', '--tls-key', 'key.pem'], { cwd }), 2, join(cwd, 'cert.pem'));
  expect(existsSync(join(cwd, 'pdfgen-data'))).toBe(false);
  await ends(runCli(['serve', '--tls-cert', 'none.pem', '--tls-key', 'key.pem'], { cwd }), 9, 'none.pem cannot be read');
});
