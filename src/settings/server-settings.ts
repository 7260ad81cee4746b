// The table of the server's settings: purpose, allowed values and default of each. Flags, variables, the file of --config, help and reference
// are made from it. So are the types and defaults for the code that reads a setting.
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

export type SettingValue = string | number | readonly string[] | undefined;

/** Values by the names of their settings. */
export type SettingValues = Readonly<Record<string, SettingValue>>;

/**
 * The allowed values. `word`: any text. `file`: a path. `url`: the address of a website. `store`: the URL of a database or object store, which
 * may hold a password. `networks`: IP addresses or networks.
 */
export type Takes =
  | { readonly kind: 'number'; readonly least: number; readonly most: number }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'store'; readonly schemes: readonly string[]; readonly form: string }
  | { readonly kind: 'word' | 'file' | 'url' | 'networks' };

/** The reader of a limit: the renderer reads limits of a document, the engine reads the others. */
type LimitOf = 'document' | 'engine' | undefined;

export interface ServerSetting<Value extends SettingValue = SettingValue, Of extends LimitOf = LimitOf> {
  readonly takes: Takes;
  /** Placeholder for the value in the help. */
  readonly placeholder: string;
  readonly summary: string;
  /** The default. It may depend on earlier settings of the table. */
  fallback(earlier: SettingValues): Value;
  /** The default in words, if it is not a fixed value. */
  readonly otherwise: string | undefined;
  readonly limitOf: Of;
  /** The default on a person's own machine, if it differs. */
  readonly local: number | undefined;
  /** It is also a person's own setting, with a flag of the commands that make documents at once. */
  readonly isPersonal?: true;
}

type Fallback<Value> = Value | ((earlier: SettingValues) => Value);

function setting<Value extends SettingValue>(
  takes: Takes,
  placeholder: string,
  summary: string,
  fallback: Fallback<Value>,
  otherwise?: string,
): ServerSetting<Value, undefined> {
  return {
    takes,
    placeholder,
    summary,
    fallback: (earlier) => (typeof fallback === 'function' ? fallback(earlier) : fallback),
    otherwise,
    limitOf: undefined,
    local: undefined,
  };
}

type SettingBounds = readonly [least: number, most: number];

const number = (
  summary: string,
  fallback: Fallback<number>,
  [least, most]: SettingBounds,
  otherwise?: string,
): ServerSetting<number, undefined> => setting({ kind: 'number', least, most }, 'n', summary, fallback, otherwise);

/** A number without a default. `otherwise` says what happens if it is missing. */
const optionalNumber = (
  summary: string,
  [least, most]: SettingBounds,
  otherwise: string,
): ServerSetting<number | undefined, undefined> => setting({ kind: 'number', least, most }, 'n', summary, undefined, otherwise);

/** A limit, with its defaults for a server and for a person's own machine. */
const limit = <Of extends LimitOf>(
  limitOf: Of,
  summary: string,
  { server, local }: { readonly server: number; readonly local?: number },
  bounds: SettingBounds,
): ServerSetting<number, Of> => ({ ...number(summary, server, bounds), limitOf, local });

/** Also a person's own setting. */
const personal = <Of extends LimitOf>(one: ServerSetting<number, Of>) => ({ ...one, isPersonal: true }) as const;

const word = (placeholder: string, summary: string, fallback: string): ServerSetting<string, undefined> =>
  setting({ kind: 'word' }, placeholder, summary, fallback);

const optionalFile = (summary: string, otherwise: string): ServerSetting<string | undefined, undefined> =>
  setting({ kind: 'file' }, 'file', summary, undefined, otherwise);

const mebibyte = 1024 ** 2;
/** A body of this size surely fits into a string of Node. */
const mostText = 500_000_000;
const mostBytes = 1024 ** 4 * 100;
const day = 86_400;
const renderMemoryMb = { base: 1024, ofThread: 512 };
const waitingCallsOfThread = 64;
const assetBytes = 32 * mebibyte;

const listening = {
  dataDir: setting<string>({ kind: 'file' }, 'dir', "the server's data folder", 'pdfgen-data'),
  port: number('port to listen on; 0: any free port', 8080, [0, 65_535]),
  host: word('address', 'address to listen on; 127.0.0.1 serves this machine only', '127.0.0.1'),
  publicUrl: setting<string | undefined>(
    { kind: 'url' },
    'url',
    'address that clients use, for links to the editor',
    undefined,
    'the address that the server listens on',
  ),
  tlsCert: optionalFile('certificate chain, PEM; needs --tls-key', 'plain HTTP'),
  tlsKey: optionalFile('private key, PEM; needs --tls-cert', 'plain HTTP'),
  trustProxy: setting<readonly string[] | undefined>(
    { kind: 'networks' },
    'addresses',
    'proxies whose X-Forwarded-For header is trusted, separated by commas',
    undefined,
    'none',
  ),
  metricsPort: optionalNumber('separate port for /metrics, which needs no token there', [0, 65_535], 'none'),
  metricsHost: word('address', 'address to listen on for --metrics-port', '127.0.0.1'),
  keysFile: optionalFile("keys for the editor's capabilities", 'keys.json of the data folder'),
  logLevel: setting<string>(
    { kind: 'choice', choices: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] },
    'level',
    'least severe messages to log',
    'info',
  ),
};

const storeUrl = (scheme: readonly string[], form: string, summary: string, otherwise: string) =>
  setting<string | undefined>({ kind: 'store', schemes: scheme, form }, 'url', summary, undefined, otherwise);

const postgresSchemes = ['postgres', 'postgresql'];
const postgresForm = 'postgres://USER:PASSWORD@HOST:PORT/DATABASE';

const cluster = {
  database: storeUrl(
    postgresSchemes,
    postgresForm,
    'PostgreSQL database of many machines, in place of --data-dir; give a password by variable or file',
    'the data folder',
  ),
  objects: storeUrl(
    ['s3'],
    's3://BUCKET?endpoint=https://HOST',
    'bucket of an object store for results and files; needs --database; keys are in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    'the data folder',
  ),
  masterKeyFile: optionalFile(
    '32 random bytes in base64, which encrypt the keys of the editor in the database; else give --keys-file',
    'none',
  ),
  cacheDir: setting<string>(
    { kind: 'file' },
    'dir',
    "folder on this machine for copies of templates' files; processes may share it",
    join(tmpdir(), 'pdfgen-cache'),
    'pdfgen-cache in the folder for temporary files',
  ),
  cacheBytes: number('bytes above which copies that were unused for an hour are removed', 1024 ** 3, [mebibyte, mostBytes]),
  databaseConnections: number('most connections of a process to the database', 10, [2, 1_000]),
  databaseSeconds: number('longest time of a statement in the database', 4, [1, 600]),
  databasePrepared: setting<string>(
    { kind: 'choice', choices: ['yes', 'no'] },
    'yes|no',
    'prepare statements in the database; say no behind PgBouncer in transaction mode',
    'yes',
  ),
  databaseDirect: setting<string | undefined>(
    { kind: 'store', schemes: postgresSchemes, form: postgresForm },
    'url',
    'address of the same database without PgBouncer; workers hear over it of new jobs at once, otherwise each looks for jobs by itself',
    ({ database, databasePrepared }) => (databasePrepared === 'yes' ? (database as string | undefined) : undefined),
    'the address of --database; none with --database-prepared no',
  ),
};

const requests = {
  maxBodyBytes: number('most bytes of a request', mebibyte, [1024, mostText]),
  maxBatchBytes: number('most bytes of a batch', 32 * mebibyte, [1024, mostText]),
  maxBatchItems: limit('engine', 'most items of a batch', { server: 1_000, local: 100_000 }, [1, 100_000]),
  maxStreamBytes: number('most bytes of a batch sent as JSON Lines; a line has --max-batch-bytes', 2 * 1024 ** 3, [
    1024,
    mostBytes,
  ]),
  maxStreamItems: limit('engine', 'most items of a batch sent as JSON Lines', { server: 1_000_000 }, [1, 1_000_000]),
  maxSpoolBytes: number(
    'most bytes on the disk at a time of all batches sent as JSON Lines, half of it for one team',
    ({ maxStreamBytes }) => 8 * Number(maxStreamBytes),
    [1024, mostBytes],
    '8 times the largest such batch',
  ),
  spoolDir: setting<string>(
    { kind: 'file' },
    'dir',
    'folder for batches sent as JSON Lines, until they are stored; processes may share it',
    ({ database, dataDir }) => (database === undefined ? join(String(dataDir), 'spool') : join(tmpdir(), 'pdfgen-spool')),
    'spool in the data folder; with --database, pdfgen-spool in the folder for temporary files',
  ),
  maxDraftBytes: number(
    'most bytes of the request that keeps a draft of the editor',
    ({ maxBodyBytes }) => Math.min(2 * Number(maxBodyBytes), mostText),
    [1024, mostText],
    'twice --max-body-bytes, because a draft is text within JSON',
  ),
  maxAssetBytes: limit('engine', 'most bytes of an uploaded image, font or attachment', { server: assetBytes }, [1024, mostText]),
  maxHeldBytes: number(
    'most bytes held at a time of all request bodies above 64 kB, half of it for one team; all smaller bodies may take an eighth as much on top',
    ({ maxBodyBytes, maxBatchBytes, maxDraftBytes, maxAssetBytes }) =>
      8 * Math.max(...[maxBodyBytes, maxBatchBytes, maxDraftBytes, maxAssetBytes].map(Number)),
    [1024, mostBytes],
    '8 times the largest body allowed',
  ),
  maxJsonDepth: number('most levels of nesting in data', 64, [1, 1000]),
  maxJsonValues: number('most values in the JSON of a request or batch', 3_000_000, [1000, 100_000_000]),
  maxTemplateValues: limit('engine', 'most values in the JSON of a template', { server: 20_000 }, [1000, 10_000_000]),
  maxHeaderBytes: number("most bytes of a request's head", 16 * 1024, [1024, mebibyte]),
  headerSeconds: number("longest time for a request's head to arrive", 10, [1, 3600]),
  requestSeconds: number('longest time for a whole request to arrive', 1_800, [1, day]),
  minUploadBytesPerSecond: number('least bytes a second of an arriving body; a slower body is refused', 8_192, [1, mebibyte]),
  uploadWindowSeconds: number('time over which the speed of an arriving body is measured', 10, [1, 3600]),
  stalledSeconds: number('time without a byte after which a connection is closed', 120, [1, day]),
  keepAliveSeconds: number('longest time between two requests of a connection', 72, [1, 3600]),
  sessionCallsPerMinute: number("most calls a minute of one editor's session, on each server", 600, [1, 1_000_000]),
  requestsPerMinute: optionalNumber(
    'most calls a minute with one token, over all servers of a database',
    [1, 1_000_000],
    'no limit',
  ),
  maxWaitingPolls: number('most calls and streams of a team that wait for a job or batch at a time', 200, [1, 100_000]),
  maxEventStreams: number('most streams of events at a time, over all teams', 5_000, [0, 100_000]),
  failedAuthenticationsPerMinute: number('most wrong tokens a minute from one address', 10, [1, 1_000_000]),
};

const rendering = {
  threads: number('render threads', () => Math.min(256, availableParallelism()), [1, 256], 'as many as there are cores'),
  workers: number(
    'jobs rendered at once; 0: this server renders no jobs',
    ({ threads }) => Number(threads),
    [0, 256],
    'as many as threads',
  ),
  threadMemoryMb: number('largest heap of a thread, MiB', 1024, [64, 65_536]),
  renderMemoryMb: number(
    'resident memory at which the render process is restarted, MiB',
    ({ threads }) => renderMemoryMb.base + Number(threads) * renderMemoryMb.ofThread,
    [256, 1_048_576],
    `${renderMemoryMb.base} plus ${renderMemoryMb.ofThread} for each thread`,
  ),
  maxWaitingCalls: number(
    'most calls that wait for a thread; further calls are refused at once',
    ({ threads }) => waitingCallsOfThread * Number(threads),
    [1, 100_000],
    `${waitingCallsOfThread} for each thread`,
  ),
  waitSeconds: number('longest time that a call waits for a thread', 10, [1, 3600]),
  renderSeconds: limit(
    undefined,
    'longest time to render a document while the caller waits for it. The check of the data (--validation-seconds) comes before. A render that hangs is stopped one second after the sum of both limits',
    { server: 30, local: 300 },
    [1, 3600],
  ),
  jobSeconds: limit(undefined, 'longest time to render a job', { server: 300 }, [1, day]),
  validationSeconds: limit(undefined, 'longest time to check the data of a document', { server: 5 }, [1, 3600]),
  maxPages: personal(limit('document', 'most pages of a document', { server: 2_000, local: 20_000 }, [1, 1_000_000])),
  maxBoxes: limit(
    'document',
    'most boxes in the layout of a document',
    { server: 2_000_000, local: 20_000_000 },
    [1, 1_000_000_000],
  ),
  maxImagePixels: limit('document', 'most pixels of an image', { server: 100_000_000 }, [1, 10_000_000_000]),
  maxImageBytes: limit(
    'document',
    'most bytes of a decoded image, such as a WebP, or a PNG with opacity; other PNGs are not decoded, but checked up to this many bytes',
    { server: 192 * mebibyte },
    [1024, 4 * 1024 ** 3],
  ),
  maxOutputBytes: limit('document', 'most bytes of a PDF', { server: 256 * mebibyte, local: 2 * 1024 ** 3 }, [
    1024,
    4 * 1024 ** 3,
  ]),
  graceSeconds: number('longest time for running calls and jobs to finish when the server stops', 20, [0, 3600]),
};

const webhooks = {
  webhookNetworks: setting<readonly string[] | undefined>(
    { kind: 'networks' },
    'addresses',
    'private addresses and networks that webhooks may reach, also with http, separated by commas',
    undefined,
    'the internet only, with https',
  ),
  maxWebhooks: limit('engine', 'most webhooks of a team', { server: 20 }, [0, 1_000]),
};

const unlimited = Number.POSITIVE_INFINITY;

const holdings = {
  maxUnfinishedJobs: limit(
    'engine',
    'most jobs of a team that have not ended',
    { server: 100_000, local: 1_000_000 },
    [1, 1_000_000_000],
  ),
  maxTemplates: limit('engine', 'most templates of a team', { server: 10_000, local: unlimited }, [1, 1_000_000]),
  maxResultBytes: limit('engine', 'most bytes of the results stored for a team', { server: 2 * 1024 ** 3, local: unlimited }, [
    1,
    mostBytes,
  ]),
  maxUploadBytes: limit(
    'engine',
    'most bytes of the files uploaded in the editor for one embedded template, its earlier revisions and its draft; each file counts at least 64 kB',
    { server: 4 * assetBytes, local: unlimited },
    [65_536, mostBytes],
  ),
  keptRevisions: limit(
    'engine',
    'most earlier revisions kept of an embedded template; fewer when --max-upload-bytes has no room for them',
    { server: 20 },
    [0, 200],
  ),
  minFreeBytes: limit('engine', 'least free bytes on the disk; below it nothing new is stored', { server: 1024 ** 3, local: 0 }, [
    0,
    mostBytes,
  ]),
};

/** All settings, in groups for the help. */
export const serverSettingGroups: readonly {
  readonly title: string;
  readonly settings: Readonly<Record<string, ServerSetting>>;
}[] = [
  { title: 'Where it listens and keeps its data', settings: listening },
  { title: 'Many machines', settings: cluster },
  { title: 'Requests', settings: requests },
  { title: 'Rendering', settings: rendering },
  { title: 'Webhooks', settings: webhooks },
  { title: 'What a team and the disk hold', settings: holdings },
];

const table = { ...listening, ...cluster, ...requests, ...rendering, ...webhooks, ...holdings };
type SettingsTable = typeof table;
const entries: readonly (readonly [string, ServerSetting])[] = Object.entries(table);

/** The values of all settings. The name of a setting says its unit. */
export type ServerSettings = {
  readonly [Name in keyof SettingsTable]: SettingsTable[Name] extends ServerSetting<infer Value> ? Value : never;
};

/** The limits that one reader needs. */
export type LimitsOf<Of extends NonNullable<LimitOf>> = Pick<
  ServerSettings,
  { [Name in keyof SettingsTable]: SettingsTable[Name]['limitOf'] extends Of ? Name : never }[keyof SettingsTable]
>;

export type PersonalLimit = {
  [Name in keyof SettingsTable]: SettingsTable[Name] extends { readonly isPersonal: true } ? Name : never;
}[keyof SettingsTable];

/** The limits that a person may set for documents made on the own machine. */
export const personalLimits = entries.flatMap(([name, { isPersonal }]) => (isPersonal ? [name as PersonalLimit] : []));

/** What the table says of a limit. */
export const describeLimit = (name: PersonalLimit): ServerSetting<number> => table[name];

/** Completes given settings with the defaults. */
export function completeSettings(given: Partial<ServerSettings> = {}): ServerSettings {
  const values: Record<string, SettingValue> = {};
  for (const [name, { fallback }] of entries) values[name] = given[name as keyof SettingsTable] ?? fallback(values);
  return values as unknown as ServerSettings;
}

/** Settings on a person's own machine: generous, but no call hangs or fills the memory. */
export function localSettings(): ServerSettings {
  const values = entries.flatMap(([name, { local }]) => (local === undefined ? [] : [[name, local] as const]));
  return completeSettings(Object.fromEntries(values));
}

/** Picks the limits that one reader needs. */
export function pickLimits<Of extends NonNullable<LimitOf>>(of: Of, settings: ServerSettings): LimitsOf<Of> {
  const names = entries.flatMap(([name, { limitOf }]) => (limitOf === of ? [name as keyof SettingsTable] : []));
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as unknown as LimitsOf<Of>;
}
