// The service of a data folder: many teams, a pool of render threads; what `serve` and further workers stand on.
import { PdfgenError } from '../contract/errors.ts';
import { scopes } from '../contract/service.ts';
import type { WorkerEvent } from '../jobs/worker.ts';
import type { PoolRenderer } from '../renderer/pool/create-pool-renderer.ts';
import type { PoolLimits } from '../renderer/pool/pool-limits.ts';
import { createFileBlobs } from '../store/filesystem/create-file-blobs.ts';
import { createTeamFolders } from '../store/filesystem/create-team-folders.ts';
import { holdLock, withLock } from '../store/filesystem/lock.ts';
import { createSqliteStateStore } from '../store/sqlite/create-sqlite-state-store.ts';
import type { StateStore } from '../store/state-store.ts';
import { createUuid } from '../store/uuid.ts';
import { type CapabilityKeys, openCapabilityKeys } from './capability-keys.ts';
import { createService, type LocalService } from './create-service.ts';
import { type DataFolder, prepareDataFolder } from './data-folder.ts';
import { type EngineLimits, serverLimits } from './limits.ts';
import { programInfo } from './program-info.ts';
import { createToken, hashToken } from './tokens.ts';

export interface ServerServiceOptions {
  readonly dataDir: string;
  /** Render threads. Default: as many as there are cores. */
  readonly threads?: number | undefined;
  readonly limits?: EngineLimits;
  /** What bounds the render process; default: the pool's own. */
  readonly poolLimits?: PoolLimits | undefined;
  /** A file with the secrets of capabilities; default: the data folder's own. */
  readonly keysFile?: string | undefined;
  /** Asked when a session is opened: the address may be known only then. */
  editorUrl(capability: string): string | null;
  /** What the render process says and what becomes of it. */
  readonly log: (event: WorkerEvent) => void;
  readonly now?: () => number;
}

export interface ServerService {
  readonly service: LocalService;
  readonly folder: DataFolder;
  readonly renderer: PoolRenderer;
  /** On the first start: makes the team `default` and a token of it, and gives the token; undefined: there is a team already. */
  createFirstToken(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Opens a data folder for serving it. Raises INVALID_REQUEST if another server does, or for a folder that is none. */
export async function openServer(options: ServerServiceOptions): Promise<ServerService> {
  const folder = prepareDataFolder(options.dataDir);
  const release = holdLock(folder.serverLock);
  if (!release) {
    throw new PdfgenError(
      'INVALID_REQUEST',
      `Another server works on ${folder.root}. Stop it first; further render processes are started with: pdfgen worker --data-dir ${folder.root}`,
    );
  }
  try {
    const keys = openKeys(folder, options);
    const opened = await open(folder, options, async () => keys);
    return {
      ...opened,
      async close() {
        await opened.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Opens a data folder beside its server, to take jobs only. Raises INVALID_REQUEST for a folder that is none. */
export function openServerWorker(options: ServerServiceOptions): Promise<ServerService> {
  const folder = prepareDataFolder(options.dataDir);
  // Opened when asked for: a worker opens no editor, and would make a file of keys beside the one that its server is told to use.
  return open(folder, options, async () => openKeys(folder, options));
}

function openKeys(folder: DataFolder, { keysFile, now = Date.now }: ServerServiceOptions): CapabilityKeys {
  return openCapabilityKeys({ path: keysFile ?? folder.keys, isMade: keysFile === undefined, now });
}

async function open(
  folder: DataFolder,
  { threads, limits = serverLimits, poolLimits, editorUrl, log, now = Date.now }: ServerServiceOptions,
  keys: () => Promise<CapabilityKeys>,
): Promise<ServerService> {
  const state = createSqliteStateStore({ path: folder.state, now });
  const stores = { state, results: createFileBlobs(folder.results) };
  const { createPoolRenderer } = await import('../renderer/pool/create-pool-renderer.ts');
  const renderer = createPoolRenderer({ ...poolLimits, threads, log: (line) => log({ kind: 'fault', detail: line }) });
  const service = createService({
    templates: createTeamFolders(folder.root, () => new Date(now())),
    openStores: async () => stores,
    areStoresOpen: () => true,
    openRenderer: async () => renderer,
    closeRenderer: () => renderer.close(),
    openKeys: keys,
    limits,
    now,
    editorUrl,
    server: programInfo(),
  });
  return {
    service,
    folder,
    renderer,
    createFirstToken: () => withLock(folder.adminLock, () => createFirstToken(state, now())),
    close: () => service.close(),
  };
}

async function createFirstToken({ access }: StateStore, nowMs: number): Promise<string | undefined> {
  if ((await access.listTeams()).length > 0) return undefined;
  const team = await access.createTeam('default');
  const token = createToken();
  await access.createToken({
    id: createUuid(nowMs),
    teamId: team.id,
    name: 'first',
    scopes: [...scopes],
    expiresMs: null,
    hash: hashToken(token),
  });
  return token;
}
