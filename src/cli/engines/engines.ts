// Opens the engines of a run, each once: of workspaces and template folders on this machine, and of servers.
import { existsSync } from 'node:fs';
import type { Engine } from '../../contract/engine.ts';
import type { PdfgenError } from '../../contract/errors.ts';
import type { Follower } from '../../contract/follow.ts';
import type { ItemGenerator } from '../../contract/generate-items.ts';
import type { LocalEngine } from '../../engine/local-engine.ts';
import { programVersion } from '../../files/program-files.ts';
import { quoteWord } from '../../words/quote-word.ts';
import { toLine } from '../../words/to-line.ts';
import { UsageError } from '../../words/usage-error.ts';
import { durationText } from '../command-line/duration.ts';
import type { GlobalOptions } from '../command-line/global-options.ts';
import { type Io, isLively } from '../io/io.ts';
import { readProfiles } from '../settings/profiles.ts';
import { limitsOf, type Settings } from '../settings/settings.ts';
import type { Remote } from './remote.ts';

export interface EnginesOptions {
  readonly io: Io;
  readonly options: GlobalOptions;
  readonly settings: Settings;
  /** Undefined: no workspace here. */
  readonly workspace: string | undefined;
  /** How long calls are tried again while the server is away. */
  readonly retryForMs: number;
}

export interface Engines {
  /** The engine of the workspace. Raises UsageError without a workspace. */
  ofWorkspace(): Promise<LocalEngine>;
  /** The engine of a folder with one template. */
  ofTemplate(folder: string): Promise<LocalEngine>;
  /** The engine of a server, for the commands with `--remote`. */
  ofServer(at: Remote): Promise<Engine & Follower & ItemGenerator>;
  /** Closes the engines that were opened. */
  close(): Promise<void>;
}

/** Waits whose ends are nearer to each other are told once. */
const sameWaitMs = 2_000;

export function createEngines({ io, options, settings, workspace, retryForMs }: EnginesOptions): Engines {
  /** By the folder of their templates, to share compiled templates. */
  const local = new Map<string, Promise<LocalEngine>>();
  const servers = new Map<string, Promise<Engine & Follower & ItemGenerator>>();
  const isTalkative = !options.quiet && !options.json;

  const open = (where: { workspace: string } | { template: string }): Promise<LocalEngine> => {
    const place = JSON.stringify(where);
    const opened =
      local.get(place) ??
      import('../../engine/wiring/create-local-engine.ts').then(({ createLocalEngine }) =>
        createLocalEngine(where, {
          limits: limitsOf(settings),
          ...(io.openFileRenderer && { openFileRenderer: io.openFileRenderer }),
        }),
      );
    local.set(place, opened);
    return opened;
  };
  const tell = (line: string): void => {
    if (!isTalkative) return;
    // Begins on a line of its own where a spinner or a progress is drawn.
    const begin = isLively(io.stderr, io.env) ? '\r\u001b[2K' : '';
    io.stderr.write(`${begin}${line}\n`);
  };
  /** Tells the user that a server is away, or back. */
  const tellOutage = (reason: PdfgenError | undefined): void =>
    tell(
      reason
        ? `${toLine(reason.message)} Trying again for up to ${durationText(retryForMs / 1000)}.`
        : 'The server answers again.',
    );
  let toldUntilMs = 0;
  /** Tells the user of a wait, unless a wait of another call that ends at about the same time has been told. */
  const tellWait = (ms: number, reason: PdfgenError): void => {
    const endMs = Date.now() + ms;
    if (endMs < toldUntilMs + sameWaitMs) return;
    toldUntilMs = endMs;
    const end = new Date(endMs).toTimeString().slice(0, 8);
    tell(`The server asks to wait ${durationText(Math.ceil(ms / 1000))}, until ${end}: ${toLine(reason.message)}`);
  };

  return {
    async ofWorkspace() {
      if (workspace === undefined) throw noWorkspace(io);
      if (!existsSync(workspace)) throw new UsageError(`There is no folder ${workspace}.`);
      return open({ workspace });
    },
    ofTemplate: (folder) => open({ template: folder }),
    ofServer(at) {
      const known = servers.get(at.url);
      if (known) return known;
      if (isTalkative) io.stderr.write(`${at.profile ? `${at.profile}: ` : ''}${at.url}\n`);
      const opened = import('../../remote/http-engine.ts').then(({ createHttpEngine }) =>
        createHttpEngine({
          baseUrl: at.url,
          token: at.token,
          userAgent: `pdfgen/${programVersion()}`,
          retryForMs,
          onOutage: tellOutage,
          onWait: tellWait,
        }),
      );
      servers.set(at.url, opened);
      return opened;
    },
    async close() {
      const opened = [...local.values()];
      local.clear();
      for (const engine of await Promise.allSettled(opened)) if (engine.status === 'fulfilled') await engine.value.close();
    },
  };
}

function noWorkspace(io: Io): UsageError {
  const [profile] = Object.keys(readProfiles(io).profiles);
  const remote = profile === undefined ? '' : ` To use the server that you logged in to, add --remote ${quoteWord(profile)}.`;
  return new UsageError(
    `There is no pdfgen workspace in ${io.cwd} or above it. Make one with \`pdfgen init\`, name one with --store DIR, or name a template by its path, such as ./invoice.${remote}`,
  );
}
