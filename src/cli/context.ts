// What a command may touch: its streams, the settings, the engine, prompts.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Engine } from '../contract/engine.ts';
import type { LocalEngine } from '../engine/types.ts';
import { hasColor, type Io } from './io/io.ts';
import { createStyle, type Style } from './io/style.ts';
import { resolveSettings, type SettingName, type Settings, toSettings } from './settings.ts';
import { UsageError } from './usage-error.ts';
import { findWorkspace, isFolder } from './workspace.ts';

/** Options that may stand anywhere on the line. */
export interface GlobalOptions {
  readonly store: string | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly color: boolean;
  readonly yes: boolean;
}

/** A template that a person named, and the engine that has it. */
export interface OpenedTemplate {
  readonly engine: Engine;
  readonly local: LocalEngine;
  readonly uuid: string;
  readonly slug: string;
  /** Named with `@VERSION`; undefined: as it stands. */
  readonly version: number | undefined;
}

type Prompts = typeof import('@inquirer/prompts');

export interface CommandContext {
  readonly io: Io;
  readonly options: GlobalOptions;
  readonly settings: Settings;
  readonly signal: AbortSignal;
  /** For stdout and for stderr. */
  readonly style: Style;
  readonly errorStyle: Style;
  /** The workspace's folder; undefined: there is none here. */
  readonly workspace: string | undefined;
  /** The engine of the workspace. Raises UsageError where there is none. */
  openEngine(): Promise<LocalEngine>;
  /** Opens what a slug, UUID, `slug@VERSION` or path names. Raises TEMPLATE_NOT_FOUND, UsageError. */
  openTemplate(reference: string): Promise<OpenedTemplate>;
  /** Prompts, if a person is at the terminal. */
  openPrompts(): Promise<Prompts | undefined>;
  /** A line on stderr for a person: not with --quiet, nor with --json. */
  say(line: string): void;
  /** A result on stdout. */
  print(text: string): void;
  printJson(value: unknown): void;
}

/** What prompts write to: never stdout, which is for results. */
export function promptContext(context: CommandContext): { readonly output: NodeJS.WritableStream; readonly input: NodeJS.ReadableStream; readonly signal: AbortSignal } {
  return { output: process.stderr, input: context.io.stdin, signal: context.signal };
}

/** Creates the context of a run. `flags` are settings given on the command line. */
export async function createContext(io: Io, options: GlobalOptions, signal: AbortSignal, flags: Readonly<Partial<Record<SettingName, string>>> = {}): Promise<CommandContext> {
  const given = options.store ?? (io.env.PDFGEN_STORE || undefined);
  const found = given === undefined ? findWorkspace(io.cwd) : resolve(io.cwd, given);
  const settings = toSettings(resolveSettings({ flags: { ...flags, ...(options.store !== undefined && { store: options.store }) }, io, workspace: found }));
  const workspace = given === undefined && settings.store !== undefined ? resolve(io.cwd, settings.store) : found;
  const color = options.color ? settings.color : 'never';
  const engines: LocalEngine[] = [];

  const open = async (where: { workspace: string } | { template: string }): Promise<LocalEngine> => {
    const { createLocalEngine } = await import('../engine/create-local-engine.ts');
    const engine = await createLocalEngine(where, { limits: { maxPages: settings.maxPages } });
    engines.push(engine);
    return engine;
  };
  const openEngine = async () => {
    if (workspace === undefined) throw new UsageError(`There is no pdfgen workspace in ${io.cwd} or above it. Make one with: pdfgen init`);
    if (!existsSync(workspace)) throw new UsageError(`There is no folder ${workspace}.`);
    return open({ workspace });
  };
  return {
    io,
    options,
    settings,
    signal,
    workspace,
    style: await createStyle(hasColor(io.stdout, io.env, color)),
    errorStyle: await createStyle(hasColor(io.stderr, io.env, color)),
    openEngine,
    async openTemplate(reference) {
      const isPath = looksLikePath(reference, workspace);
      const [, name = reference, version] = (!isPath && /^(.+)@([1-9]\d*)$/.exec(reference)) || [];
      const local = isPath ? await open({ template: resolve(io.cwd, reference) }) : await openEngine();
      const { uuid, slug } = isPath ? await only(local, reference) : await local.findTemplate(name);
      return { engine: local, local, uuid, slug, version: version === undefined ? undefined : Number(version) };
    },
    async openPrompts() {
      if (!io.stdin.isTTY || !io.stderr.isTTY || options.json || options.yes || io.env.CI) return undefined;
      return import('@inquirer/prompts');
    },
    say(line) {
      if (!options.quiet && !options.json) io.stderr.write(`${line}\n`);
    },
    print: (text) => void io.stdout.write(text),
    printJson: (value) => void io.stdout.write(`${JSON.stringify(value, null, 2)}\n`),
  };
}

/** A path has a `/`, or a `.` and no template of that name. */
function looksLikePath(reference: string, workspace: string | undefined): boolean {
  if (reference.includes('/') || reference.includes('\\')) return true;
  return reference.includes('.') && !(workspace !== undefined && isFolder(resolve(workspace, 'templates', reference)));
}

async function only(engine: LocalEngine, reference: string): Promise<{ uuid: string; slug: string }> {
  const { items } = await engine.listTemplates({ query: {} });
  const [template] = items;
  if (!template) throw new UsageError(`There is no template at ${reference}.`, 9);
  return template;
}
