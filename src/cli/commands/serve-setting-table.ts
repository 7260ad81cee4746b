// The settings of `pdfgen serve`: the one table that flags, variables, the file of --config and the reference come from.
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';

// This module is loaded with the commands that need it; the engine and the server stay lazy for all others.
const [{ completeSettings }, { serverLimits: limits, loadPoolLimits }] = await Promise.all([
  import('../../server/settings.ts'),
  import('../../engine/limits.ts'),
]);
const server = completeSettings({});
const poolLimits = await loadPoolLimits();

export type ServeValue = string | number | readonly string[] | undefined;

/** Values by the names of their settings. */
export type ServeValues = Readonly<Record<string, ServeValue>>;

export interface ServeSetting {
  /** In the file of --config. */
  readonly name: string;
  readonly flag: string;
  readonly variable: string;
  /** What stands for the value in the help. */
  readonly value: string;
  readonly summary: string;
  /** What a value must be, for messages. */
  readonly expects: string;
  /** What holds where nothing is said; it may follow from settings that stand before this one. */
  fallback(earlier: ServeValues): ServeValue;
  /** The fallback in words, where it is none of its own. */
  readonly otherwise: string | undefined;
  /** The value, or undefined if it is none. */
  parse(text: string): ServeValue;
}

export interface ServeSettingGroup {
  readonly title: string;
  readonly settings: readonly ServeSetting[];
}

type Fallback = ServeValue | ((earlier: ServeValues) => ServeValue);

function setting(
  name: string,
  value: string,
  summary: string,
  fallback: Fallback,
  { expects, otherwise, parse }: Pick<ServeSetting, 'expects' | 'parse'> & { readonly otherwise?: string | undefined },
): ServeSetting {
  const words = name.replace(/[A-Z]/g, '_$&');
  return {
    name,
    flag: `--${words.replaceAll('_', '-').toLowerCase()}`,
    variable: `PDFGEN_${words.toUpperCase()}`,
    value,
    summary,
    expects,
    fallback: (earlier) => (typeof fallback === 'function' ? fallback(earlier) : fallback),
    otherwise,
    parse,
  };
}

function number(
  name: string,
  summary: string,
  fallback: Fallback,
  [least, most]: readonly [least: number, most: number],
  otherwise?: string,
): ServeSetting {
  return setting(name, 'n', summary, fallback, {
    expects: `a whole number from ${least} to ${most}`,
    otherwise,
    parse: (text) => (/^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined),
  });
}

function word(name: string, value: string, summary: string, fallback: Fallback, otherwise?: string): ServeSetting {
  return setting(name, value, summary, fallback, {
    expects: 'a text that is not empty',
    otherwise,
    parse: (text) => (text === '' ? undefined : text),
  });
}

function isPublicUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + search + hash === '';
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function parseNetworks(text: string): ServeValue {
  const list = text.split(',').map((one) => one.trim());
  return list.every(isNetwork) ? list : undefined;
}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'];
const second = 1000;
const mebibyte = 1024 ** 2;
/** The largest body that is surely a text of the runtime. */
const mostText = 500_000_000;
const mostBytes = 1024 ** 4 * 100;
const day = 86_400;
const threadsOf = ({ threads }: ServeValues): number => Number(threads);

/** Every setting there is. */
export const serveSettingGroups: readonly ServeSettingGroup[] = [
  {
    title: 'Where it listens and keeps its data',
    settings: [
      word('dataDir', 'dir', "the server's data folder", 'pdfgen-data'),
      number('port', 'port to listen on; 0: any that is free', server.port, [0, 65_535]),
      word('host', 'address', 'address to listen on; the default is this machine alone', server.host),
      setting('publicUrl', 'url', 'address that clients use, for links to the editor', undefined, {
        expects: 'an http or https address without user, query and fragment',
        otherwise: 'the address listened on',
        parse: (text) => (isPublicUrl(text) ? text : undefined),
      }),
      word('tlsCert', 'file', 'certificate chain, PEM; with --tls-key', undefined, 'plain HTTP'),
      word('tlsKey', 'file', 'private key, PEM', undefined, 'plain HTTP'),
      setting('trustProxy', 'addresses', 'proxies whose X-Forwarded-For is believed, parted by commas', undefined, {
        expects: 'IP addresses or networks (10.0.0.0/8) parted by commas',
        otherwise: 'none',
        parse: parseNetworks,
      }),
      number('metricsPort', 'a port of its own for /metrics, without a token', server.metricsPort, [0, 65_535], 'none'),
      word('metricsHost', 'address', 'address of that port', server.metricsHost),
      word('keysFile', 'file', "secrets of the editor's capabilities", undefined, 'keys.json of the data folder'),
      setting('logLevel', 'level', 'what is logged', 'info', {
        expects: `one of ${levels.join(', ')}`,
        parse: (text) => (levels.includes(text) ? text : undefined),
      }),
    ],
  },
  {
    title: 'Requests',
    settings: [
      number('maxBodyBytes', 'bytes of a request', server.maxBodyBytes, [1024, mostText]),
      number('maxBatchBytes', 'bytes of a batch', server.maxBatchBytes, [1024, mostText]),
      number('maxBatchItems', 'items of a batch', limits.maxBatchItems, [1, 100_000]),
      number('maxAssetBytes', 'bytes of an uploaded image or font', server.maxAssetBytes, [1024, mostText]),
      number(
        'maxHeldBytes',
        'bytes of the bodies of all calls at a time',
        (earlier) => completeSettings(earlier).maxHeldBytes,
        [1024, mostBytes],
        'four of the largest',
      ),
      number('maxJsonDepth', 'levels of nesting in data', server.maxJsonDepth, [1, 1000]),
      number('maxHeaderBytes', "bytes of a request's head", server.maxHeaderBytes, [1024, mebibyte]),
      number('headerSeconds', "time for a request's head", server.headersTimeoutMs / second, [1, 3600]),
      number('requestSeconds', 'time for a whole request to come in', server.requestTimeoutMs / second, [1, day]),
      number('stalledSeconds', 'time without a byte after which a connection is cut', server.stalledMs / second, [1, day]),
      number('keepAliveSeconds', 'time between two requests of a connection', server.keepAliveMs / second, [1, 3600]),
      number('requestsPerMinute', 'calls a minute by a token', server.requestsPerMinute, [1, 1_000_000], 'as many as come'),
      number(
        'failedAuthenticationsPerMinute',
        'wrong tokens a minute by an address',
        server.failedAuthenticationsPerMinute,
        [1, 1_000_000],
      ),
    ],
  },
  {
    title: 'Rendering',
    settings: [
      number('threads', 'render threads', () => Math.min(256, availableParallelism()), [1, 256], 'as many as there are cores'),
      number('workers', 'jobs at once; 0: none here', ({ threads }) => threads, [0, 256], 'as many as threads'),
      number('threadMemoryMb', 'largest heap of a thread, MiB', poolLimits(1).threadHeapMb, [64, 65_536]),
      number(
        'renderMemoryMb',
        'resident memory at which the render process is started again, MiB',
        (earlier) => poolLimits(threadsOf(earlier)).maxResidentBytes / mebibyte,
        [256, 1_048_576],
        `${poolLimits(0).maxResidentBytes / mebibyte}, and ${(poolLimits(1).maxResidentBytes - poolLimits(0).maxResidentBytes) / mebibyte} a thread`,
      ),
      number(
        'maxWaitingCalls',
        'calls that wait for a thread; more are refused at once',
        (earlier) => poolLimits(threadsOf(earlier)).mostWaiting,
        [1, 100_000],
        `${poolLimits(1).mostWaiting} a thread`,
      ),
      number('waitSeconds', 'time that a call waits for a thread', poolLimits(1).longestWaitMs / second, [1, 3600]),
      number('renderSeconds', 'time to render for a call that waits', limits.now.renderMs / second, [1, 3600]),
      number('jobSeconds', 'time to render a job', limits.later.renderMs / second, [1, day]),
      number('validationSeconds', 'time to check the data of a document', limits.now.validationMs / second, [1, 3600]),
      number('maxPages', 'pages of a document', limits.now.maxPages, [1, 1_000_000]),
      number('maxBoxes', 'boxes of a document', limits.now.maxBoxes, [1, 1_000_000_000]),
      number('maxImagePixels', 'pixels of an image', limits.now.maxImagePixels, [1, 10_000_000_000]),
      number('maxOutputBytes', 'bytes of a PDF', limits.now.maxOutputBytes, [1024, 4 * 1024 ** 3]),
      number('graceSeconds', 'time for what runs when the server is stopped', 20, [0, 3600]),
    ],
  },
  {
    title: 'What a team and the disk hold',
    settings: [
      number('maxUnfinishedJobs', 'jobs of a team that have not ended', limits.maxUnfinishedJobs, [1, 1_000_000_000]),
      number('maxResultBytes', 'bytes of the results stored for a team', limits.maxResultBytes, [1, mostBytes]),
      number('minFreeBytes', 'bytes free on the disk, for anything new', limits.minFreeBytes, [0, mostBytes]),
    ],
  },
];

export const serveSettings: readonly ServeSetting[] = serveSettingGroups.flatMap((group) => group.settings);

/** The default as it is shown: in words, or as the value. */
export function showDefault({ otherwise, fallback }: ServeSetting): string {
  return otherwise ?? String(fallback({}));
}
