// The settings of `pdfgen serve`: flag, then PDFGEN_* variable, then the file of --config, then default.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { suggest } from '../../contract/nearest.ts';
import type { EngineLimits } from '../../engine/limits.ts';
import type { ServerSettings } from '../../server/settings.ts';
import type { OptionValues } from '../command.ts';
import type { Io } from '../io/io.ts';
import { UsageError } from '../usage-error.ts';

type Value = string | number | readonly string[] | undefined;

interface ServeFlag {
  readonly name: string;
  readonly flag: string;
  readonly value: string;
  readonly summary: string;
  readonly expects: string;
  parse(text: string): Value;
}

const text = (given: string): Value => (given === '' ? undefined : given);
const whole =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (given: string): Value =>
    /^\d{1,16}$/.test(given) && Number(given) >= least && Number(given) <= most ? Number(given) : undefined;
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'];

const number = (name: string, flag: string, summary: string, least: number, most?: number): ServeFlag => ({
  name,
  flag,
  value: 'n',
  summary,
  expects: `a whole number from ${least}${most === undefined ? '' : ` to ${most}`}`,
  parse: whole(least, most),
});
const word = (name: string, flag: string, value: string, summary: string): ServeFlag => ({
  name,
  flag,
  value,
  summary,
  expects: 'not empty',
  parse: text,
});

/** Every setting there is. */
export const serveFlags: readonly ServeFlag[] = [
  number('port', '--port', 'default: 8080; 0: any that is free', 0, 65_535),
  word('host', '--host', 'address', 'address to listen on (default: 127.0.0.1, this machine alone)'),
  {
    name: 'publicUrl',
    flag: '--public-url',
    value: 'url',
    summary: 'address that clients use, for links to the editor (default: the one listened on)',
    expects: 'an http or https address',
    parse: (given) => (/^https?:\/\/[^\s/]+(?:\/\S*)?$/i.test(given) ? given : undefined),
  },
  word('tlsCert', '--tls-cert', 'file', 'certificate chain, PEM'),
  word('tlsKey', '--tls-key', 'file', 'private key, PEM'),
  {
    name: 'trustProxy',
    flag: '--trust-proxy',
    value: 'addresses',
    summary: 'proxies whose X-Forwarded-For is believed, parted by commas',
    expects: 'addresses or networks parted by commas',
    parse: (given) => {
      const list = given.split(',').map((one) => one.trim());
      return list.every((one) => /^[0-9a-f.:]+(?:\/\d{1,3})?$/i.test(one)) ? list : undefined;
    },
  },
  number('threads', '--threads', 'render threads (default: as many as there are cores)', 1, 256),
  number('workers', '--workers', 'jobs at once (default: as many as threads; 0: none here)', 0, 256),
  word('keysFile', '--keys-file', 'file', "secrets of the editor's capabilities (default: keys.json of the data folder)"),
  number('metricsPort', '--metrics-port', 'a port of its own for /metrics, without a token', 0, 65_535),
  number('requestsPerMinute', '--requests-per-minute', 'calls a minute by a token (default: as many as come)', 1),
  number('maxBodyBytes', '--max-body-bytes', 'of a request (default: 1 MiB)', 1024),
  number('maxBatchBytes', '--max-batch-bytes', 'of a batch (default: 32 MiB)', 1024),
  number('maxAssetBytes', '--max-asset-bytes', 'of a file of a template (default: 32 MiB)', 1024),
  number('maxBatchItems', '--max-batch-items', 'default: 1000', 1, 100_000),
  number('maxPages', '--max-pages', 'of a document (default: 2000)', 1),
  number('maxBoxes', '--max-boxes', 'laid out in a document (default: 2000000)', 1),
  number('maxUnfinishedJobs', '--max-unfinished-jobs', 'of a team (default: 100000)', 1),
  number('maxResultBytes', '--max-result-bytes', 'stored for a team (default: 2 GiB)', 1),
  number('minFreeBytes', '--min-free-bytes', 'on the disk, for anything new (default: 1 GiB)', 0),
  number('validationSeconds', '--validation-seconds', 'of checking data, for each item of a batch (default: 5)', 1, 600),
  number('renderSeconds', '--render-seconds', 'of a call that waits (default: 30)', 1, 3600),
  number('jobSeconds', '--job-seconds', 'of a job (default: 300)', 1, 86_400),
  number('graceSeconds', '--grace-seconds', 'for what runs when the server is stopped (default: 20)', 0, 3600),
  {
    name: 'logLevel',
    flag: '--log-level',
    value: 'level',
    summary: `${levels.join(', ')} (default: info)`,
    expects: `one of ${levels.join(', ')}`,
    parse: (given) => (levels.includes(given) ? given : undefined),
  },
];

export interface ServeSettings {
  readonly server: Partial<ServerSettings>;
  readonly limits: EngineLimits;
  readonly publicUrl: string | undefined;
  readonly tlsCert: string | undefined;
  readonly tlsKey: string | undefined;
  readonly keysFile: string | undefined;
  readonly threads: number | undefined;
  readonly workers: number;
  readonly graceMs: number;
  readonly logLevel: string;
}

/** Raises UsageError for a value that is none, naming where it stands. */
export async function readServeSettings(options: OptionValues, io: Pick<Io, 'env' | 'cwd'>): Promise<ServeSettings> {
  const { serverLimits } = await import('../../engine/limits.ts');
  const file = options.config === undefined ? {} : readConfig(String(options.config), io.cwd);
  const values: Record<string, Value> = {};
  for (const setting of serveFlags) values[setting.name] = readSetting(setting, options, io, file, String(options.config));
  const of = <T extends Value>(name: string): T | undefined => values[name] as T | undefined;
  const threads = of<number>('threads');
  const limit = <T>(given: T | undefined, standard: T): T => given ?? standard;
  const render = {
    ...serverLimits.now,
    maxPages: limit(of<number>('maxPages'), serverLimits.now.maxPages),
    maxBoxes: limit(of<number>('maxBoxes'), serverLimits.now.maxBoxes),
    validationMs: limit(of<number>('validationSeconds'), serverLimits.now.validationMs / 1000) * 1000,
  };
  return {
    server: Object.fromEntries(
      [
        'port',
        'host',
        'trustProxy',
        'metricsPort',
        'requestsPerMinute',
        'maxBodyBytes',
        'maxBatchBytes',
        'maxAssetBytes',
      ].flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
    ) as Partial<ServerSettings>,
    limits: {
      now: { ...render, renderMs: limit(of<number>('renderSeconds'), 30) * 1000 },
      later: { ...render, renderMs: limit(of<number>('jobSeconds'), 300) * 1000 },
      maxBatchItems: limit(of<number>('maxBatchItems'), serverLimits.maxBatchItems),
      maxUnfinishedJobs: limit(of<number>('maxUnfinishedJobs'), serverLimits.maxUnfinishedJobs),
      maxResultBytes: limit(of<number>('maxResultBytes'), serverLimits.maxResultBytes),
      maxAssetBytes: limit(of<number>('maxAssetBytes'), serverLimits.maxAssetBytes),
      minFreeBytes: limit(of<number>('minFreeBytes'), serverLimits.minFreeBytes),
    },
    publicUrl: of<string>('publicUrl'),
    tlsCert: of<string>('tlsCert'),
    tlsKey: of<string>('tlsKey'),
    keysFile: of<string>('keysFile'),
    threads,
    workers: of<number>('workers') ?? threads ?? availableParallelism(),
    graceMs: (of<number>('graceSeconds') ?? 20) * 1000,
    logLevel: of<string>('logLevel') ?? 'info',
  };
}

function readSetting(
  { name, flag, expects, parse }: ServeFlag,
  options: OptionValues,
  { env }: Pick<Io, 'env'>,
  file: Readonly<Record<string, unknown>>,
  fileName: string,
): Value {
  const variable = `PDFGEN_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
  const given: readonly (readonly [place: string, value: unknown])[] = [
    [flag, options[name]],
    [variable, env[variable] || undefined],
    [`${fileName}: "${name}"`, file[name]],
  ];
  for (const [place, value] of given) {
    if (value === undefined) continue;
    const parsed = parse(Array.isArray(value) ? value.join(',') : String(value));
    if (parsed === undefined) throw new UsageError(`${place} must be ${expects}, got ${JSON.stringify(value)}`);
    return parsed;
  }
  return undefined;
}

function readConfig(file: string, cwd: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(resolve(cwd, file), 'utf8'));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code !== undefined;
    throw new UsageError(
      `--config ${file} ${isMissing ? 'cannot be read' : 'is not JSON'}: ${(error as Error).message}`,
      isMissing ? 9 : 2,
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`--config ${file} must hold a JSON object.`);
  const known = serveFlags.map((one) => one.name);
  for (const name of Object.keys(value)) {
    if (!known.includes(name))
      throw new UsageError(
        `--config ${file}: unknown member "${name}"${suggest(name, known) || `; there are ${known.join(', ')}`}`,
      );
  }
  return value as Record<string, unknown>;
}
