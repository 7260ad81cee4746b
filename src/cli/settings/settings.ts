// Resolves settings, strongest first: flag, PDFGEN_* variable, pdfgen.json of the workspace, the user's file, default.

import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type CompleteOptions,
  type OptionName,
  optionNames,
  optionTable,
  type SettingOption,
} from '../../contract/document-options.ts';
import { isObject } from '../../json/is-object.ts';
import { describeFault, readJson } from '../../json/read-json.ts';
import { describeLimit, localSettings, type PersonalLimit, personalLimits } from '../../settings/server-settings.ts';
import { suggest } from '../../words/nearest.ts';
import { UsageError } from '../../words/usage-error.ts';
import { nameFlag } from '../command-line/name-flag.ts';
import type { Io } from '../io/io.ts';
import { findUserFolder, userFileNames, userFilePath, writeUserFile } from './user-folder.ts';
import { findWorkspace } from './workspace.ts';

export interface Settings extends Pick<CompleteOptions, SettingOption>, Readonly<Record<PersonalLimit, number>> {
  readonly store: string | undefined;
  readonly color: 'auto' | 'always' | 'never';
}

export type SettingName = keyof Settings;
export type SettingValue = string | number | undefined;
export type SettingOrigin = 'flag' | 'environment' | 'workspace' | 'user' | 'default';

export interface UserSetting {
  readonly name: SettingName;
  readonly variable: string;
  readonly flag: string | undefined;
  readonly summary: string;
  /** Describes a valid value, for messages. */
  readonly expects: string;
  readonly fallback: SettingValue;
  /** Whether the pdfgen.json of a workspace may set it. */
  readonly inPdfgenJson: boolean;
  /** The value; undefined: invalid. */
  parse(value: unknown): SettingValue;
}

const oneOf = (values: readonly string[]) => (value: unknown) =>
  typeof value === 'string' && values.includes(value) ? value : undefined;
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const wholeNumber = (least: number, most: number) => (value: unknown) => {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= least && number <= most ? number : undefined;
};

const toVariable = (name: string) => `PDFGEN_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

function settingOfLimit(name: PersonalLimit): UserSetting {
  const { summary, takes } = describeLimit(name);
  const [least, most] = takes.kind === 'number' ? [takes.least, takes.most] : [1, Number.MAX_SAFE_INTEGER];
  return {
    name,
    variable: toVariable(name),
    flag: nameFlag(name),
    summary,
    expects: `a whole number from ${least} to ${most}`,
    fallback: localSettings()[name],
    inPdfgenJson: true,
    parse: wholeNumber(least, most),
  };
}

function settingOfOption(name: OptionName): readonly UserSetting[] {
  const { setting, schema } = optionTable[name];
  if (!setting) return [];
  return [
    {
      ...setting,
      name: name as SettingOption,
      variable: toVariable(name),
      flag: nameFlag(name),
      fallback: schema.default as SettingValue,
      inPdfgenJson: true,
      parse: oneOf(schema.enum as readonly string[]),
    },
  ];
}

export const userSettings: readonly UserSetting[] = [
  {
    name: 'store',
    variable: 'PDFGEN_STORE',
    flag: '--store',
    summary: 'the workspace to use if the working folder and the folders above have none',
    expects: 'a folder',
    fallback: undefined,
    inPdfgenJson: false,
    parse: text,
  },
  {
    name: 'color',
    variable: 'PDFGEN_COLOR',
    flag: undefined,
    summary: 'colours in the terminal',
    expects: 'auto, always or never',
    fallback: 'auto',
    inPdfgenJson: false,
    parse: oneOf(['auto', 'always', 'never']),
  },
  ...personalLimits.map(settingOfLimit),
  ...optionNames.flatMap(settingOfOption),
];

/** Other members that pdfgen.json may have. */
const workspaceMembers = ['$schema', 'validate'];

/** A cloned repository must not decide where credentials go, or whose they are. */
const refusedMembers = ['token', 'tokenFile', 'remote', 'profile', 'profiles', 'allowInsecure', 'dataDir'];

export interface ResolvedSetting {
  readonly name: SettingName;
  readonly value: SettingValue;
  readonly origin: SettingOrigin;
}

/** The sources of settings in this run. */
export interface SettingSources {
  readonly flags: Readonly<Partial<Record<SettingName, string>>>;
  readonly io: Pick<Io, 'env' | 'cwd'>;
  /** Skips invalid values, for the commands that correct them. */
  readonly lenient?: boolean;
}

export interface Resolved {
  readonly settings: readonly ResolvedSetting[];
  /** The workspace's folder, if any. */
  readonly workspace: string | undefined;
}

/** Every setting with its origin. Raises UsageError for an invalid value, with its place. */
export function resolveSettings({ flags, io, lenient = false }: SettingSources): Resolved {
  const own = findUserFolder(io);
  const ofUser: SettingSource = {
    origin: 'user',
    values: own === undefined ? {} : readObject(join(own, userFileNames.settings)),
    place: () => userFilePath(io, userFileNames.settings),
  };
  const given: SettingSource[] = [
    { origin: 'flag', values: flags, place: ({ flag, name }) => flag ?? name },
    { origin: 'environment', values: readVariables(io.env), place: ({ variable }) => variable },
  ];
  const found: SettingSource = { origin: 'workspace', values: { store: findWorkspace(io.cwd) }, place: () => '' };
  const store = pickSetting(findSetting('store')!, [...given, found, ofUser], lenient);
  const workspace = typeof store.value === 'string' ? resolve(io.cwd, store.value) : undefined;
  const ofWorkspace: SettingSource = { origin: 'workspace', ...readWorkspace(workspace, lenient) };
  const sources = [...given, ofWorkspace, ofUser];
  return {
    settings: userSettings.map((setting) =>
      setting.name === 'store' ? { ...store, value: workspace } : pickSetting(setting, sources, lenient),
    ),
    workspace,
  };
}

export function findSetting(name: string): UserSetting | undefined {
  return userSettings.find((setting) => setting.name === name);
}

/** The setting with the name that the user typed. Raises UsageError for an unknown name. */
export function getSetting(name: string): UserSetting {
  const setting = findSetting(name);
  if (setting) return setting;
  const names = userSettings.map((one) => one.name);
  throw new UsageError(`There is no setting "${name}"${suggest(name, names) || `. The settings are: ${names.join(', ')}`}`);
}

/** The settings as values. */
export function toSettings(resolved: readonly ResolvedSetting[]): Settings {
  // Each value has passed its own parser above.
  return Object.fromEntries(resolved.map(({ name, value }) => [name, value])) as unknown as Settings;
}

/** The limits that settings hold. */
export const limitsOf = (settings: Settings): Readonly<Record<PersonalLimit, number>> =>
  Object.fromEntries(personalLimits.map((name) => [name, settings[name]])) as Record<PersonalLimit, number>;

/** The path of the user's file. Raises UsageError for a user without a home. */
export function userFile(io: Pick<Io, 'env'>): string {
  return userFilePath(io, userFileNames.settings);
}

/** Changes the user's file. Raises UsageError of kind `file` if it cannot be written. */
export async function changeUserFile(
  { io }: { readonly io: Pick<Io, 'env'> },
  change: (values: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): Promise<void> {
  await writeUserFile(io, userFileNames.settings, change(readObject(userFile(io))));
}

interface SettingSource {
  readonly origin: SettingOrigin;
  readonly values: Readonly<Record<string, unknown>>;
  place(setting: UserSetting): string;
}

function pickSetting(setting: UserSetting, sources: readonly SettingSource[], lenient: boolean): ResolvedSetting {
  const { name, expects } = setting;
  for (const { origin, values, place } of sources) {
    const given = Object.hasOwn(values, name) ? values[name] : undefined;
    if (given === undefined) continue;
    const value = setting.parse(given);
    if (value !== undefined) return { name, value, origin };
    if (lenient) continue;
    const remedy = origin === 'user' ? `. Remove it with: pdfgen config unset ${name}` : '';
    const what = origin === 'workspace' || origin === 'user' ? `: "${name}"` : '';
    throw new UsageError(`${place(setting)}${what} must be ${expects}, got ${JSON.stringify(given)}${remedy}`);
  }
  return { name, value: setting.fallback, origin: 'default' };
}

function readVariables(env: Io['env']): Readonly<Record<string, unknown>> {
  return Object.fromEntries(userSettings.flatMap(({ name, variable }) => (env[variable] ? [[name, env[variable]]] : [])));
}

function readWorkspace(workspace: string | undefined, lenient: boolean): Pick<SettingSource, 'values' | 'place'> {
  if (workspace === undefined) return { values: {}, place: () => '' };
  const file = join(workspace, 'pdfgen.json');
  const values = readObject(file);
  const place = () => file;
  if (lenient) return { values, place };
  const known = [...workspaceMembers, ...userSettings.filter((one) => one.inPdfgenJson).map((one) => one.name)];
  for (const name of Object.keys(values)) {
    if (known.includes(name)) continue;
    if (findSetting(name)) {
      throw new UsageError(
        `${file}: "${name}" cannot be set in a workspace. Set it for yourself with: pdfgen config set ${name} VALUE`,
      );
    }
    if (refusedMembers.includes(name)) {
      throw new UsageError(
        `${file}: "${name}" is not allowed in a workspace, because a repository must not decide where credentials go. Remove it.`,
      );
    }
    throw new UsageError(`${file}: unknown member "${name}"${suggest(name, known) || `; the members are ${known.join(', ')}`}`);
  }
  return { values, place };
}

function readObject(path: string): Readonly<Record<string, unknown>> {
  let text: string;
  try {
    if (!statSync(path).isFile()) throw new UsageError(`${path} is not a regular file.`, 'file');
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return {};
    throw new UsageError(`${path} cannot be read: ${message}`, 'file');
  }
  const reading = readJson(text.replace(/^\uFEFF/, ''), { maxDepth: 64 });
  if (reading.fault) throw new UsageError(`${describeFault(path, reading.fault)}.`);
  const { value } = reading;
  if (!isObject(value)) throw new UsageError(`${path} must hold a JSON object.`);
  return value;
}
