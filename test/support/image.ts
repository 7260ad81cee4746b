// A Dockerfile carried out on this machine: each stage is a folder, each instruction is done for real, paths of the image mapped into it.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix } from 'node:path';

export interface Image {
  readonly base: string;
  /** The folder that stands for `/`. */
  readonly root: string;
  readonly workdir: string;
  readonly user: string;
  readonly env: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly stopSignal: string;
  readonly healthCheck: readonly string[];
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  /** A text with the image's paths turned into those of this machine. */
  map(text: string): string;
}

interface Stage extends Image {
  readonly name: string;
}

/** Every instruction of a Dockerfile; comments are gone and continued lines are one. */
export function readInstructions(text: string): readonly (readonly [name: string, rest: string])[] {
  return text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .flatMap((line) => {
      const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
      if (name !== undefined) return [[name, rest!] as const];
      if (line.trim() === '') return [];
      throw new Error(`No instruction: ${line}`);
    });
}

/** Builds the image of a Dockerfile from `context`; gives it and the folder to remove. */
export function buildImage(dockerfile: string, context: string): { readonly image: Image; readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'pdfgen-image-'));
  chmodSync(folder, 0o711); // the image's user passes through
  const sent = sendContext(`${dockerfile}.dockerignore`, context, join(folder, 'context'));
  const stages: Stage[] = [];
  for (const [name, rest] of readInstructions(readFileSync(dockerfile, 'utf8'))) {
    if (name === 'FROM') stages.push(openStage(rest, folder, stages.length));
    else if (name === 'RUN' && rest === 'npm ci') installHere(stages.at(-1)!, context);
    else stages.push(carryOut(stages.pop()!, name, rest, sent, stages));
  }
  return { image: stages.at(-1)!, folder };
}

/** The context as the ignore file leaves it: nothing but what it names. */
function sendContext(ignoreFile: string, context: string, to: string): string {
  const [all, ...names] = readFileSync(ignoreFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (all !== '*' || names.some((name) => !/^![\w.-]+$/.test(name)))
    throw new Error(`${ignoreFile} must be a list of what is sent.`);
  for (const name of names) cpSync(join(context, name.slice(1)), join(to, name.slice(1)), { recursive: true });
  return to;
}

function openStage(from: string, folder: string, number: number): Stage {
  const [base = '', , name = String(number)] = from.split(/\s+/);
  const root = join(folder, `stage-${number}`);
  mkdirSync(root);
  return {
    name,
    base,
    root,
    workdir: '/',
    user: '0:0',
    env: {},
    volumes: [],
    stopSignal: 'SIGTERM',
    healthCheck: [],
    entrypoint: [],
    command: [],
    map: (text) => text.replace(/(?<![\w./:])\/(?=(?:pdfgen|data)(?![\w-]))/g, `${root}/`),
  };
}

function carryOut(stage: Stage, name: string, rest: string, context: string, earlier: readonly Stage[]): Stage {
  switch (name) {
    case 'WORKDIR':
      mkdirSync(stage.map(rest), { recursive: true });
      return { ...stage, workdir: rest };
    case 'COPY':
      copy(stage, rest, context, earlier);
      return stage;
    case 'RUN':
      runCommand(stage, rest);
      return stage;
    case 'USER':
      return { ...stage, user: rest };
    case 'ENV':
      return { ...stage, env: { ...stage.env, ...Object.fromEntries(rest.split(/\s+/).map((one) => one.split('=', 2))) } };
    case 'VOLUME':
      return { ...stage, volumes: [...stage.volumes, rest] };
    case 'STOPSIGNAL':
      return { ...stage, stopSignal: rest };
    case 'HEALTHCHECK':
      return { ...stage, healthCheck: readWords(rest.replace(/^(?:--\S+\s+)*CMD\s+/, '')) };
    case 'ENTRYPOINT':
      return { ...stage, entrypoint: readWords(rest) };
    case 'CMD':
      return { ...stage, command: readWords(rest) };
    case 'EXPOSE':
      return stage;
    default:
      throw new Error(`This instruction is not carried out here: ${name}`);
  }
}

function readWords(text: string): readonly string[] {
  return JSON.parse(text) as string[];
}

function copy(stage: Stage, rest: string, context: string, earlier: readonly Stage[]): void {
  const words = rest.split(/\s+/);
  const from = words[0]!.startsWith('--from=') ? words.shift()!.slice('--from='.length) : undefined;
  const source = earlier.find((one) => one.name === from);
  if (from !== undefined && !source) throw new Error(`There is no stage ${from}.`);
  const to = words.pop()!;
  for (const path of words) {
    const found = source ? source.map(path) : join(context, path);
    const target = stage.map(posix.resolve(stage.workdir, to));
    cpSync(found, to.endsWith('/') && !path.endsWith('/') ? join(target, basename(path)) : target, {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
}

/** `npm ci` with the packages of this checkout, which come from the same lock file. Then npm runs this script. */
function installHere(stage: Stage, checkout: string): void {
  symlinkSync(join(checkout, 'node_modules'), join(stage.map(stage.workdir), 'node_modules'));
  runCommand(stage, 'npm run dependencies');
}

/** As the shell form does; who is not the administrator here makes things for itself. */
function runCommand(stage: Stage, command: string): void {
  const [uid, gid] = [process.getuid!(), process.getgid!()];
  const own = uid === 0 ? command : command.replace(/-o \d+/, `-o ${uid}`).replace(/-g \d+/, `-g ${gid}`);
  execFileSync('/bin/sh', ['-c', stage.map(own)], {
    cwd: stage.map(stage.workdir),
    // What was fetched for this checkout is not fetched again.
    env: { ...process.env, npm_config_prefer_offline: 'true', npm_config_update_notifier: 'false' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** The folder in which `node` lies, for the search path of a container. */
export const searchPath = `${dirname(process.execPath)}:/usr/bin:/bin`;
