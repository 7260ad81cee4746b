// The files of docs/deploy, each command in them carried out on this machine: what they say is what works.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { makeFolder } from '../support/folders.ts';
import { freePort } from '../support/free-port.ts';
import { buildImage, type Image, readInstructions, searchPath } from '../support/image.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const deploy = join(root, 'docs/deploy');
const read = (name: string) => readFileSync(join(deploy, name), 'utf8');
const secrets = /token|secret|password|passwd|private_?key/i;

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  stderr(): string;
}

type Surroundings = { cwd: string; env: Record<string, string>; uid?: number; gid?: number };

async function startServer([program, ...args]: readonly string[], surroundings: Surroundings): Promise<Started> {
  const child = spawn(program!, args, { ...surroundings, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  for await (const chunk of child.stdout) {
    out += chunk;
    const [, url] = /listening on (\S+)/.exec(out) ?? [];
    if (url !== undefined) return { child, url, stderr: () => err };
  }
  throw new Error(`The server did not start: ${err}`);
}

async function stop({ child }: Started, signal: string, graceSeconds: number): Promise<number | null> {
  const late = setTimeout(() => child.kill('SIGKILL'), graceSeconds * 1000);
  child.kill(signal as NodeJS.Signals);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(late);
  return code;
}

describe('Dockerfile and compose.yaml', () => {
  const compose = parse(read('compose.yaml')) as {
    services: { pdfgen: Record<string, unknown> & { environment: Record<string, string>; command: string[] } };
    volumes: Record<string, unknown>;
  };
  const service = compose.services.pdfgen;
  let image: Image;
  let folder: string;

  beforeAll(() => {
    // Each RUN and COPY is done here.
    ({ image, folder } = buildImage(join(deploy, 'Dockerfile'), root));
    execFileSync('chmod', ['-R', 'a-w', image.map('/pdfgen')]); // a read-only root
  }, 300_000);
  afterAll(() => {
    if (folder === undefined) return;
    execFileSync('chmod', ['-R', 'u+w', folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  /** As the image's user sees it; who is not the administrator here is somebody else. */
  async function surroundings(more: Readonly<Record<string, string>> = {}): Promise<Surroundings> {
    const [uid, gid] = image.user.split(':').map(Number);
    const env = Object.fromEntries(Object.entries({ ...image.env, ...more }).map(([name, value]) => [name, image.map(value)]));
    return {
      cwd: image.map(image.workdir),
      // The address of the container is here that of this machine.
      env: {
        PATH: searchPath,
        ...env,
        PDFGEN_HOST: '127.0.0.1',
        PDFGEN_PORT: String(await freePort()),
        PDFGEN_MIN_FREE_BYTES: '0',
      },
      ...(process.getuid!() === 0 && { uid: uid!, gid: gid! }),
    };
  }

  function runInside([program, ...args]: readonly string[], { env, ...more }: Surroundings) {
    return spawnSync(program!, args.map(image.map), { ...more, env, encoding: 'utf8', timeout: 120_000 });
  }

  async function serveAndStop(command: readonly string[], more: Readonly<Record<string, string>>): Promise<void> {
    const around = await surroundings(more);
    const server = await startServer([...image.entrypoint, ...command].map(image.map), around);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(runInside(image.healthCheck, around)).toMatchObject({ status: 0, stderr: '' });
    const tokens = runInside([...image.entrypoint, 'tokens', 'list'], around);
    expect(tokens.stdout).toContain('first');
    expect(await stop(server, image.stopSignal, Number.parseInt(String(service.stop_grace_period), 10))).toBe(0);
    expect(runInside(image.healthCheck, around).status).toBe(1);
  }

  test('the image holds the program, its modules and nothing that was only for building', () => {
    expect(existsSync(image.map('/pdfgen/dist/js/main.js'))).toBe(true);
    expect(existsSync(image.map('/pdfgen/node_modules/fastify'))).toBe(true);
    for (const name of ['src', 'test', '.git', 'node_modules/typescript', 'node_modules/vitest'])
      expect(existsSync(image.map(`/pdfgen/${name}`))).toBe(false);
  });

  test('the base has a pinned major version that the package admits, in all stages', () => {
    const bases = readInstructions(read('Dockerfile')).flatMap(([name, rest]) => (name === 'FROM' ? [rest.split(' ')[0]!] : []));
    expect(new Set(bases).size).toBe(1);
    const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { node: string } };
    const [, least] = /^>=(\d+)/.exec(engines.node)!;
    expect(Number(/^node:(\d+)-slim$/.exec(bases[0]!)![1])).toBeGreaterThanOrEqual(Number(least));
  });

  test('its user is not root, owns the data volume alone, and owns nothing else', () => {
    const [uid] = image.user.split(':').map(Number);
    expect(uid).toBeGreaterThan(0);
    expect(image.volumes).toEqual([image.env.PDFGEN_DATA_DIR]);
    const data = statSync(image.map(image.volumes[0]!));
    expect(data.mode & 0o777).toBe(0o700);
    if (process.getuid!() === 0) {
      expect(data.uid).toBe(uid);
      expect(statSync(image.map('/pdfgen')).uid).toBe(0);
    }
  });

  test('what the image starts becomes ready, is found healthy and ends well by its stop signal', async () => {
    await serveAndStop(image.command, {});
  });

  test('what compose starts does too', async () => {
    await serveAndStop(service.command, service.environment);
  });

  test('compose mounts the volume where the image keeps its data, and closes the rest', () => {
    const [volume, place] = (service.volumes as string[])[0]!.split(':');
    expect(Object.keys(compose.volumes)).toEqual([volume]);
    expect(place).toBe(image.env.PDFGEN_DATA_DIR);
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      ports: [expect.stringMatching(/^127\.0\.0\.1:/)],
      build: { context: '../..', dockerfile: 'docs/deploy/Dockerfile' },
    });
    expect((service.ports as string[])[0]!.split(':').at(-1)).toBe(image.env.PDFGEN_PORT);
  });

  test('no secret stands in them', () => {
    expect([...Object.keys(image.env), ...Object.keys(service.environment)].filter((name) => secrets.test(name))).toEqual([]);
    expect(read('Dockerfile')).not.toMatch(/^ARG/m);
  });
});

describe('pdfgen.service', () => {
  const text = read('pdfgen.service');
  const valuesOf = (name: string) => [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!);
  const lastOf = (name: string) => valuesOf(name).at(-1)!;

  test('systemd finds no fault in it', () => {
    const found = spawnSync('systemd-analyze', ['verify', '--man=no', join(deploy, 'pdfgen.service')], { encoding: 'utf8' });
    expect(found.stderr).toBe('');
    expect(found.status).toBe(0);
  });

  test('the line that makes its user makes the one that it names', (context) => {
    const [, line] = /^# Once: useradd (.*)$/m.exec(text)!;
    const words = line!.split(' ');
    expect(words.at(-1)).toBe(lastOf('User'));
    const place = makeFolder();
    mkdirSync(join(place, 'etc'));
    for (const name of ['passwd', 'group', 'shadow', 'gshadow']) writeFileSync(join(place, 'etc', name), '');
    const made = spawnSync('useradd', ['--prefix', place, ...words], { encoding: 'utf8' });
    if (made.error || process.getuid!() !== 0) context.skip('only an administrator of a Linux machine makes users');
    expect(made).toMatchObject({ status: 0 });
    const [name, , , , , home, shell] = readFileSync(join(place, 'etc/passwd'), 'utf8').trim().split(':');
    expect({ name, home, shell }).toEqual({
      name: lastOf('User'),
      home: `/var/lib/${lastOf('StateDirectory')}`,
      shell: '/usr/sbin/nologin',
    });
  });

  test('what it starts becomes ready in its state folder, and ends well by its signal in its time', async () => {
    const place = makeFolder();
    const map = (value: string) => value.replaceAll('/var/lib/', `${place}/`);
    const state = map(`/var/lib/${lastOf('StateDirectory')}`);
    mkdirSync(state);
    chmodSync(state, Number.parseInt(lastOf('StateDirectoryMode'), 8));
    const bin = join(place, 'bin');
    mkdirSync(bin);
    symlinkSync(join(root, 'bin/pdfgen.js'), join(bin, 'pdfgen'));
    const assigned = valuesOf('Environment').join(' ').split(' ');
    expect(assigned.filter((one) => secrets.test(one))).toEqual([]);
    // EnvironmentFile: lines NAME=value, stronger than Environment.
    const file = join(place, 'pdfgen.env');
    writeFileSync(file, `PDFGEN_PORT=${await freePort()}\nPDFGEN_MIN_FREE_BYTES=0\n`);
    expect(lastOf('EnvironmentFile')).toBe('-/etc/pdfgen.env');
    const lines = [...assigned, ...readFileSync(file, 'utf8').trim().split('\n')];
    const env = Object.fromEntries(lines.map((one) => one.split('=', 2).map(map)));
    const commands = ['ExecStartPre', 'ExecStart', 'ExecStartPost', 'ExecReload', 'ExecStop', 'ExecStopPost'].flatMap((name) =>
      valuesOf(name).map((command) => [name, command] as const),
    );
    // A further command would have to be carried out here too.
    expect(commands.map(([name]) => name)).toEqual(['ExecStart']);
    const cwd = map(lastOf('WorkingDirectory'));
    expect(cwd).toBe(state);
    const around = { cwd, env: { ...env, PATH: `${bin}:${searchPath}` } };
    const server = await startServer(commands[0]![1].split(' '), around);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(existsSync(join(state, 'first-token'))).toBe(true);
    expect(await stop(server, lastOf('KillSignal'), Number(lastOf('TimeoutStopSec')))).toBe(0);
  });

  test('a wrong setting ends it with the status that is not started again', () => {
    const found = spawnSync(process.execPath, [join(root, 'bin/pdfgen.js'), 'serve'], {
      env: { PATH: searchPath, PDFGEN_PORT: 'x' },
      encoding: 'utf8',
    });
    expect(String(found.status)).toBe(lastOf('RestartPreventExitStatus'));
  });
});

test('both give the server longer to end than it takes by itself', async () => {
  const { completeSettings } = await import('../../src/settings/server-settings.ts');
  const { graceSeconds } = completeSettings();
  const [, compose] = /stop_grace_period: (\d+)s/.exec(read('compose.yaml'))!;
  const [, unit] = /^TimeoutStopSec=(\d+)$/m.exec(read('pdfgen.service'))!;
  for (const given of [compose, unit]) expect(Number(given)).toBeGreaterThan(graceSeconds);
});
