// The folder of a person's own files: settings, and tokens of servers. Only this person can read them.
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type Conf from 'conf';
import { writeError } from '../../files/write-error.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { Io } from '../io/io.ts';

/** PDFGEN_CONFIG_DIR, else the system's folder for settings. Undefined: the user has no home, such as a foreign user id in a container. */
export function findUserFolder({ env }: Pick<Io, 'env'>): string | undefined {
  if (env.PDFGEN_CONFIG_DIR) return env.PDFGEN_CONFIG_DIR;
  const home = env.HOME || findHome();
  const below = (...parts: string[]) => home && join(home, ...parts);
  const base = {
    win32: env.APPDATA || below('AppData', 'Roaming'),
    darwin: below('Library', 'Preferences'),
    other: env.XDG_CONFIG_HOME || below('.config'),
  };
  const folder = process.platform === 'win32' || process.platform === 'darwin' ? base[process.platform] : base.other;
  return folder && join(folder, 'pdfgen');
}

/** Node raises for a user id without an entry. */
function findHome(): string | undefined {
  try {
    return homedir() || undefined;
  } catch {
    return undefined;
  }
}

/** The path of a file in the folder. Raises UsageError for a user without a home. */
export function userFilePath(io: Pick<Io, 'env'>, name: string): string {
  const folder = findUserFolder(io);
  if (folder !== undefined) return join(folder, name);
  throw new UsageError('This user has no home folder for settings. Set PDFGEN_CONFIG_DIR to a folder.', 'file');
}

/** The names of the files in the folder. */
export const userFileNames = { settings: 'config.json', profiles: 'profiles.json' } as const;

/** The paths of all files of the folder, whether they exist or not. */
export function findUserFiles(io: Pick<Io, 'env'>): readonly string[] {
  const folder = findUserFolder(io);
  return folder === undefined ? [] : Object.values(userFileNames).map((name) => join(folder, name));
}

/** Writes a JSON file of the folder whole, readable only by its owner. Raises UsageError of kind `file` if it cannot be written. */
export async function writeUserFile(io: Pick<Io, 'env'>, name: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const path = userFilePath(io, name);
  const cwd = dirname(path);
  const Store = await importConf(cwd);
  try {
    const configName = basename(name, '.json');
    const file = new Store<Record<string, unknown>>({ cwd, configName, configFileMode: 0o600, projectName: 'pdfgen' });
    file.store = { ...values };
  } catch (error) {
    throw writeError(path, error);
  }
}

/** `conf` asks for the home folder while it loads, whatever folder is used later. Node raises for a user without a home. */
async function importConf(folder: string): Promise<typeof Conf> {
  const hasHome = findHome() !== undefined;
  if (!hasHome) process.env.HOME = folder;
  try {
    return (await import('conf')).default;
  } finally {
    if (!hasHome) delete process.env.HOME;
  }
}
