// Profiles: servers that a person has logged in to, with their tokens, in a file that is readable by that person alone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeFault, readJson } from '../json/read-json.ts';
import { UsageError } from '../words/usage-error.ts';
import type { Io } from './io/io.ts';
import { findUserFolder, writeUserFile } from './user-folder.ts';

export interface Profile {
  readonly url: string;
  readonly token: string;
  /** Plain HTTP to another machine was allowed at the login. */
  readonly allowInsecure?: boolean;
}

export interface Profiles {
  /** The profile that is used without being named; undefined: work locally. */
  readonly current?: string | undefined;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const fileName = 'profiles.json';

/** Raises UsageError for a file that is not what was written. */
export function readProfiles(io: Pick<Io, 'env'>): Profiles {
  const folder = findUserFolder(io);
  if (folder === undefined) return { profiles: {} };
  const file = join(folder, fileName);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} };
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`, 9);
  }
  const remedy = 'Remove it, and log in again with: pdfgen login URL';
  const reading = readJson(text, { maxDepth: 64 });
  if (reading.fault) throw new UsageError(`${describeFault(file, reading.fault)}. ${remedy}`);
  if (typeof reading.value !== 'object' || reading.value === null)
    throw new UsageError(`${file} must hold a JSON object. ${remedy}`);
  const { current, profiles } = reading.value as Partial<Profiles>;
  return { ...(current !== undefined && { current }), profiles: { ...profiles } };
}

/** Raises UsageError with exit code 9 when the file cannot be written. */
export async function writeProfiles(io: Pick<Io, 'env'>, { current, profiles }: Profiles): Promise<void> {
  await writeUserFile(io, fileName, { ...(current !== undefined && { current }), profiles });
}

/** The profile that a name means. Raises UsageError, naming those there are. */
export function getProfile({ profiles }: Profiles, name: string): Profile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile) return profile;
  const names = Object.keys(profiles);
  const known = names.length === 0 ? 'There are no profiles yet' : `The profiles are ${names.join(', ')}`;
  throw new UsageError(`There is no profile "${name}". ${known}. Make one with: pdfgen login URL --profile ${name}`);
}
