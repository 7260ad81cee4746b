// What a container of docs/deploy/Dockerfile would run, run on this machine: its commands by its environment, with other places and addresses.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';
import { readInstructions, searchPath } from './image.ts';
import { makeFolder } from './run-cli.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

type Environment = Readonly<Record<string, string>>;

export interface Container {
  /** Environment of the image and of the container, as its commands get it here. */
  readonly env: Environment;
  /** Runs a command to its end. */
  run(command: readonly string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string };
  /** Starts a command that goes on. It is killed with the test. */
  start(command: readonly string[]): Running;
}

export interface Running {
  /** What the pattern's group finds in what it prints; waits for it. */
  says(pattern: RegExp): Promise<string>;
  /** Sends SIGTERM and gives the exit code; null: it did not end in time, and was killed. */
  stop(seconds: number): Promise<number | null>;
}

interface Own {
  readonly env: Environment;
  /** Texts of the environment and what stands for them here: names of hosts, folders of the container. */
  readonly here: Environment;
}

/** The environment and entry point of an image, without building it. */
export function readImage(dockerfile: string): { readonly env: Environment; readonly entrypoint: readonly string[] } {
  const instructions = readInstructions(readFileSync(join(root, dockerfile), 'utf8'));
  const of = (name: string) => instructions.filter(([one]) => one === name).map(([, rest]) => rest);
  return {
    env: Object.fromEntries(of('ENV').flatMap((rest) => rest.split(/\s+/).map((one) => one.split('=', 2)))),
    entrypoint: JSON.parse(of('ENTRYPOINT').at(-1)!) as readonly string[],
  };
}

/** A container of pdfgen's image. Ports that it listens on are free ports here. */
export async function openContainer({ env, here }: Own): Promise<Container> {
  const image = readImage('docs/deploy/Dockerfile');
  const cwd = makeFolder();
  const whole: Record<string, string> = { ...image.env, ...env };
  // At once: what stands for a text may hold another of the texts.
  const texts = new RegExp(
    Object.keys(here)
      .map((text) => text.replace(/\W/g, '\\$&'))
      .join('|'),
    'g',
  );
  for (const [name, value] of Object.entries(whole)) whole[name] = value.replace(texts, (text) => here[text]!);
  for (const name of ['PDFGEN_PORT', 'PDFGEN_METRICS_PORT']) if (whole[name]) whole[name] = String(await freePort());
  for (const name of ['PDFGEN_HOST', 'PDFGEN_METRICS_HOST']) if (whole[name]) whole[name] = '127.0.0.1';
  if (whole.PDFGEN_CACHE_DIR) mkdirSync(whole.PDFGEN_CACHE_DIR, { recursive: true });
  const own = { PATH: searchPath, ...whole };
  const map = (command: readonly string[]) => command.map((word) => word.replaceAll('/pdfgen/', root));
  return {
    env: own,
    run([program, ...args]) {
      return spawnSync(program!, map(args), { cwd, env: own, encoding: 'utf8', timeout: 120_000 });
    },
    start([program, ...args]) {
      const child = spawn(program!, map(args), { cwd, env: own, stdio: ['ignore', 'pipe', 'pipe'] });
      onTestFinished(() => void child.kill('SIGKILL'));
      return toRunning(child);
    },
  };
}

function toRunning(child: ChildProcess): Running {
  let [stdout, stderr] = ['', ''];
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  return {
    async says(pattern) {
      for (;;) {
        const [, found] = pattern.exec(stdout) ?? [];
        if (found !== undefined) return found;
        if (child.exitCode !== null) throw new Error(`The program ended with ${child.exitCode}: ${stderr}`);
        await sleep(20);
      }
    },
    async stop(seconds) {
      const late = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
      const ended = once(child, 'exit') as Promise<[number | null]>;
      child.kill('SIGTERM');
      const [code] = await ended;
      clearTimeout(late);
      return code;
    },
  };
}

/** Sends a batch to the server and waits until its items are completed. `admin`: runs a command such as `teams create`. */
export async function renderBatch(
  url: string,
  admin: (...args: readonly string[]) => ReturnType<Container['run']>,
): Promise<void> {
  const { createHttpEngine } = await import('../../src/remote/http-engine.ts');
  expect(admin('teams', 'create', 'acme')).toMatchObject({ status: 0 });
  const scopes = ['templates:write', 'render'].flatMap((scope) => ['--scope', scope]);
  const made = admin('tokens', 'create', '--team', 'acme', '--name', 'ci', ...scopes);
  expect(made).toMatchObject({ status: 0 });
  const engine = createHttpEngine({ baseUrl: url, token: made.stdout.trim() });
  const { uuid: templateUuid } = await engine.createTemplate({
    body: { slug: 'note', name: 'Note', pages: [{ body: ['Hello'] }], dataSchema: true, exampleData: {} },
  });
  const items = [1, 2, 3].map((n) => ({ reference: `${n}`, data: {} }));
  const { batchUuid } = await engine.createRenderBatch({ params: { uuid: templateUuid }, body: { items } });
  await expect.poll(async () => (await engine.getRenderBatch({ params: { batchUuid } })).state).toBe('completed');
}
