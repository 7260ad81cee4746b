// Makes a document again each time that one of its files is saved.
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import { InputError } from '../../input/input-error.ts';
import { listNames } from '../../words/nearest.ts';
import { toLine } from '../../words/to-line.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { OptionValues } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { reportError } from '../faults/report-error.ts';
import { isFolder } from '../settings/workspace.ts';
import { watchFiles } from './watch-files.ts';

/** A file may be empty or cut while it is written. A fault is reported only after no file has changed for this time. */
export const settleMs = 120;

/** Refuses what cannot be watched. Raises UsageError. */
export function checkWatch(reference: string, { data, ask, output }: OptionValues, context: CommandContext): void {
  const { options, remote } = context;
  const refuse = (why: string) => {
    throw new UsageError(`--watch ${why}`);
  };
  if (remote) refuse('follows files on this machine, and the template is on a server. Add --local for the files here.');
  if (/@\d+$/.test(reference)) refuse(`follows the files of a template, and ${reference} is a version, which does not change.`);
  if (data === '-') refuse('needs a data file that can be saved: name it with -d FILE.');
  if (ask) refuse('and --ask cannot be used together: write the data into a file, and name it with -d FILE.');
  if (output === '-') refuse('makes the file again and again: name it with -o FILE.');
  if (options.json) refuse('tells a person of each document; leave out --json.');
}

/**
 * Calls `make` at once, and after each change of the template, its data or its shared fonts, until the signal. `make` gives the files that it wrote.
 * A document that cannot be made is reported, and the next change may mend it. Raises an error of the first call that no change of a file can mend.
 */
export async function makeAgain(
  template: string,
  data: unknown,
  context: CommandContext,
  make: (isFirst: boolean) => Promise<readonly string[]>,
): Promise<void> {
  const { io, signal, say } = context;
  const { own, shared } = await findWatched(template, data, context);
  const made = new Set<string>();
  const changes = await watchFiles([...own, ...shared], () => made);
  const attempt = async (isFirst: boolean): Promise<void> => {
    try {
      for (const file of await make(isFirst)) made.add(resolve(io.cwd, file));
    } catch (error) {
      if (signal.aborted || (isFirst && !canMend(error))) throw error;
      const more = await changes.within(settleMs, signal);
      if (more.length > 0) await attempt(false);
      else if (!signal.aborted) reportError(error, io, { json: false, style: context.errorStyle });
    }
  };
  try {
    await attempt(true);
    say(`Watching ${listWatched(own, io.cwd)}. Ctrl-C ends it.`);
    while (!signal.aborted) {
      const changed = await changes.next(signal);
      if (changed.length === 0) continue;
      say(`${listNames(changed.slice(0, 3).map((path) => toLine(shownPath(path, io.cwd))))} changed.`);
      await attempt(false);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await changes.close();
  }
  say('Watching has ended.');
}

const shownPath = (path: string, cwd: string): string => relative(cwd, path) || '.';

/** The names of what is watched, for a person. */
export const listWatched = (paths: readonly string[], cwd: string): string =>
  listNames(paths.map((path) => toLine(shownPath(path, cwd))));

export interface WatchedPaths {
  /** The folder of the template, and the file of the data. */
  readonly own: readonly string[];
  /** Fonts and settings of the workspace. */
  readonly shared: readonly string[];
}

/** The paths on which a document of a template depends. `data`: the value of `-d`. */
export async function findWatched(template: string, data: unknown, context: CommandContext): Promise<WatchedPaths> {
  const { io, workspace } = context;
  const files = typeof data === 'string' ? [resolve(io.cwd, data)] : [];
  const shared = workspace === undefined ? [] : [join(workspace, 'fonts'), join(workspace, 'pdfgen.json')];
  return { own: [await findFolder(template, context), ...files], shared };
}

/** Whether a change of a file may mend a fault. */
const canMend = (error: unknown): boolean =>
  error instanceof InputError || (error instanceof PdfgenError && error.code !== 'TEMPLATE_NOT_FOUND');

/** The folder of a template, which may be faulty. */
async function findFolder(reference: string, context: CommandContext): Promise<string> {
  const { io, workspace } = context;
  const named = workspace === undefined ? undefined : join(workspace, 'templates', reference);
  if (named !== undefined && existsSync(named)) return named;
  const path = resolve(io.cwd, reference);
  if (existsSync(path)) return isFolder(path) ? path : dirname(path);
  const { engine, uuid } = await context.openLocalTemplate(reference);
  return engine.templateFolder(uuid);
}
