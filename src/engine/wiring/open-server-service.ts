// Opens the service of a data folder, with its teams and a pool of render threads, for `pdfgen serve` and its further workers.
import { PdfgenError } from '../../contract/errors.ts';
import { scopes } from '../../contract/scopes.ts';
import { holdLock, withLock } from '../../files/lock.ts';
import { programInfo } from '../../files/program-files.ts';
import type { WorkerEvent } from '../../jobs/worker.ts';
import type { PoolRenderer } from '../../renderer/pool/create-pool-renderer.ts';
import { completeSettings, type ServerSettings } from '../../settings/server-settings.ts';
import { createFileBlobs } from '../../store/filesystem/create-file-blobs.ts';
import { createTeamFolders } from '../../store/filesystem/create-team-folders.ts';
import { createSqliteStateStore } from '../../store/sqlite/create-sqlite-state-store.ts';
import type { StateStore } from '../../store/state-store.ts';
import { createUuid } from '../../store/uuid.ts';
import { type DataFolder, hasTeams, prepareDataFolder, stateLost } from '../administration/data-folder.ts';
import { createToken, hashToken } from '../administration/tokens.ts';
import { type CapabilityKeys, openCapabilityKeys } from '../embedded/capability-keys.ts';
import { createMergeThreads } from '../generation/merge-in-threads.ts';
import { engineLimits } from '../limits.ts';
import { createService, type LocalService } from './create-service.ts';

export interface ServerServiceOptions {
  /** Missing settings have their defaults. */
  readonly settings: Partial<ServerSettings>;
  /** Called when a session is opened, because the address may be unknown before. */
  editorUrl(capability: string): string | null;
  /** Receives the messages and faults of the render process. */
  readonly log: (event: WorkerEvent) => void;
  readonly now?: () => number;
}

export interface ServerService {
  readonly service: LocalService;
  readonly folder: DataFolder;
  readonly renderer: PoolRenderer;
  /** On the first start, makes the team `default` and its token. `tell` gets the token before it is stored, so that no token is lost. */
  createFirstToken(tell: (token: string) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Opens a data folder for a server. Raises INVALID_REQUEST if another server is running on it, or for another kind of folder. */
export async function openServer(options: ServerServiceOptions): Promise<ServerService> {
  const settings = completeSettings(options.settings);
  const folder = prepareDataFolder(settings.dataDir);
  const release = holdLock(folder.serverLock);
  if (!release) {
    throw new PdfgenError(
      'INVALID_REQUEST',
      `Another server is running on ${folder.root}. Stop it first. To add a render process, run: pdfgen worker --data-dir ${folder.root}`,
    );
  }
  try {
    const keys = openKeys(folder, settings, options);
    const opened = await open(folder, settings, options, async () => keys);
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

/** Opens a data folder for a further worker, which only renders jobs. Raises INVALID_REQUEST for another kind of folder. */
export function openServerWorker(options: ServerServiceOptions): Promise<ServerService> {
  const settings = completeSettings(options.settings);
  const folder = prepareDataFolder(settings.dataDir);
  // Keys are opened only on demand. A worker needs no keys, and would make a new file although its server uses another.
  return open(folder, settings, options, async () => openKeys(folder, settings, options));
}

function openKeys(folder: DataFolder, { keysFile }: ServerSettings, { now = Date.now }: ServerServiceOptions): CapabilityKeys {
  return openCapabilityKeys({ path: keysFile ?? folder.keys, isMade: keysFile === undefined, now });
}

async function open(
  folder: DataFolder,
  settings: ServerSettings,
  { editorUrl, log, now = Date.now }: ServerServiceOptions,
  keys: () => Promise<CapabilityKeys>,
): Promise<ServerService> {
  const state = createSqliteStateStore({ path: folder.state, now });
  if ((await state.access.listTeams()).length === 0 && hasTeams(folder)) {
    await state.close();
    throw stateLost(folder);
  }
  const stores = { state, results: createFileBlobs(folder.results) };
  const { createPoolRenderer } = await import('../../renderer/pool/create-pool-renderer.ts');
  const renderer = createPoolRenderer({ ...settings, log: (line) => log({ kind: 'fault', detail: line }) });
  const service = createService({
    templates: createTeamFolders(
      folder.root,
      (teamId) => state.templateIndex(teamId),
      () => new Date(now()),
    ),
    openStores: async () => stores,
    areStoresOpen: () => true,
    openRenderer: async () => renderer,
    closeRenderer: () => renderer.close(),
    openKeys: keys,
    mergeFor: createMergeThreads(),
    limits: engineLimits(settings),
    now,
    editorUrl,
    server: programInfo(),
  });
  return {
    service,
    folder,
    renderer,
    createFirstToken: (tell) => withLock(folder.adminLock, () => createFirstToken(state, now(), tell)),
    close: () => service.close(),
  };
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
