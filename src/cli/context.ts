// The context of a command: its streams, settings, engine and prompts.
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Engine } from '../contract/engine.ts';
import type { Follower } from '../contract/follow.ts';
import type { ItemGenerator } from '../contract/generate-items.ts';
import type { LocalEngine } from '../engine/local-engine.ts';
import type { CommandInputs } from '../files/output-guard.ts';
import { quoteWord } from '../words/quote-word.ts';
import { toSafeJson } from '../words/to-line.ts';
import { UsageError } from '../words/usage-error.ts';
import type { GlobalOptions } from './command-line/global-options.ts';
import type { NamedFile } from './command-line/named-files.ts';
import { programName } from './command-line/program-name.ts';
import { createEngines } from './engines/engines.ts';
import { getRemote, type Remote, resolveRemote } from './engines/remote.ts';
import { hasColor, type InputStream, type Interrupts, type Io, isLively } from './io/io.ts';
import { createStyle, type Style } from './io/style.ts';
import { type ResolvedSetting, resolveSettings, type SettingName, type Settings, toSettings } from './settings/settings.ts';
import { findUserFiles } from './settings/user-folder.ts';
import { isFolder } from './settings/workspace.ts';
import { findRemoteTemplate } from './templates/find-remote-template.ts';

/** A named template, and its engine. */
export interface OpenedTemplate {
  readonly engine: Engine & Follower & ItemGenerator;
  readonly uuid: string;
  readonly slug: string;
  /** The version in `@VERSION`; undefined: the current version. */
  readonly version: number | undefined;
}

export interface OpenedLocalTemplate extends OpenedTemplate {
  readonly engine: LocalEngine;
  /** Whether it stands in a workspace and so has versions. */
  readonly isInWorkspace: boolean;
}

type Prompts = typeof import('#prompts');

export interface CommandContext {
  readonly io: Io;
  readonly options: GlobalOptions;
  readonly settings: Settings;
  /** The settings with their origins. */
  readonly resolved: readonly ResolvedSetting[];
  readonly signal: AbortSignal;
  /** Builds the tree of commands. `words`: the command that is wanted with its options and arguments. */
  readonly commandTree: (words: readonly string[]) => Promise<Command>;
  /** The files that the command reads: those that its line names, and those of settings. No command writes over them. */
  readonly inputs: CommandInputs;
  /** For stdout and for stderr. */
  readonly style: Style;
  readonly errorStyle: Style;
  /** The workspace's folder; undefined: no workspace here. */
  readonly workspace: string | undefined;
  /** The server of this run; undefined: it works locally. */
  readonly remote: Remote | undefined;
  /** The engine of the workspace, or of the server. Raises UsageError without either. */
  openEngine(): Promise<Engine & Follower & ItemGenerator>;
  /** The engine of a profile or address, whatever the server of this run. Raises UsageError. */
  openRemoteEngine(name: string): Promise<Engine & Follower & ItemGenerator>;
  /** The engine of the workspace, for work that only a local engine can do. Raises UsageError if there is no workspace. */
  openLocalEngine(): Promise<LocalEngine>;
  /** The template of the workspace, or at a path. */
  openLocalTemplate(reference: string): Promise<OpenedLocalTemplate>;
  /** Opens a template by slug, UUID, `slug@VERSION` or path. Raises TEMPLATE_NOT_FOUND, UsageError. */
  openTemplate(reference: string): Promise<OpenedTemplate>;
  /**
   * The context of another folder: its workspace, unless the user named a workspace, and paths relative to it. `remote`: the address of another
   * server, `null` for local work. `store`: the workspace, unless the user named a workspace.
   */
  at(folder: string, place?: { readonly remote?: string | null; readonly store?: string }): Promise<CommandContext>;
  /** Makes sure that somebody renders the jobs: the workspace's worker, or the server itself. */
  wakeWorker(): Promise<void>;
  /** Prompts, if a person is at the terminal. */
  openPrompts(): Promise<Prompts | undefined>;
  /** Does work that holds the thread; a signal then ends the process at once. */
  whileBusy: Interrupts['whileBusy'];
  /** Does work that goes on when the reader of stdout has gone. */
  withoutReader: Interrupts['withoutReader'];
  /** A command line to paste, with the options that chose the server or workspace of this run. */
  toPaste(words: string): string;
  /** Prints a line for a person on stderr; nothing with --quiet or --json. Pass text from outside through `toLine` first. */
  say(line: string): void;
  /** Prints a result on stdout. */
  print(text: string): void;
  printJson(value: unknown): void;
  /** Closes the engines that were opened. */
  close(): Promise<void>;
}

/** The streams of prompts: never stdout, which is for results. */
export function promptContext(context: Pick<CommandContext, 'io' | 'signal'>): {
  readonly output: NodeJS.WritableStream;
  readonly input: InputStream;
  readonly signal: AbortSignal;
} {
  return { output: context.io.stderr.stream, input: context.io.stdin, signal: context.signal };
}

export interface ContextOptions {
  readonly io: Io;
  readonly options: GlobalOptions;
  readonly interrupts: Interrupts;
  /** Builds the tree of commands. `words`: the command that is wanted with its options and arguments. */
  readonly commandTree: (words: readonly string[]) => Promise<Command>;
  /** Settings given on the command line. */
  readonly flags: Readonly<Partial<Record<SettingName, string>>>;
  /** The files that the command line names to be read. */
  readonly files?: readonly NamedFile[];
  /** How long calls are tried again while the server is away. */
  readonly retryForMs?: number;
  /** Skips invalid settings. */
  readonly lenient?: boolean;
  /** Picks the members that --json prints. Default: all. */
  readonly pick?: (value: unknown) => unknown;
}

/** Creates the context of a run. Raises UsageError for invalid settings. */
export async function createContext(given: ContextOptions): Promise<CommandContext> {
  const {
    io,
    options,
    interrupts,
    commandTree,
    flags,
    files = [],
    retryForMs = 0,
    lenient = false,
    pick = (value) => value,
  } = given;
  const allFlags = { ...flags, ...(options.store !== undefined && { store: options.store }) };
  const { settings: resolved, workspace } = resolveSettings({ flags: allFlags, io, lenient });
  const settings = toSettings(resolved);
  const color = options.color ? settings.color : 'never';
  const engines = createEngines({ io, options, settings, workspace, retryForMs });
  const remote = lenient ? undefined : resolveRemote(options, io);
  /** Contexts of other folders. */
  const others: CommandContext[] = [];
  const openEngine = (): Promise<Engine & Follower & ItemGenerator> =>
    remote ? engines.ofServer(remote) : engines.ofWorkspace();
  const toPaste = (words: string): string => [programName(io, io.cwd), words, ...placeOptions(options)].join(' ');
  const openLocalTemplate: CommandContext['openLocalTemplate'] = async (reference) => {
    const { name, version, isPath } = readReference(reference, workspace);
    if (!isPath) {
      const engine = await engines.ofWorkspace();
      return { engine, ...(await engine.findTemplate(name)), version, isInWorkspace: true };
    }
    const engine = await engines.ofTemplate(resolve(io.cwd, reference));
    return { engine, ...(await engine.getOnlyTemplate()), version: undefined, isInWorkspace: false };
  };
  return {
    io,
    options,
    settings,
    resolved,
    signal: interrupts.signal,
    commandTree,
    inputs: findInputs(files, workspace, { io, options }),
    // A server works elsewhere, so this thread can hear signals meanwhile.
    whileBusy: (work) => (remote ? work() : interrupts.whileBusy(work)),
    withoutReader: interrupts.withoutReader,
    workspace,
    style: await createStyle(hasColor(io.stdout, io.env, color)),
    errorStyle: await createStyle(hasColor(io.stderr, io.env, color)),
    remote,
    openEngine,
    openRemoteEngine: (name) => engines.ofServer(getRemote(name, options, io)),
    openLocalEngine: engines.ofWorkspace,
    openLocalTemplate,
    async openTemplate(reference) {
      const { name, version, isPath } = readReference(reference, workspace);
      if (!remote) return openLocalTemplate(reference);
      if (isPath)
        throw new UsageError(
          `${reference} is a path; the server knows templates by slug or UUID. Add --local to use the files here.`,
        );
      const engine = await openEngine();
      return { engine, ...(await findRemoteTemplate(engine, name, toPaste('templates list'))), version };
    },
    async at(folder, { remote: elsewhere, store } = {}) {
      const { origin } = resolved.find(({ name }) => name === 'store')!;
      const isNamed = workspace !== undefined && (origin === 'flag' || origin === 'environment');
      const other = await createContext({
        ...given,
        // Not copied: standard input is opened on its first use.
        io: Object.create(io, { cwd: { value: folder } }) as Io,
        options: {
          ...options,
          ...((isNamed || store !== undefined) && { store: isNamed ? workspace : store }),
          ...(elsewhere !== undefined && { remote: elsewhere ?? undefined, local: elsewhere === null }),
        },
      });
      others.push(other);
      return other;
    },
    async wakeWorker() {
      if (remote || workspace === undefined) return;
      const { startBackgroundWorker } = await import('./background-worker.ts');
      startBackgroundWorker(workspace);
    },
    async openPrompts() {
      const isWatched = isLively(io.stdin, io.env) && isLively(io.stderr, io.env);
      return isWatched && !options.json && !options.yes ? import('#prompts') : undefined;
    },
    toPaste,
    say(line) {
      if (!options.quiet && !options.json) io.stderr.write(`${line}\n`);
    },
    print: (text) => void io.stdout.write(text),
    printJson: (value) => void io.stdout.write(`${toSafeJson(pick(value), 2)}\n`),
    async close() {
      for (const other of others.splice(0)) await other.close();
      await engines.close();
    },
  };
}

/** The files that a command reads. */
function findInputs(
  named: readonly NamedFile[],
  workspace: string | undefined,
  { io, options }: Pick<ContextOptions, 'io' | 'options'>,
): CommandInputs {
  const { tokenFile } = options;
  // A slug is no file, even if a file has its name.
  const files = named.filter(({ file, isTemplate }) => !isTemplate || looksLikePath(file, workspace));
  const settings = [...(workspace === undefined ? [] : [join(workspace, 'pdfgen.json')]), ...findUserFiles(io)];
  return {
    files: [
      ...[...files, ...(tokenFile === undefined ? [] : [{ shown: `--token-file ${tokenFile}`, file: tokenFile }])].map(
        ({ shown, file }) => ({ shown, path: resolve(io.cwd, file) }),
      ),
      ...settings.map((path) => ({ shown: `the settings ${path}`, path })),
    ],
    // A template that is a single file has its assets beside it.
    folders: files.flatMap(({ file, isTemplate }) => {
      const path = resolve(io.cwd, file);
      return isTemplate && !isFolder(path) ? [join(dirname(path), 'assets')] : [];
    }),
  };
}

/** The options that chose the server or workspace, as given. */
function placeOptions({ store, remote, tokenFile, local, allowInsecure }: GlobalOptions): readonly string[] {
  return [
    store !== undefined && `--store ${quoteWord(store)}`,
    remote !== undefined && `--remote ${quoteWord(remote)}`,
    tokenFile !== undefined && `--token-file ${quoteWord(tokenFile)}`,
    local && '--local',
    allowInsecure && '--allow-insecure',
  ].filter((one) => one !== false);
}

/** Splits a slug, UUID, `slug@VERSION` or path. Raises UsageError for an empty reference. */
function readReference(
  reference: string,
  workspace: string | undefined,
): { readonly name: string; readonly version: number | undefined; readonly isPath: boolean } {
  if (reference === '') throw new UsageError('The name of the template is empty.');
  const [, name = reference, version] = /^(.+)@([1-9]\d{0,8})$/.exec(reference) ?? [];
  return { name, version: version === undefined ? undefined : Number(version), isPath: looksLikePath(name, workspace) };
}

/** A path has a `/`, or a `.` and no template of that name. */
function looksLikePath(name: string, workspace: string | undefined): boolean {
  if (name.includes('/') || name.includes('\\')) return true;
  return name.includes('.') && !(workspace !== undefined && /^\w/.test(name) && isFolder(resolve(workspace, 'templates', name)));
}
