// A real server on a free port, with a data folder of its own, and a client of it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../src/contract/engine.ts';
import type { Follower } from '../../src/contract/follow.ts';
import type { ItemGenerator } from '../../src/contract/generate-items.ts';
import { scopes as allScopes, type Scope } from '../../src/contract/scopes.ts';
import { createToken, hashToken } from '../../src/engine/administration/tokens.ts';
import { createMergeThreads } from '../../src/engine/generation/merge-in-threads.ts';
import { type EngineLimits, localEngineLimits } from '../../src/engine/limits.ts';
import { createService, type LocalService } from '../../src/engine/wiring/create-service.ts';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { createInlineRenderer } from '../../src/renderer/create-inline-renderer.ts';
import { createServer } from '../../src/server/create-server.ts';
import type { ServerSettings } from '../../src/settings/server-settings.ts';
import type { BlobStore } from '../../src/store/blob-store.ts';
import { createFileBlobs } from '../../src/store/filesystem/create-file-blobs.ts';
import { createTeamFolders } from '../../src/store/filesystem/create-team-folders.ts';
import { openKeyFile } from '../../src/store/filesystem/key-file.ts';
import type { ServerStores } from '../../src/store/server-stores.ts';
import { createUuid } from '../../src/store/uuid.ts';
import { createAddressRules } from '../../src/webhooks/address-rules.ts';
import type { DelivererEvent } from '../../src/webhooks/deliverer.ts';
import { createStateStore } from './sqlite.ts';

/** The modules of threads are built. */
export const builtThreads = new URL('../../dist/js/', import.meta.url);

export interface OpenedServer {
  readonly url: string;
  readonly folder: string;
  readonly service: LocalService;
  /** A client with a token of the team `default`. */
  readonly engine: Engine & Follower & ItemGenerator;
  readonly token: string;
  /** A token of a team. Makes the team if it does not exist. */
  tokenOf(team: string, scopes?: readonly Scope[]): Promise<string>;
  /** A token that opens only /metrics. */
  metricsToken(): Promise<string>;
  revoke(token: string): Promise<void>;
  /** Puts origins on a team's list. */
  allowOrigins(team: string, origins: readonly string[]): Promise<void>;
  /** Results are looked for here from now on. */
  useResults(results: BlobStore): void;
  now(): number;
  advance(ms: number): Promise<void>;
  close(): Promise<void>;
}

async function openFolder(
  folder: string,
  now: () => number,
): Promise<Pick<ServerStores, 'state' | 'results' | 'templates' | 'openKeys' | 'check' | 'close'>> {
  const state = await createStateStore({ path: join(folder, 'state.db'), now });
  const keys = openKeyFile({ path: join(folder, 'keys.json'), isMade: true, now });
  return {
    state,
    results: createFileBlobs(join(folder, 'results')),
    templates: createTeamFolders(
      folder,
      (id) => state.templateIndex(id),
      () => new Date(now()),
    ),
    openKeys: async () => keys,
    check: () => state.check(),
    close: () => state.close(),
  };
}

/** Rendering happens in this process: what the pool adds has tests of its own. */
export async function openServer({
  worker = true,
  clockStands = false,
  settings = {},
  limits = {},
  tellOperator,
  replaysPerMinute,
  stores: given,
  onAdvance = async () => {},
}: {
  worker?: boolean;
  /** Default: stores in a folder of its own. They are closed with the server. */
  stores?: ServerStores | undefined;
  /** Moves the clock of the stores so far ahead. */
  onAdvance?: (aheadMs: number) => Promise<void>;
  clockStands?: boolean;
  settings?: Partial<ServerSettings>;
  limits?: Partial<EngineLimits>;
  tellOperator?: (event: DelivererEvent) => void;
  replaysPerMinute?: number;
} = {}): Promise<OpenedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'pdfgen-server-'));
  const start = Date.now();
  let ahead = 0;
  const now = () => (clockStands ? start : Date.now()) + ahead;
  const { templates, openKeys, ...stores } = given ?? (await openFolder(folder, now));
  const { state } = stores;
  const renderer = createInlineRenderer();
  let url = '';
  const service = createService({
    templates,
    openStores: async () => stores,
    areStoresOpen: () => true,
    openRenderer: async () => renderer,
    closeRenderer: () => renderer.close(),
    openKeys,
    mergeFor: createMergeThreads(builtThreads),
    calls: { addresses: createAddressRules(settings.webhookNetworks ?? []) },
    tellOperator,
    replaysPerMinute,
    limits: { ...localEngineLimits({ maxPages: 200 }), maxBatchItems: 1000, ...limits },
    now,
    editorUrl: (capability) => `${url}/editor#capability=${capability}`,
    server: { name: 'pdfgen', version: '0.0.0' },
  });
  const server = await createServer({
    service,
    settings: { port: 0, spoolDir: join(folder, 'spool'), failedAuthenticationsPerMinute: 10_000, ...settings },
    threads: builtThreads,
  });
  ({ url } = await server.listen());
  if (worker) await service.startWorker({ concurrency: 2 });
  const tokenOf = async (name: string, scopes: readonly Scope[] = allScopes) => {
    const team = (await state.access.findTeam(name)) ?? (await state.access.createTeam(name));
    const token = createToken();
    await state.access.createToken({
      id: createUuid(start),
      teamId: team.id,
      name: 'test',
      scopes,
      expiresMs: null,
      hash: hashToken(token),
    });
    return token;
  };
  const metricsToken = async () => {
    const token = createToken();
    await state.access.createMetricsToken({ id: createUuid(start), name: 'test', expiresMs: null, hash: hashToken(token) });
    return token;
  };
  const token = await tokenOf('default');
  return {
    url,
    folder,
    service,
    engine: createHttpEngine({ baseUrl: url, token }),
    token,
    tokenOf,
    metricsToken,
    async revoke(given) {
      const hash = hashToken(given);
      const found = (await state.access.findToken(hash)) ?? (await state.access.findMetricsToken(hash));
      await state.access.revokeToken(found!.token.id);
    },
    allowOrigins: async (name, origins) => state.access.setOrigins((await state.access.findTeam(name))!.id, origins),
    useResults(results) {
      Object.assign(stores, { results });
    },
    now,
    async advance(ms) {
      ahead += ms;
      await onAdvance(ahead);
    },
    async close() {
      await server.close(1_000);
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
