// What `pdfgen serve` and the workers beside it are set to: flag, then PDFGEN_* variable, then the file of --config, then default.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { suggest } from '../../contract/nearest.ts';
import type { EngineLimits, PoolLimits } from '../../engine/limits.ts';
import type { ServerSettings } from '../../server/settings.ts';
import type { OptionValues } from '../command.ts';
import type { Io } from '../io/io.ts';
import { UsageError } from '../usage-error.ts';
import { type ServeSetting, type ServeValue, type ServeValues, serveSettings } from './serve-setting-table.ts';

export interface ServeSettings {
  readonly dataDir: string;
  readonly server: Partial<ServerSettings>;
  readonly limits: EngineLimits;
  readonly poolLimits: PoolLimits;
  readonly publicUrl: string | undefined;
  readonly tlsCert: string | undefined;
  readonly tlsKey: string | undefined;
  readonly keysFile: string | undefined;
  readonly threads: number;
  readonly workers: number;
  readonly graceMs: number;
  readonly logLevel: string;
}

export interface ResolvedServeSetting {
  readonly name: string;
  readonly value: ServeValue;
  readonly origin: 'flag' | 'environment' | 'file' | 'default';
  /** The flag, the variable or the file; undefined for a default. */
  readonly place: string | undefined;
}

type Surroundings = Pick<Io, 'env' | 'cwd'>;

/** Raises UsageError for a value that is none, or two that do not go together, naming where they stand. */
export function readServeSettings(options: OptionValues, io: Surroundings): ServeSettings {
  const resolved = resolveServeSettings(options, io);
  checkTogether(resolved);
  return toServeSettings(Object.fromEntries(resolved.map(({ name, value }) => [name, value])), io);
}

/** Every setting with where it came from. Raises UsageError for a value that is none, naming its place. */
export function resolveServeSettings(options: OptionValues, { env, cwd }: Surroundings): readonly ResolvedServeSetting[] {
  const fileName = options.config === undefined ? env.PDFGEN_CONFIG || undefined : String(options.config);
  const file = fileName === undefined ? {} : readConfig(fileName, cwd);
  const values: Record<string, ServeValue> = {};
  return serveSettings.map((setting) => {
    const found = pick(setting, options, env, file, fileName) ?? {
      name: setting.name,
      value: setting.fallback(values),
      origin: 'default',
      place: undefined,
    };
    values[setting.name] = found.value;
    return found;
  });
}

function pick(
  { name, flag, variable, expects, parse }: ServeSetting,
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
  if (value === undefined) throw new UsageError(`${what} must be ${expects}, got ${JSON.stringify(given)}`);
  return { name, value, origin, place };
}

/** A value as a flag would have it; undefined for what no flag can say. */
function toText(given: unknown): string | undefined {
  if (typeof given === 'string') return given;
  if (typeof given === 'number') return String(given);
  return Array.isArray(given) && given.every((one) => typeof one === 'string') ? given.join(',') : undefined;
}

function checkTogether(resolved: readonly ResolvedServeSetting[]): void {
  const of = (name: string) => resolved.find((one) => one.name === name)!;
  const [cert, key] = [of('tlsCert'), of('tlsKey')];
  if ((cert.value === undefined) !== (key.value === undefined)) {
    const [there, missing] = cert.value === undefined ? [key, cert] : [cert, key];
    throw new UsageError(`"${there.name}" is given (${there.place}) and "${missing.name}" is not: they go together.`);
  }
  const [head, whole] = [of('headerSeconds'), of('requestSeconds')];
  if (Number(head.value) > Number(whole.value)) {
    const show = ({ name, value, place = 'default' }: ResolvedServeSetting) => `"${name}" (${value}, ${place})`;
    throw new UsageError(`${show(head)} must not be longer than ${show(whole)}.`);
  }
}

function toServeSettings(values: ServeValues, { cwd }: Surroundings): ServeSettings {
  const text = (name: string) => values[name] as string | undefined;
  const number = (name: string) => values[name] as number;
  const path = (name: string) => (text(name) === undefined ? undefined : resolve(cwd, text(name)!));
  const ms = (name: string) => number(name) * 1000;
  const render = {
    maxPages: number('maxPages'),
    maxBoxes: number('maxBoxes'),
    maxImagePixels: number('maxImagePixels'),
    maxOutputBytes: number('maxOutputBytes'),
    validationMs: ms('validationSeconds'),
  };
  return {
    dataDir: path('dataDir')!,
    server: {
      port: number('port'),
      host: text('host')!,
      trustProxy: (values.trustProxy as readonly string[] | undefined) ?? false,
      metricsPort: values.metricsPort as number | undefined,
      metricsHost: text('metricsHost')!,
      maxBodyBytes: number('maxBodyBytes'),
      maxBatchBytes: number('maxBatchBytes'),
      maxAssetBytes: number('maxAssetBytes'),
      maxHeldBytes: number('maxHeldBytes'),
      maxJsonDepth: number('maxJsonDepth'),
      maxHeaderBytes: number('maxHeaderBytes'),
      headersTimeoutMs: ms('headerSeconds'),
      requestTimeoutMs: ms('requestSeconds'),
      stalledMs: ms('stalledSeconds'),
      keepAliveMs: ms('keepAliveSeconds'),
      requestsPerMinute: values.requestsPerMinute as number | undefined,
      failedAuthenticationsPerMinute: number('failedAuthenticationsPerMinute'),
    },
    limits: {
      now: { ...render, renderMs: ms('renderSeconds') },
      later: { ...render, renderMs: ms('jobSeconds') },
      maxBatchItems: number('maxBatchItems'),
      maxUnfinishedJobs: number('maxUnfinishedJobs'),
      maxResultBytes: number('maxResultBytes'),
      maxAssetBytes: number('maxAssetBytes'),
      minFreeBytes: number('minFreeBytes'),
    },
    poolLimits: {
      threadHeapMb: number('threadMemoryMb'),
      maxResidentBytes: number('renderMemoryMb') * 1024 ** 2,
      longestWaitMs: ms('waitSeconds'),
      mostWaiting: number('maxWaitingCalls'),
    },
    publicUrl: text('publicUrl'),
    tlsCert: path('tlsCert'),
    tlsKey: path('tlsKey'),
    keysFile: path('keysFile'),
    threads: number('threads'),
    workers: number('workers'),
    graceMs: ms('graceSeconds'),
    logLevel: text('logLevel')!,
  };
}

function readConfig(file: string, cwd: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(resolve(cwd, file), 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code !== undefined;
    throw new UsageError(
      `The file of settings ${file} ${isMissing ? 'cannot be read' : 'is not JSON'}: ${(error as Error).message}`,
      isMissing ? 9 : 2,
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`The file of settings ${file} must hold a JSON object.`);
  const known = serveSettings.map((one) => one.name);
  for (const name of Object.keys(value)) {
    if (!known.includes(name))
      throw new UsageError(`${file}: unknown member "${name}"${suggest(name, known) || `; there are ${known.join(', ')}`}`);
  }
  return value as Record<string, unknown>;
}
