// Profiles: the servers that a person has logged in to, with their tokens, in a file that only this person can read.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeFault, readJson } from '../../json/read-json.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { Io } from '../io/io.ts';
import { findUserFolder, userFileNames, writeUserFile } from './user-folder.ts';

export interface Profile {
  readonly url: string;
  readonly token: string;
  /** The user allowed plain HTTP to another machine at the login. */
  readonly allowInsecure?: boolean;
}

export interface Profiles {
  /** The profile in use without an option; undefined: work locally. */
  readonly current?: string | undefined;
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** Raises UsageError for a file with another content. */
export function readProfiles(io: Pick<Io, 'env'>): Profiles {
  const folder = findUserFolder(io);
  if (folder === undefined) return { profiles: {} };
  const file = join(folder, userFileNames.profiles);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} };
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`, 'file');
  }
  const remedy = 'Remove it, and log in again with: pdfgen login URL';
  const reading = readJson(text, { maxDepth: 64 });
  if (reading.fault) throw new UsageError(`${describeFault(file, reading.fault)}. ${remedy}`);
  if (typeof reading.value !== 'object' || reading.value === null)
    throw new UsageError(`${file} must hold a JSON object. ${remedy}`);
  const { current, profiles } = reading.value as Partial<Profiles>;
  return { ...(current !== undefined && { current }), profiles: { ...profiles } };
}

/** Raises UsageError of kind `file` if the file cannot be written. */
export async function writeProfiles(io: Pick<Io, 'env'>, { current, profiles }: Profiles): Promise<void> {
  await writeUserFile(io, userFileNames.profiles, { ...(current !== undefined && { current }), profiles });
}

/** The profile of a name. Raises UsageError with the names of all profiles. */
export function getProfile({ profiles }: Profiles, name: string): Profile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile) return profile;
  const names = Object.keys(profiles);
  const known = names.length === 0 ? 'There are no profiles yet' : `The profiles are ${names.join(', ')}`;
  throw new UsageError(`There is no profile "${name}". ${known}. Make one with: pdfgen login URL --profile ${name}`);
}
