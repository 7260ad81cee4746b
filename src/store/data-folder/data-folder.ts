// The data folder of a server: where its parts are, and how it is made, checked and opened.
import { chmodSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import { syncFolder, writeSynced } from '../../files/durable-file.ts';
import { findHolder, holdLock } from '../../files/lock.ts';
import { isTemporaryName, removeLeftovers, temporaryIn } from '../../files/temporary-name.ts';

export interface DataFolder {
  readonly root: string;
  /** Marks the folder as a data folder, with its format number. */
  readonly marker: string;
  /** The database of jobs, embedded templates, teams and tokens. */
  readonly state: string;
  /** Folders with the templates of each team. */
  readonly teams: string;
  readonly results: string;
  /** The keys that encrypt capabilities of the editor. */
  readonly keys: string;
  /** The token of the first start, if no terminal could show it. */
  readonly firstToken: string;
  /** The running server holds this lock. */
  readonly serverLock: string;
  /** The lock of administrative changes that read first and then write, outside of a transaction. */
  readonly adminLock: string;
  /** A running backup holds this lock. */
  readonly backupLock: string;
  /** A part of its data may be in a database. */
  readonly moving: string;
  /** Its data is in a database now. */
  readonly moved: string;
}

/** The format that this program makes and reads. */
const dataFormat = 1;

/** The paths of a data folder. The folder may be missing. */
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
    moving: join(root, 'moving.json'),
    moved: join(root, 'moved.json'),
  };
}

/**
 * Opens an existing data folder. Raises INVALID_REQUEST if it is another folder, has a newer format, has lost its database, or was moved to
 * another place, wholly or in part.
 */
export function openDataFolder(dataDir: string): DataFolder {
  return refuseMoved(findDataFolder(dataDir));
}

/** As `openDataFolder`, also a folder that was moved, wholly or in part. */
export function findDataFolder(dataDir: string): DataFolder {
  const folder = dataFolderAt(dataDir);
  if (hasMarker(folder)) return withState(folder);
  throw new PdfgenError(
    'INVALID_REQUEST',
    `${folder.root} is not a data folder of pdfgen. Name the data folder of a server, or make one with: pdfgen serve --data-dir DIR`,
  );
}

/**
 * Makes the data folder for its owner alone, or opens an existing data folder. Raises INVALID_REQUEST if the folder holds other files, has a
 * newer format, has lost its database, or was moved to another place, wholly or in part.
 */
export function prepareDataFolder(dataDir: string): DataFolder {
  const folder = dataFolderAt(dataDir);
  if (hasMarker(folder)) return refuseMoved(withState(folder));
  makePrivateFolder(folder.root);
  // Another server may be starting at the same time. Its files make the folder a data folder, too.
  if (!isFree(folder.root) && !hasMarker(folder)) {
    throw new PdfgenError(
      'INVALID_REQUEST',
      `${folder.root} is not empty and not a data folder of pdfgen. Name another folder with --data-dir DIR.`,
    );
  }
  writeMarker(folder);
  return folder;
}

/** Makes this process the only server of the folder, or the only one that moves it. Gives the function that ends this. Raises INVALID_REQUEST if another does. */
export function holdServerLock(folder: DataFolder, work: 'serve' | 'move' = 'serve'): () => void {
  const { serverLock, root } = folder;
  const release = holdLock(serverLock, work);
  if (release) {
    removeLeftovers(root);
    return release;
  }
  if (isBeingMoved(folder)) throw beingMoved(folder);
  throw new PdfgenError(
    'INVALID_REQUEST',
    `Another server is running on ${root}. Stop it first. To add a render process, run: pdfgen worker --data-dir ${root}`,
  );
}

const isBeingMoved = ({ serverLock }: DataFolder): boolean => findHolder(serverLock)?.work === 'move';

const beingMoved = ({ root }: DataFolder): PdfgenError =>
  new PdfgenError('INVALID_REQUEST', `pdfgen migrate-data is moving ${root} into a database. Wait for its end.`);

/**
 * Notes that a part of the data may be in a database from now on, so that nobody serves the folder after an interrupted move. Gives the function
 * that takes this back if nothing was moved. It leaves the note of an earlier move.
 */
export function markMoving(folder: DataFolder, begunAt: string): () => void {
  if (existsSync(folder.moving)) return () => {};
  writeNote(folder, folder.moving, { begunAt });
  return () => rmSync(folder.moving, { force: true });
}

/** Notes that the data of the folder is in a database now, so that nobody serves the folder by mistake. */
export function markMoved(folder: DataFolder, movedAt: string): void {
  writeNote(folder, folder.moved, { movedAt });
  rmSync(folder.moving, { force: true });
}

/** Writes the file whole or not at all. */
function writeNote({ root }: DataFolder, path: string, note: object): void {
  const beside = temporaryIn(root);
  writeSynced(beside, `${JSON.stringify(note)}\n`, 0o600);
  renameSync(beside, path);
  syncFolder(root);
}

function refuseMoved(folder: DataFolder): DataFolder {
  const { root, moved, moving } = folder;
  if (existsSync(moved))
    throw new PdfgenError(
      'INVALID_REQUEST',
      `The data of ${root} was moved into a database by pdfgen migrate-data. Name the database with --database. To use the folder again, with its ` +
        `data of that time, remove ${moved}.`,
    );
  if (!existsSync(moving)) return folder;
  if (isBeingMoved(folder)) throw beingMoved(folder);
  throw new PdfgenError(
    'INVALID_REQUEST',
    `A move of ${root} into a database was interrupted. To finish it, run pdfgen migrate-data ${root} again with the same database and bucket. To use the ` +
      `folder instead, remove ${moving}; then empty the database and the bucket before the next move.`,
  );
}

/** Refuses a folder that has lost its database: a new database would not know the teams. */
function withState(folder: DataFolder): DataFolder {
  const { size = 0 } = statSync(folder.state, { throwIfNoEntry: false }) ?? {};
  if (size === 0 && hasTeams(folder)) throw stateLost(folder);
  return folder;
}

/** Whether some team has a folder. */
export function hasTeams({ teams }: DataFolder): boolean {
  return existsSync(teams) && readdirSync(teams).length > 0;
}

/** The error for a folder with templates of teams but without their database. */
export function stateLost({ root, state }: DataFolder): PdfgenError {
  return new PdfgenError(
    'INVALID_REQUEST',
    `${state} is missing or empty, but ${root} holds templates of teams. Put the database back together with the files beside it, ` +
      'or restore a backup to a new folder with: pdfgen restore',
  );
}

/** Makes a folder that only its owner may open. Closes an existing folder to others. */
export function makePrivateFolder(path: string): void {
  makeFolders(path);
  try {
    chmodSync(path, 0o700);
  } catch (error) {
    // A mounted volume may belong to another user, who decides on its permissions.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

/** Makes folders one by one. Node's `recursive` option gives ENOENT for a read-only file system and never ends in /proc. */
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

/** Whether a folder is empty, but for files that the file system or an interrupted start left. */
export function isFree(path: string): boolean {
  return readdirSync(path).every((name) => name === 'lost+found' || isTemporaryName(name));
}

/** Marks the folder as a data folder. This is the last step of making it. */
export function writeMarker({ root, marker }: DataFolder): void {
  const beside = temporaryIn(root);
  try {
    writeSynced(beside, `${JSON.stringify({ format: dataFormat })}\n`, 0o600);
    // A hard link never replaces a file, so the marker of a data folder that a newer program made first stays.
    linkSync(beside, marker);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(beside, { force: true });
  }
  syncFolder(root);
}

/** Whether the folder is marked as a data folder. Raises INVALID_REQUEST for an unknown format. */
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
    return undefined; // not JSON, or not an object
  }
}
