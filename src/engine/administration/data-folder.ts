// The folder that a server keeps everything in, and where its parts lie.
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import { syncFolder, temporaryPath } from '../../files/durable-file.ts';

export interface DataFolder {
  readonly root: string;
  /** Says that this is a data folder, and of which form. */
  readonly marker: string;
  /** The database of jobs, embedded templates, teams and tokens. */
  readonly state: string;
  /** A folder of templates for each team. */
  readonly teams: string;
  readonly results: string;
  /** The secrets of capabilities. */
  readonly keys: string;
  /** The token that the first start made where no terminal could show it. */
  readonly firstToken: string;
  /** Held by the server that runs. */
  readonly serverLock: string;
  /** Held while something is read, judged and written that has no transaction of its own. */
  readonly adminLock: string;
  /** Held by a backup while it runs. */
  readonly backupLock: string;
}

/** The form that this program makes and reads. */
export const dataFormat = 1;

/** The parts of a data folder, whether it is there or not. */
export function dataFolderAt(dataDir: string): DataFolder {
  const root = resolve(dataDir);
  return {
    root,
    marker: join(root, 'pdfgen-data.json'),
    state: join(root, 'state.db'),
    teams: join(root, 'teams'),
    results: join(root, 'results'),
    keys: join(root, 'keys.json'),
    firstToken: join(root, 'first-token'),
    serverLock: join(root, 'server.lock'),
    adminLock: join(root, 'admin.lock'),
    backupLock: join(root, 'backup.lock'),
  };
}

/** A data folder that is there. Raises INVALID_REQUEST for a folder that is none, that a newer program made, or of which the database is lost. */
export function openDataFolder(dataDir: string): DataFolder {
  const folder = dataFolderAt(dataDir);
  if (hasMarker(folder)) return withState(folder);
  throw new PdfgenError(
    'INVALID_REQUEST',
    `${folder.root} is not a data folder of pdfgen. Name the data folder of the server with --data-dir DIR, or make one with: pdfgen serve --data-dir DIR`,
  );
}

/**
 * Makes the data folder, for its owner alone, or checks the one that is there. Raises INVALID_REQUEST for a folder that holds
 * something else, that a newer program made, or of which the database is lost.
 */
export function prepareDataFolder(dataDir: string): DataFolder {
  const folder = dataFolderAt(dataDir);
  if (hasMarker(folder)) return withState(folder);
  makePrivateFolder(folder.root);
  // Two servers may start at once: what the other put there meanwhile is no stranger's.
  if (!isFree(folder.root) && !hasMarker(folder)) {
    throw new PdfgenError(
      'INVALID_REQUEST',
      `${folder.root} is not empty and not a data folder of pdfgen. Name another folder with --data-dir DIR.`,
    );
  }
  writeMarker(folder);
  return folder;
}

/** Refuses a folder with a lost database: a new database would know none of its teams. */
function withState(folder: DataFolder): DataFolder {
  const { size = 0 } = statSync(folder.state, { throwIfNoEntry: false }) ?? {};
  if (size === 0 && hasTeams(folder)) throw stateLost(folder);
  return folder;
}

/** Whether some team has a folder. */
export function hasTeams({ teams }: DataFolder): boolean {
  return existsSync(teams) && readdirSync(teams).length > 0;
}

/** INVALID_REQUEST: the database is empty, and the folder is not. */
export function stateLost({ root, state }: DataFolder): PdfgenError {
  return new PdfgenError(
    'INVALID_REQUEST',
    `${state} is missing or empty, but ${root} holds templates of teams. Put the database back together with the files beside it, ` +
      'or restore a backup to a new folder with: pdfgen restore',
  );
}

/** Makes a folder that its owner alone may look into, or closes the one that is there. */
export function makePrivateFolder(path: string): void {
  makeFolders(path);
  try {
    chmodSync(path, 0o700);
  } catch (error) {
    // A volume that was mounted may belong to somebody else, who has decided.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

/** Step by step: Node's own recursion says ENOENT for a read-only file system, and never ends in /proc. */
function makeFolders(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error;
    makeFolders(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  }
}

/** Whether nothing is in a folder but what a file system or a start that was broken off leaves. */
export function isFree(path: string): boolean {
  return readdirSync(path).every((name) => name === 'lost+found' || /^\.pdfgen-data\.json\..+\.tmp$/.test(name));
}

/** Says that the folder is a data folder; the last step of making one. */
export function writeMarker({ root, marker }: DataFolder): void {
  const beside = temporaryPath(marker);
  try {
    const file = openSync(beside, 'wx', 0o600);
    try {
      writeFileSync(file, `${JSON.stringify({ format: dataFormat })}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    // A link replaces nothing: the marker of a newer program that was quicker stays.
    linkSync(beside, marker);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(beside, { force: true });
  }
  syncFolder(root);
}

/** Whether the folder is marked. Raises INVALID_REQUEST for a mark that this program does not know. */
function hasMarker({ root, marker }: DataFolder): boolean {
  let text: string;
  try {
    text = readFileSync(marker, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw error;
  }
  const format = readFormat(text);
  if (format === undefined)
    throw new PdfgenError('INVALID_REQUEST', `${marker} is damaged: it must be {"format": ${dataFormat}}.`);
  if (format > dataFormat) {
    throw new PdfgenError(
      'INVALID_REQUEST',
      `The data folder ${root} has format ${format}, made by a newer pdfgen. This program reads formats up to ${dataFormat}. Use the newer program.`,
    );
  }
  return true;
}

function readFormat(text: string): number | undefined {
  try {
    const { format } = JSON.parse(text) as { readonly format?: unknown };
    return Number.isSafeInteger(format) && Number(format) > 0 ? Number(format) : undefined;
  } catch {
    return undefined; // no JSON, or no object
  }
}
