// Builds the service: an engine for each team, made of use-cases, stores and a renderer. Every input is checked against the contract.

import { PdfgenError } from '../../contract/errors.ts';
import type { ProgramInfo } from '../../files/program-files.ts';
import { createSweep } from '../../jobs/sweep.ts';
import { createWatch, watchOf } from '../../jobs/watch.ts';
import { type JobWorker, startWorker } from '../../jobs/worker.ts';
import type { Renderer } from '../../renderer/renderer.ts';
import type { BlobStore } from '../../store/blob-store.ts';
import type { CapabilityKeys } from '../../store/capability-keys.ts';
import type { ClaimedJob, MetricsTokenRecord, StateStore } from '../../store/state-store.ts';
import type { TemplateStore } from '../../store/template-store.ts';
import type { DueDelivery } from '../../store/webhook-store.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import type { Deliverer, DelivererEvent } from '../../webhooks/deliverer.ts';
import type { CallRules } from '../../webhooks/post-event.ts';
import { counted } from '../../words/counts.ts';
import { hashToken, isToken } from '../administration/tokens.ts';
import type { Deps } from '../deps.ts';
import { openEditorAccess } from '../embedded/editor-access.ts';
import { toEmbeddedSource } from '../embedded/find-embedded.ts';
import { createPreviewTurns } from '../embedded/preview-turns.ts';
import type { MergeDocuments } from '../generation/merge-documents.ts';
import { openItemCount } from '../jobs/item-count.ts';
import type { EngineLimits } from '../limits.ts';
import type { Principal, Service } from '../service.ts';
import { describeSubject } from '../webhooks/deliveries.ts';
import { lookUp } from './look-up.ts';
import { createTeamEngine } from './team-engine.ts';
import { traceJob } from './trace-documents.ts';
import { withInputChecks } from './with-input-checks.ts';

export interface Stores {
  readonly state: StateStore;
  readonly results: BlobStore;
  /** Raises an error if the stores are damaged or cannot be reached. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface ServiceParts {
  readonly templates: TemplateStore;
  /** Jobs, results, embedded templates, teams. Opened at the first call. */
  openStores(): Promise<Stores>;
  /** Whether the stores are open, so that they have to be closed. */
  areStoresOpen(): boolean;
  /** The renderer for the calls of a team; undefined: each call names its team. */
  openRenderer(team?: string): Promise<Renderer>;
  closeRenderer(): Promise<void>;
  openKeys(): Promise<CapabilityKeys>;
  mergeFor(teamId: string): MergeDocuments;
  /** Where webhooks may be called. */
  readonly calls: CallRules;
  /** Most deliveries that a team may replay in a minute. Undefined: no limit. */
  readonly replaysPerMinute?: number | undefined;
  /** Gets the results of webhook tests that only the operator may see. */
  readonly tellOperator?: ((event: DelivererEvent) => void) | undefined;
  readonly limits: EngineLimits;
  /** Milliseconds since 1970. */
  now(): number;
  /** An absolute URL. Null: no editor is served. */
  editorUrl(capability: string): string | null;
  readonly server: ProgramInfo;
  /** Undefined: nothing is traced. */
  readonly tracing?: Tracing | undefined;
}

/** The service with the stores of a team, for calls that only a program on this machine may make. */
export interface LocalService extends Service {
  depsOf(teamId: string): Deps;
}

/** Builds a service. Stores and renderer are opened later, when a call needs them. */
export function createService(parts: ServiceParts): LocalService {
  const { templates, openStores, openRenderer, openKeys, limits, now, tracing } = parts;
  const workers = new Set<JobWorker>();
  const previews = createPreviewTurns();
  const watch = createWatch(async () => (await openStores()).state.lookUp);
  const deliverers = new Set<Deliverer>();
  const testing = new Set<string>();
  const userAgent = `${parts.server.name}/${parts.server.version}`;
  const depsOf = (teamId: string): Deps => ({
    templates: templates.team(teamId).templates,
    openState: async () => (await openStores()).state.team(teamId),
    openResults: async () => (await openStores()).results.team(teamId),
    freeBytes: async () => (await openStores()).results.freeBytes(),
    openRenderer: () => openRenderer(teamId),
    mergeDocuments: parts.mergeFor(teamId),
    outgoing: {
      ...parts.calls,
      userAgent,
      oneTest: (send) => oneAtATime(testing, teamId, send),
      tellRefusal: (webhookUuid, detail) => parts.tellOperator?.({ kind: 'refused', teamId, webhookUuid, detail }),
      countReplay: () => countReplay(teamId, parts),
    },
    limits,
    now,
    onWork(jobs) {
      for (const one of [...workers, ...deliverers]) one.wake();
      // The stores are open: a job has been stored.
      if (jobs > 0) void openStores().then(({ state }) => state.queue.announce(jobs), ignore);
    },
    watch: watchOf(watch, teamId),
  });
  const originsOf = async (teamId: string) => (await (await openStores()).state.access.findTeam(teamId))?.origins ?? [];
  const hostOf = (teamId: string) => ({
    teamId,
    openKeys,
    origins: () => originsOf(teamId),
    editorUrl: parts.editorUrl,
  });

  return {
    depsOf,
    maxBatchItems: limits.maxBatchItems,
    as: (principal) =>
      withInputChecks(createTeamEngine(depsOf(principal.teamId), hostOf(principal.teamId), principal, parts.server)),
    lookUp: (principal, id, head) => lookUp(depsOf(principal.teamId), id, head),
    openItemCount: (principal, idempotencyKey) => openItemCount(depsOf(principal.teamId), idempotencyKey),
    authenticate: (token) => authenticate(token, parts),
    authenticateMetrics: (token) => authenticateMetrics(token, parts),
    openEditor: (capability) => openEditorAccess({ openKeys, depsOf, originsOf, now, previews }, capability),
    countCall: async (key, limit) => (await openStores()).state.calls.count(key, limit),
    findObstacles: () => findObstacles(parts),
    async startWorker(options) {
      const { state, results } = await openStores();
      const teamIds = async () => (await state.access.listTeams()).map((team) => team.id);
      const worker = startWorker(
        {
          queue: state.queue,
          results,
          openRenderer,
          loadTemplate: ({ teamId, job }) => loadTemplate(depsOf(teamId), job),
          limits: limits.later,
          trace: tracing && ((claim, work) => traceJob(tracing, claim, work)),
          onEnd({ teamId, uuid, job: { batchUuid } }) {
            const batch = batchUuid === null ? [] : [{ teamId, kind: 'batch', uuid: batchUuid } as const];
            watch.hurry([{ teamId, kind: 'job', uuid }, ...batch]);
          },
          sweep: createSweep({ state, results, templates, teamIds, now }),
        },
        options,
      );
      workers.add(worker);
      const stopListening = state.queue.listen(
        () => worker.wake(),
        (detail) => options.log?.({ kind: 'fault', detail }),
      );
      void worker.ended.finally(() => {
        stopListening();
        workers.delete(worker);
      });
      return worker;
    },
    async startDeliverer(log) {
      const [{ state }, { startDeliverer }] = await Promise.all([openStores(), import('../../webhooks/deliverer.ts')]);
      const describe = (teamId: string, delivery: DueDelivery) => describeSubject(state.team(teamId), delivery);
      const deliverer = startDeliverer({ queue: state.webhooks, describe, rules: parts.calls, userAgent, now }, log);
      deliverers.add(deliverer);
      return deliverer;
    },
    async close() {
      watch.close();
      await Promise.all([...workers, ...deliverers].map((one) => one.stop(0)));
      await parts.closeRenderer();
      // The call that needed the stores has reported why they do not open.
      if (parts.areStoresOpen()) await (await openStores().catch(() => undefined))?.close();
    },
  };
}

/** Raises RATE_LIMITED while other work of the team is under way. */
async function oneAtATime<T>(busy: Set<string>, teamId: string, work: () => Promise<T>): Promise<T> {
  if (busy.has(teamId))
    throw new PdfgenError('RATE_LIMITED', 'Another test of the team is being sent. Try again.', { retryAfter: 1 });
  busy.add(teamId);
  try {
    return await work();
  } finally {
    busy.delete(teamId);
  }
}

/** Counts over all processes. Raises RATE_LIMITED. */
async function countReplay(teamId: string, { openStores, replaysPerMinute: limit }: ServiceParts): Promise<void> {
  if (limit === undefined) return;
  const { isAllowed, left, overInMs } = await (await openStores()).state.calls.count(`replay ${teamId}`, limit);
  if (isAllowed) return;
  const seconds = Math.ceil(overInMs / 1000);
  throw new PdfgenError(
    'RATE_LIMITED',
    `A team may replay ${counted(limit, 'delivery', 'deliveries')} a minute. Go on in ${counted(seconds, 'second')}.`,
    {
      retryAfter: seconds,
      quota: { limit, remaining: left },
    },
  );
}

/** Raises UNAUTHENTICATED, FORBIDDEN. */
async function authenticate(token: string, parts: ServiceParts): Promise<Principal> {
  const found = await findTeamToken(token, parts);
  if (!found) {
    if (await isMetricsToken(token, parts)) throw new PdfgenError('FORBIDDEN', 'The token opens only /metrics.');
    throw unknownToken();
  }
  const { id, name, scopes, expiresMs } = found.token;
  const expiresAt = expiresMs === null ? null : new Date(expiresMs).toISOString();
  return { teamId: found.team.id, teamName: found.team.name, token: { id, name, scopes, expiresAt } };
}

/** Raises UNAUTHENTICATED, FORBIDDEN. */
async function authenticateMetrics(token: string, parts: ServiceParts): Promise<void> {
  if (await isMetricsToken(token, parts)) return;
  if (!(await findTeamToken(token, parts))) throw unknownToken();
  throw new PdfgenError(
    'FORBIDDEN',
    'The token of a team does not open /metrics, which tells of all teams. The operator makes a token with: pdfgen tokens create --metrics',
  );
}

const unknownToken = (): PdfgenError => new PdfgenError('UNAUTHENTICATED', 'The token is unknown, revoked or expired.');

/** Undefined: no team has the token, or it is no longer valid. */
async function findTeamToken(token: string, { openStores }: ServiceParts) {
  // A text without the form of a token needs no look-up. The look-up is by hash, so that its duration reveals nothing about the token.
  const found = isToken(token) ? await (await openStores()).state.access.findToken(hashToken(token)) : undefined;
  return found && isValid(found) ? found : undefined;
}

async function isMetricsToken(token: string, { openStores }: ServiceParts): Promise<boolean> {
  const found = isToken(token) ? await (await openStores()).state.access.findMetricsToken(hashToken(token)) : undefined;
  return found !== undefined && isValid(found);
}

const isValid = ({ token, hasExpired }: { readonly token: MetricsTokenRecord; readonly hasExpired: boolean }): boolean =>
  token.revokedMs === null && !hasExpired;

/** The reasons why the service cannot work now. */
async function findObstacles({ openStores, limits }: ServiceParts): Promise<readonly PdfgenError[]> {
  try {
    const { results, check } = await openStores();
    await inTime(check());
    if ((await results.freeBytes()) >= limits.minFreeBytes) return [];
    return [new PdfgenError('OVERLOADED', 'The disk is nearly full.')];
  } catch (error) {
    return [error instanceof PdfgenError ? error : new PdfgenError('INTERNAL', 'The store cannot be read.', { cause: error })];
  }
}

/** Who asks whether a server is ready gives up soon. A network that swallows everything would hold up the answer for longer. */
const checkMs = 4_500;

/** Raises STORE_UNAVAILABLE if the work takes too long. */
async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const detail = `The database or the object store has not answered for ${counted(checkMs / 1000, 'second')}.`;
    timer = setTimeout(() => reject(new PdfgenError('STORE_UNAVAILABLE', detail, { retryAfter: 5 })), checkMs);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The recorded version or revision that a job names. */
async function loadTemplate({ templates, openState }: Deps, { embedded, templateUuid, templateVersion }: ClaimedJob['job']) {
  if (!embedded) return templates.getRecorded(templateUuid, templateVersion);
  const record = await (await openState()).embedded.findRevision(embedded.embeddedTemplateUuid, embedded.revision);
  if (!record) {
    throw new PdfgenError(
      'EMBEDDED_TEMPLATE_NOT_FOUND',
      `Revision ${embedded.revision} of the embedded template is no longer kept.`,
    );
  }
  return toEmbeddedSource(templates, record);
}

function ignore(): void {}
