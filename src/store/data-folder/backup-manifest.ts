// The manifest of a backup, manifest.json: names the files of the backup with their digests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import type { Digest } from './write-digested.ts';

/** The format of backups that this program makes and reads. */
export const backupFormat = 1;
export const manifestName = 'manifest.json';

export interface BackedUpFile extends Digest {
  /** Relative path with `/`. */
  readonly path: string;
}

export interface BackupManifest {
  readonly format: number;
  /** Time of the snapshot, in RFC 3339. */
  readonly createdAt: string;
  /** Version of the program that made the backup. */
  readonly version: string;
  readonly files: readonly BackedUpFile[];
}

/** Reads the manifest of a backup. Raises INVALID_REQUEST if the folder is not a backup, is damaged, or has a newer format. */
export function readBackupManifest(backup: string): BackupManifest {
  const manifest = parseManifest(readText(backup));
  if (manifest === undefined) throw damaged(backup);
  const { format, version } = manifest;
  if (typeof format === 'number' && format > backupFormat) {
    throw new PdfgenError(
      'INVALID_REQUEST',
      `The backup has format ${format}, made by pdfgen ${JSON.stringify(version)}. This program reads formats up to ${backupFormat}. Use the newer program.`,
    );
  }
  if (!isManifest(manifest)) throw damaged(backup);
  return manifest;
}

function readText(backup: string): string {
  try {
    return readFileSync(join(backup, manifestName), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    throw new PdfgenError('INVALID_REQUEST', `${backup} is not a backup: it has no ${manifestName}.`, { cause: error });
  }
}

function parseManifest(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // not JSON: the caller raises the error
  }
}

function isManifest(value: object): value is BackupManifest {
  const { format, createdAt, version, files } = value as Readonly<Record<string, unknown>>;
  return (
    format === backupFormat &&
    typeof createdAt === 'string' &&
    typeof version === 'string' &&
    Array.isArray(files) &&
    files.every(isFile) &&
    new Set(files.map(({ path }) => path)).size === files.length
  );
}

/** The path of a file must lead to a part of the data folder, not out of the folder. */
function isFile(value: unknown): value is BackedUpFile {
  const { path, bytes, sha256 } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return (
    typeof path === 'string' &&
    /^(?:state\.db|keys\.json|(?:teams|results)\/.+)$/s.test(path) &&
    !/[\\:\0]/.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..') &&
    Number.isSafeInteger(bytes) &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256)
  );
}

function damaged(backup: string): PdfgenError {
  return new PdfgenError('INVALID_REQUEST', `${join(backup, manifestName)} is damaged. Use another backup.`);
}
