// Profiles: servers that a person has logged in to, with their tokens, in a file that is readable by that person alone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Io } from './io/io.ts';
import { writeError } from './output/write-error.ts';
import { userFolder } from './settings.ts';
import { UsageError } from './usage-error.ts';

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

const file = (io: Pick<Io, 'env'>): string => join(userFolder(io), 'profiles.json');

/** Raises UsageError for a file that is not what was written. */
export function readProfiles(io: Pick<Io, 'env'>): Profiles {
  let text: string;
  try {
    text = readFileSync(file(io), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} };
    throw new UsageError(`${file(io)} cannot be read: ${(error as Error).message}`, 9);
  }
  try {
    const { current, profiles } = JSON.parse(text) as Partial<Profiles>;
    return { ...(current !== undefined && { current }), profiles: { ...profiles } };
  } catch {
    throw new UsageError(`${file(io)} is not JSON. Remove it, and log in again with: pdfgen login URL`);
  }
}

/** Raises UsageError with exit code 9 when the file cannot be written. */
export async function writeProfiles(io: Pick<Io, 'env'>, { current, profiles }: Profiles): Promise<void> {
  const { default: Store } = await import('conf');
  try {
    const store = new Store<Record<string, unknown>>({
      cwd: userFolder(io),
      configName: 'profiles',
      configFileMode: 0o600,
      projectName: 'pdfgen',
    });
    store.store = { ...(current !== undefined && { current }), profiles };
  } catch (error) {
    throw writeError(file(io), error);
  }
}

/** The profile that a name means. Raises UsageError, naming those there are. */
export function getProfile({ profiles }: Profiles, name: string): Profile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile) return profile;
  const names = Object.keys(profiles);
  const known = names.length === 0 ? 'There are none yet' : `There are ${names.join(', ')}`;
  throw new UsageError(`There is no profile "${name}". ${known}; make one with: pdfgen login URL --profile ${name}`);
}
