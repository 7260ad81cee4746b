// Settings, strongest first: flag, PDFGEN_* variable, pdfgen.json of the workspace, the user's file, default.
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Io } from './io/io.ts';
import { UsageError } from './usage-error.ts';

export interface Settings {
  readonly store: string | undefined;
  readonly color: 'auto' | 'always' | 'never';
  readonly maxPages: number;
  readonly fontSubset: 'document' | 'template';
}

export type SettingName = keyof Settings;
export type Origin = 'flag' | 'environment' | 'workspace' | 'user' | 'default';

export interface Setting {
  readonly name: SettingName;
  readonly variable: string;
  readonly summary: string;
  readonly fallback: string | number | undefined;
  /** Whether a workspace's pdfgen.json may set it. */
  readonly inWorkspace: boolean;
  /** The value, or undefined if it is not one. */
  parse(value: unknown): string | number | undefined;
}

const oneOf = (values: readonly string[]) => (value: unknown) => (typeof value === 'string' && values.includes(value) ? value : undefined);
const wholeNumber = (value: unknown) => {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

export const settingTable: readonly Setting[] = [
  { name: 'store', variable: 'PDFGEN_STORE', summary: 'folder of the workspace', fallback: undefined, inWorkspace: false, parse: (value) => (typeof value === 'string' && value !== '' ? value : undefined) },
  { name: 'color', variable: 'PDFGEN_COLOR', summary: 'auto, always or never', fallback: 'auto', inWorkspace: false, parse: oneOf(['auto', 'always', 'never']) },
  { name: 'maxPages', variable: 'PDFGEN_MAX_PAGES', summary: 'pages that a document may have', fallback: 20_000, inWorkspace: true, parse: wholeNumber },
  { name: 'fontSubset', variable: 'PDFGEN_FONT_SUBSET', summary: 'document or template', fallback: 'document', inWorkspace: true, parse: oneOf(['document', 'template']) },
];

export interface ResolvedSetting {
  readonly name: SettingName;
  readonly value: string | number | undefined;
  readonly origin: Origin;
}

/** Where settings come from in this run. */
export interface SettingSources {
  readonly flags: Readonly<Partial<Record<SettingName, string>>>;
  readonly io: Io;
  /** The workspace's folder, if there is one. */
  readonly workspace: string | undefined;
}

/** Every setting with where it came from. Raises UsageError for a value that is not one, naming its place. */
export function resolveSettings({ flags, io, workspace }: SettingSources): readonly ResolvedSetting[] {
  const workspaceFile = workspace === undefined ? undefined : join(workspace, 'pdfgen.json');
  const inWorkspace = readObject(workspaceFile);
  const userFile = join(userFolder(io), 'config.json');
  const ofUser = readObject(userFile);
  return settingTable.map((setting) => {
    const { name, variable } = setting;
    if (!setting.inWorkspace && Object.hasOwn(inWorkspace, name)) {
      throw new UsageError(`${workspaceFile}: "${name}" cannot be set in a workspace; set it with: pdfgen config set ${name} VALUE`);
    }
    const sources: readonly (readonly [Origin, unknown, string])[] = [
      ['flag', flags[name], 'the command line'],
      ['environment', io.env[variable] || undefined, variable],
      ['workspace', inWorkspace[name], String(workspaceFile)],
      ['user', ofUser[name], userFile],
    ];
    for (const [origin, given, place] of sources) {
      if (given === undefined) continue;
      const value = setting.parse(given);
      if (value === undefined) throw new UsageError(`${place}: "${name}" must be ${setting.summary}, got ${JSON.stringify(given)}`);
      return { name, value, origin };
    }
    return { name, value: setting.fallback, origin: 'default' };
  });
}

/** The settings as values. */
export function toSettings(resolved: readonly ResolvedSetting[]): Settings {
  // Each value has passed its own parser above.
  return Object.fromEntries(resolved.map(({ name, value }) => [name, value])) as unknown as Settings;
}

/** The folder of the user's own settings: PDFGEN_CONFIG_DIR, else where the system keeps such things. */
export function userFolder({ env }: Pick<Io, 'env'>): string {
  if (env.PDFGEN_CONFIG_DIR) return env.PDFGEN_CONFIG_DIR;
  const home = env.HOME || homedir();
  if (process.platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'pdfgen');
  if (process.platform === 'darwin') return join(home, 'Library', 'Preferences', 'pdfgen');
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'pdfgen');
}

function readObject(path: string | undefined): Readonly<Record<string, unknown>> {
  if (path === undefined || !existsSync(path)) return {};
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError(`${path} cannot be read as JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UsageError(`${path} must hold a JSON object`);
  return value as Record<string, unknown>;
}
