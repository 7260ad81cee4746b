// Resolves the settings of `pdfgen serve` and its workers: flag, then PDFGEN_* variable, then the file of --config, then default.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isObject } from '../../json/is-object.ts';
import { describeFault, readJson } from '../../json/read-json.ts';
import type { ServerSettings, SettingValue } from '../../settings/server-settings.ts';
import { suggest } from '../../words/nearest.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { OptionValues } from '../command.ts';
import type { Io } from '../io/io.ts';
import { refuseNearVariables } from './near-variables.ts';
import { type ServeOption, serveOptions } from './serve-options.ts';

export interface ResolvedServeSetting {
  readonly name: string;
  readonly value: SettingValue;
  readonly origin: 'flag' | 'environment' | 'file' | 'default';
  /** The flag, the variable or the file; undefined: a default. */
  readonly place: string | undefined;
}

type Surroundings = Pick<Io, 'env' | 'cwd'>;

/** The settings, with absolute paths. Raises UsageError for an invalid value, or for two values that contradict each other, with their places. */
export function readServeSettings(options: OptionValues, io: Surroundings): ServerSettings {
  const resolved = resolveServeSettings(options, io);
  checkTogether(resolved);
  checkKeys(resolved);
  return toServerSettings(resolved, io);
}

/** The same for a further worker, which needs no keys of the editor. */
export function readWorkerSettings(options: OptionValues, io: Surroundings): ServerSettings {
  const resolved = resolveServeSettings(options, io);
  checkTogether(resolved);
  return toServerSettings(resolved, io);
}

function toServerSettings(resolved: readonly ResolvedServeSetting[], io: Surroundings): ServerSettings {
  const isFile = (name: string) => serveOptions.find((one) => one.name === name)?.takes.kind === 'file';
  const values = resolved.map(({ name, value }) => [
    name,
    isFile(name) && value !== undefined ? resolve(io.cwd, String(value)) : value,
  ]);
  return Object.fromEntries(values) as ServerSettings;
}

/** Every setting with its origin. Raises UsageError for an invalid value, with its place, and for a misspelt variable. */
export function resolveServeSettings(options: OptionValues, { env, cwd }: Surroundings): readonly ResolvedServeSetting[] {
  refuseNearVariables(env);
  const fileName = options.config === undefined ? env.PDFGEN_CONFIG || undefined : String(options.config);
  const file = fileName === undefined ? {} : readConfig(fileName, cwd);
  const values: Record<string, SettingValue> = {};
  return serveOptions.map((option) => {
    const found = pickServeSetting(option, options, env, file, fileName) ?? {
      name: option.name,
      value: option.fallback(values),
      origin: 'default',
      place: undefined,
    };
    values[option.name] = found.value;
    return found;
  });
}

function pickServeSetting(
  { name, flag, variable, takes, expects, parse }: ServeOption,
  options: OptionValues,
  env: Io['env'],
  file: Readonly<Record<string, unknown>>,
  fileName: string | undefined,
): ResolvedServeSetting | undefined {
  const sources = [
    { origin: 'flag', place: flag, what: flag, given: options[name] },
    { origin: 'environment', place: variable, what: variable, given: env[variable] || undefined },
    {
      origin: 'file',
      place: fileName,
      what: `${fileName}: "${name}"`,
      given: Object.hasOwn(file, name) ? file[name] : undefined,
    },
  ] as const;
  const source = sources.find(({ given }) => given !== undefined);
  if (source === undefined) return undefined;
  const { origin, place, what, given } = source;
  const text = toText(given);
  const value = text === undefined ? undefined : parse(text);
  // The address of a database may hold a password.
  const shown = takes.kind === 'store' ? '' : `, got ${JSON.stringify(given)}`;
  if (value === undefined) throw new UsageError(`${what} must be ${expects}${shown}`);
  return { name, value, origin, place };
}

/** The value as the text of a flag; undefined: no flag can express it. */
function toText(given: unknown): string | undefined {
  if (typeof given === 'string') return given;
  if (typeof given === 'number') return String(given);
  return Array.isArray(given) && given.every((one) => typeof one === 'string') ? given.join(',') : undefined;
}

/** Raises UsageError for settings that contradict each other. */
function checkTogether(resolved: readonly ResolvedServeSetting[]): void {
  const of = (name: string) => resolved.find((one) => one.name === name)!;
  // A flag may need a setting that stands in a variable or in the file of --config.
  const [cert, key] = [of('tlsCert'), of('tlsKey')];
  if ((cert.value === undefined) !== (key.value === undefined)) {
    const [there, missing] = cert.value === undefined ? [key, cert] : [cert, key];
    throw missingSetting(missing.name, there);
  }
  checkCluster(of);
  const [head, whole] = [of('headerSeconds'), of('requestSeconds')];
  if (Number(head.value) > Number(whole.value)) {
    const show = ({ name, value, place = 'default' }: ResolvedServeSetting) => `"${name}" (${value}, ${place})`;
    throw new UsageError(`${show(head)} must not be longer than ${show(whole)}.`);
  }
}

/** A database needs a bucket and keys that all processes share, and a bucket needs a database. */
function checkCluster(of: (name: string) => ResolvedServeSetting): void {
  const isGiven = (name: string) => of(name).value !== undefined;
  const [database, objects] = [isGiven('database'), isGiven('objects')];
  if (database !== objects) {
    const [there, missing] = database ? ['database', 'objects'] : ['objects', 'database'];
    throw missingSetting(missing!, of(there!));
  }
  const direct = of('databaseDirect');
  if (!database && direct.origin !== 'default') throw missingSetting('database', direct);
  if (database && of('dataDir').origin !== 'default')
    throw new UsageError(
      `"dataDir" (${of('dataDir').place}) and "database" (${of('database').place}) contradict each other: the data is in one of them. Leave one out.`,
    );
}

/** Servers on one database must have the same keys. */
function checkKeys(resolved: readonly ResolvedServeSetting[]): void {
  const isGiven = (name: string) => resolved.find((one) => one.name === name)!.value !== undefined;
  if (!isGiven('database') || isGiven('masterKeyFile') || isGiven('keysFile')) return;
  throw new UsageError(
    `The master key is missing: all servers on a database need the same file. Give ${waysToGive('masterKeyFile')}. Make the file with: openssl rand -base64 32 > master.key`,
  );
}

const missingSetting = (name: string, { name: by, place }: ResolvedServeSetting): UsageError =>
  new UsageError(`"${name}" is missing: "${by}" (${place}) needs it. Give ${waysToGive(name)}.`);

/** `--objects URL, PDFGEN_OBJECTS or "objects" in the file of --config` */
function waysToGive(name: string): string {
  const { flag, variable } = serveOptions.find((one) => one.name === name)!;
  return `${flag}, ${variable}, or "${name}" in the file of --config`;
}

function readConfig(file: string, cwd: string): Readonly<Record<string, unknown>> {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, file), 'utf8');
  } catch (error) {
    throw new UsageError(`The settings file ${file} cannot be read: ${(error as Error).message}`, 'file');
  }
  const reading = readJson(text.replace(/^\uFEFF/, ''), { maxDepth: 64 });
  if (reading.fault) throw new UsageError(`The settings file ${describeFault(file, reading.fault)}.`);
  const { value } = reading;
  if (!isObject(value)) throw new UsageError(`The settings file ${file} must hold a JSON object.`);
  const known = serveOptions.map((one) => one.name);
  for (const name of Object.keys(value)) {
    if (!known.includes(name))
      throw new UsageError(`${file}: unknown member "${name}"${suggest(name, known) || `; the members are ${known.join(', ')}`}`);
  }
  return value as Record<string, unknown>;
}
