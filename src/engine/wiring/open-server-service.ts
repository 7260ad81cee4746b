// Opens the service of a server, with its teams and a pool of render threads, for `pdfgen serve` and its further workers.
import { setTimeout as sleep } from 'node:timers/promises';
import { scopes } from '../../contract/scopes.ts';
import { replaysPerMinute } from '../../contract/webhooks.ts';
import { programInfo } from '../../files/program-files.ts';
import type { JobWorkerEvent } from '../../jobs/worker.ts';
import type { PoolRenderer } from '../../renderer/pool/create-pool-renderer.ts';
import { completeSettings, type ServerSettings } from '../../settings/server-settings.ts';
import { openServerStores } from '../../store/open-stores.ts';
import type { ServerStores, StoreWait } from '../../store/server-stores.ts';
import type { StateStore } from '../../store/state-store.ts';
import { timeStores } from '../../store/timed-stores.ts';
import { createUuid } from '../../store/uuid.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import { createAddressRules } from '../../webhooks/address-rules.ts';
import type { DelivererEvent } from '../../webhooks/deliverer.ts';
import { createToken, hashToken } from '../administration/tokens.ts';
import { createMergeThreads } from '../generation/merge-in-threads.ts';
import { engineLimits } from '../limits.ts';
import type { Readings, ServerObserver } from '../readings.ts';
import { createService, type LocalService } from './create-service.ts';
import { traceRendering } from './trace-documents.ts';

export interface ServerServiceOptions {
  /** Missing settings have their defaults. */
  readonly settings: Partial<ServerSettings>;
  /** Called when a session is opened, because the address may be unknown before. */
  editorUrl(capability: string): string | null;
  /** Receives the messages and faults of the render process. */
  readonly log: (event: JobWorkerEvent) => void;
  /** Receives what the operator may know of the tests of webhooks. */
  readonly logDelivery?: (event: DelivererEvent) => void;
  /** Hears of steps of the start: the changes of a database, and its copy before them. */
  readonly tellStep?: (text: string) => void;
  /** Waits while the database or the object store is away. Undefined: the opening fails. */
  readonly wait?: StoreWait | undefined;
  readonly observer?: ServerObserver | undefined;
  /** Undefined: nothing is traced. */
  readonly tracing?: Tracing | undefined;
  /** The clock of a data folder. */
  readonly now?: () => number;
}

export interface ServerService {
  readonly service: LocalService;
  /** What the server holds now, for metrics. */
  takeReadings(): Promise<Readings>;
  readonly renderer: PoolRenderer;
  /** The file for the token of the first start, if no terminal can show the token. Undefined: no such place. */
  readonly firstTokenFile: string | undefined;
  /** On the first start, makes the team `default` and its token. `tell` gets the token before it is stored, so that no token is lost. */
  createFirstToken(tell: (token: string) => Promise<void>): Promise<void>;
  /** Whether anybody may call the server yet. */
  hasTeams(): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens the stores for a server. Raises INVALID_REQUEST if another server is running on the data folder, or for another kind of folder. */
export function openServer(options: ServerServiceOptions): Promise<ServerService> {
  return open(options, 'server');
}

/** Opens the stores for a further worker, which only renders jobs. Raises INVALID_REQUEST for a folder that is not a data folder. */
export function openServerWorker(options: ServerServiceOptions): Promise<ServerService> {
  return open(options, 'worker');
}

async function open(
  {
    settings: given,
    editorUrl,
    log,
    logDelivery,
    tellStep = () => {},
    wait,
    observer,
    tracing,
    now: clock = Date.now,
  }: ServerServiceOptions,
  user: 'server' | 'worker',
): Promise<ServerService> {
  const settings = completeSettings(given);
  const opened = await openServerStores(settings, { user, now: clock, tell: tellStep, wait });
  const { now } = opened;
  const stores = observer ? timeStores(opened, (call) => observer.heardStore(call)) : opened;
  const { createPoolRenderer } = await import('../../renderer/pool/create-pool-renderer.ts');
  const renderer = createPoolRenderer({
    ...settings,
    log: (line) => log({ kind: 'fault', detail: line }),
    observe:
      observer &&
      ((rendering) => {
        observer.heardRendering(rendering);
        if (tracing) traceRendering(tracing, rendering);
      }),
  });
  const service = createService({
    templates: stores.templates,
    openStores: async () => stores,
    areStoresOpen: () => true,
    openRenderer: async (team) => (team === undefined ? renderer : renderer.forTeam(team)),
    closeRenderer: () => renderer.close(),
    openKeys: () => stores.openKeys(),
    mergeFor: createMergeThreads(),
    calls: { addresses: createAddressRules(settings.webhookNetworks ?? []) },
    tellOperator: logDelivery,
    replaysPerMinute,
    limits: engineLimits(settings),
    now,
    editorUrl,
    server: programInfo(),
    tracing,
  });
  return {
    service,
    takeReadings: async () => ({ ...(await readStores(stores)), renderer: renderer.stats() }),
    renderer,
    firstTokenFile: stores.firstTokenFile,
    createFirstToken: (tell) => stores.exclusively(() => createFirstToken(stores.state, now(), tell)),
    hasTeams: async () => (await stores.state.access.listTeams()).length > 0,
    close: () => service.close(),
  };
}

/** Figures may be so old: many processes ask for them. */
const figuresAgeMs = 5_000;
/** A store that is away must not hold up the other metrics. */
const readingMs = 2_000;

async function readStores({ state, results }: ServerStores): Promise<Pick<Readings, 'figures' | 'freeBytes'>> {
  const late = sleep(readingMs, undefined, { ref: false });
  const [figures, freeBytes] = await Promise.all(
    [state.figures(figuresAgeMs), results.freeBytes()].map((reading) => Promise.race([reading, late]).catch(() => undefined)),
  );
  return { figures: figures as Readings['figures'], freeBytes: freeBytes as Readings['freeBytes'] };
}

async function createFirstToken({ access }: StateStore, nowMs: number, tell: (token: string) => Promise<void>): Promise<void> {
  const [first, ...others] = await access.listTeams();
  // An interrupted start may have made the team without its token.
  const isBegun = first?.name === 'default' && others.length === 0 && (await access.listTokens(undefined)).length === 0;
  if (first && !isBegun) return;
  const token = createToken();
  await tell(token);
  const team = first ?? (await access.createTeam('default'));
  await access.createToken({
    id: createUuid(nowMs),
    teamId: team.id,
    name: 'first',
    scopes: [...scopes],
    expiresMs: null,
    hash: hashToken(token),
  });
}
