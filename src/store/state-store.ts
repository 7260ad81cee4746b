// The state store port: render jobs and batches, embedded templates and editor sessions, teams and tokens. Times are milliseconds
// since 1970, UTC. Every driver passes test/store/state-store.suite.ts.
import type { AssetEntry } from '../contract/engine.ts';
import type { RenderWarning } from '../contract/generate.ts';
import type { BatchState, JobState } from '../contract/job-states.ts';
import type { Scope } from '../contract/scopes.ts';
import type { TemplateIndex } from './template-index.ts';

export interface StateStore {
  /** The only way to what belongs to a team. */
  team(id: string): TeamState;
  readonly queue: JobQueue;
  readonly access: Access;
  /** Raises when the store cannot be read, or is damaged. */
  check(): Promise<void>;
  /** Writes one consistent copy to a file that is not there yet, while others read and write. */
  backup(path: string): Promise<void>;
  close(): Promise<void>;
}

export interface TeamState {
  readonly jobs: Jobs;
  readonly batches: Batches;
  readonly embedded: EmbeddedTemplates;
  readonly sessions: EditorSessions;
  readonly templateIndex: TemplateIndex;
  /**
   * What an earlier call with this key made; undefined: nothing within 24 hours. Raises IDEMPOTENCY_CONFLICT if that call had
   * another hash.
   */
  findRepeat(key: Idempotency): Promise<Created | undefined>;
  /** Whether an earlier call within 24 hours had this key, whatever it asked. */
  hasKey(key: string): Promise<boolean>;
}

/** `hash`: SHA-256 of the request, hex. */
export interface Idempotency {
  readonly key: string;
  readonly hash: string;
}

export interface Created {
  readonly kind: 'job' | 'batch';
  readonly uuid: string;
}

/** Position in a list that is sorted newest first by (createdMs, uuid). */
export interface StateKey {
  readonly createdMs: number;
  readonly uuid: string;
}

export interface StatePage<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}

// ---- jobs

export interface EmbeddedReference {
  readonly embeddedTemplateUuid: string;
  readonly baseTemplateUuid: string;
  readonly externalUuid: string;
  readonly revision: number;
}

export interface NewJob {
  readonly uuid: string;
  readonly templateUuid: string;
  readonly templateVersion: number;
  readonly embedded: EmbeddedReference | null;
  /** JSON text. */
  readonly data: string;
  /** JSON text of the render options. */
  readonly options: string;
  /** Of its data, as it was sent. */
  readonly warnings?: readonly RenderWarning[] | undefined;
  readonly createdMs: number;
}

export interface StoredResult {
  /** In the blob store of the team. */
  readonly blob: string;
  readonly filename: string;
  readonly bytes: number;
  readonly pages: number;
  readonly sha256: string;
}

export interface JobError {
  readonly code: string;
  readonly detail: string;
}

export interface JobRecord {
  readonly uuid: string;
  readonly templateUuid: string;
  readonly templateVersion: number;
  readonly embedded: EmbeddedReference | null;
  readonly batchUuid: string | null;
  readonly itemIndex: number | null;
  /** A completed job is `expired` from `expiresMs` on by the clock, whether a sweep ran or not. */
  readonly state: JobState;
  readonly attempts: number;
  readonly createdMs: number;
  readonly startedMs: number | null;
  readonly finishedMs: number | null;
  readonly expiresMs: number | null;
  readonly error: JobError | null;
  /** Until it completes those of its data. */
  readonly warnings: readonly RenderWarning[];
  /** Null unless `completed`. */
  readonly result: StoredResult | null;
}

export interface JobFilter {
  readonly state?: JobState | undefined;
  readonly batchUuid?: string | undefined;
}

export interface Jobs {
  /**
   * Creates a job, durably. With a key that an earlier call used, nothing is made and that call's job or batch is given. Raises
   * IDEMPOTENCY_CONFLICT, QUOTA_EXCEEDED (`maxUnfinished` jobs of the team have not ended).
   */
  create(
    job: NewJob,
    limits: { readonly maxUnfinished: number },
    key?: Idempotency,
  ): Promise<Created & { readonly repeated: boolean }>;
  find(uuid: string): Promise<JobRecord | undefined>;
  list(filter: JobFilter, limit: number, after: StateKey | undefined): Promise<StatePage<JobRecord>>;
  /** False: there is none that may still be canceled. */
  cancel(uuid: string): Promise<boolean>;
  /** Takes the result and data of a final job away; a completed one is `expired`. Gives the blob to delete; undefined: none. */
  discard(uuid: string): Promise<string | undefined>;
  /** Bytes of the team's stored results. */
  resultBytes(): Promise<number>;
}

// ---- batches

export interface NewBatch {
  readonly uuid: string;
  readonly templateUuid: string;
  readonly templateVersion: number;
  readonly embedded: EmbeddedReference | null;
  /** JSON text of the render options of every item. */
  readonly options: string;
  readonly createdMs: number;
  readonly items: readonly NewBatchItem[];
}

export interface NewBatchItem {
  readonly jobUuid: string;
  readonly reference: string | null;
  /** JSON text. */
  readonly data: string;
  /** Of its data, as it was sent. */
  readonly warnings?: readonly RenderWarning[] | undefined;
}

export interface BatchRecord {
  readonly uuid: string;
  readonly templateUuid: string;
  readonly templateVersion: number;
  readonly embedded: EmbeddedReference | null;
  readonly state: BatchState;
  /** Of the jobs that stand for the items now. */
  readonly counts: Readonly<Record<JobState, number>> & { readonly total: number };
  readonly createdMs: number;
  readonly finishedMs: number | null;
}

/** A job as the list of a batch's items has it: many of them are read at once. */
export type ItemJob = Omit<JobRecord, 'warnings'>;

export interface BatchItemRecord {
  readonly index: number;
  readonly reference: string | null;
  readonly job: ItemJob;
}

export interface Batches {
  /**
   * Creates a batch and all its jobs, durably, or nothing: until all are there, none is claimed or listed. Others are heard meanwhile.
   * Raises as `Jobs.create`, and OVERLOADED when it took too long.
   */
  create(
    batch: NewBatch,
    limits: { readonly maxUnfinished: number },
    key?: Idempotency,
  ): Promise<Created & { readonly repeated: boolean }>;
  find(uuid: string): Promise<BatchRecord | undefined>;
  list(
    filter: { readonly state?: BatchState | undefined },
    limit: number,
    after: StateKey | undefined,
  ): Promise<StatePage<BatchRecord>>;
  /** By index; `afterIndex`: -1 for the first page. */
  listItems(
    uuid: string,
    filter: { readonly state?: JobState | undefined },
    limit: number,
    afterIndex: number,
  ): Promise<StatePage<BatchItemRecord>>;
  /** Cancels what has not ended; others are heard meanwhile. False: all had. */
  cancel(uuid: string): Promise<boolean>;
  /**
   * Makes a new job for each failed item, in its place; the batch is `processing` again. Raises DATA_EXPIRED if the data of one is
   * gone (nothing is made then), QUOTA_EXCEEDED. Gives how many.
   */
  retry(uuid: string, limits: { readonly maxUnfinished: number }): Promise<number>;
}

// ---- the queue, over all teams

/** What a worker holds: a job at one attempt. Whoever holds an older attempt changes nothing any more. */
export interface Claim {
  readonly teamId: string;
  readonly uuid: string;
  readonly attempt: number;
}

export interface ClaimedJob extends Claim {
  readonly job: JobRecord;
  /** JSON text. */
  readonly data: string;
  readonly options: string;
}

/** Why a job goes back to the queue without an outcome. */
export type Setback = 'thread-died' | 'process-lost' | 'handed-back';

/** A setback of this kind fails the job the n-th time. */
export const setbackLimits = { 'thread-died': 3, 'process-lost': 10, 'handed-back': Number.POSITIVE_INFINITY } as const;

export interface JobQueue {
  /**
   * Takes up to `limit` jobs: of the team with the fewest running jobs first, jobs of their own before items of batches, then in the
   * order they came. `owner` tells the process: `HOST PID START`.
   */
  claim(owner: string, limit: number, leaseMs: number): Promise<readonly ClaimedJob[]>;
  /** Prolongs leases. Gives the claims that no longer hold: canceled, or taken over. */
  heartbeat(claims: readonly Claim[], leaseMs: number): Promise<readonly Claim[]>;
  /**
   * The result is kept for `keptMs` from now. False: the claim does not hold any more, and nothing was changed. Ends the batch when this
   * was its last job.
   */
  complete(claim: Claim, result: StoredResult, warnings: readonly RenderWarning[], keptMs: number): Promise<boolean>;
  fail(claim: Claim, error: JobError): Promise<boolean>;
  /** Puts the job behind the others of its team, or fails it when its setbacks of this kind are too many. */
  setBack(claim: Claim, setback: Setback): Promise<boolean>;
  /**
   * Sets back what belongs to an owner that is dead, or whose lease has run out; gives how many. Finishes batches of which the writing
   * or canceling was broken off.
   */
  reclaim(isDead: (owner: string) => boolean): Promise<number>;
  /** Jobs that wait and that run, over all teams. */
  counts(): Promise<{ readonly queued: number; readonly processing: number }>;
  /** Marks results that are over, takes data and old records away. Gives the blobs to delete; asked again until `more` is false. */
  sweep(
    limit: number,
  ): Promise<{ readonly blobs: readonly { readonly teamId: string; readonly blob: string }[]; readonly more: boolean }>;
  /** Whether some job's result is this blob. */
  ownsBlob(teamId: string, blob: string): Promise<boolean>;
}

// ---- embedded templates

export interface EmbeddedContent {
  /** The slug of the base, for names of results. */
  readonly slug: string;
  /** The template document with `pages`, `dataSchema`, `exampleData` and everything else of the version that was cloned. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly assets: Readonly<Record<string, AssetEntry>>;
}

export interface EmbeddedRecord {
  readonly uuid: string;
  readonly baseTemplateUuid: string;
  readonly externalUuid: string;
  readonly baseTemplateVersion: number;
  /** From 1. */
  readonly revision: number;
  readonly createdMs: number;
  readonly updatedMs: number;
}

export interface EmbeddedTemplates {
  find(baseTemplateUuid: string, externalUuid: string): Promise<(EmbeddedRecord & EmbeddedContent) | undefined>;
  /** A revision of a clone, also of one that was deleted, as long as a job needs it. */
  findRevision(uuid: string, revision: number): Promise<(EmbeddedRecord & EmbeddedContent) | undefined>;
  /** Creates the clone unless the pair has one; gives the one that stands. */
  create(clone: Omit<EmbeddedRecord, 'revision' | 'updatedMs'> & EmbeddedContent): Promise<EmbeddedRecord & EmbeddedContent>;
  /** The next revision. False: the current one is not `revision`. */
  save(uuid: string, revision: number, content: EmbeddedContent & { readonly baseTemplateVersion: number }): Promise<boolean>;
  /** Ends its sessions too. False: there is none. */
  delete(baseTemplateUuid: string, externalUuid: string): Promise<boolean>;
  list(
    filter: { readonly baseTemplateUuid?: string | undefined },
    limit: number,
    after: StateKey | undefined,
  ): Promise<StatePage<EmbeddedRecord>>;
  /** SHA-256 of every file that a revision still kept names. */
  assetsInUse(): Promise<ReadonlySet<string>>;
  /**
   * Keeps the bytes of a file that was uploaded for a pair, so that its pages may name it. Raises QUOTA_EXCEEDED if its uploads would hold
   * more than `maxBytes`.
   */
  addAsset(uuid: string, name: string, entry: AssetEntry, limits: { readonly maxBytes: number }): Promise<void>;
  /** What was uploaded for a pair, by name (`asset:SHA256`); what no revision names goes after a day. */
  uploads(uuid: string): Promise<Readonly<Record<string, AssetEntry>>>;
}

export interface SessionRecord {
  readonly uuid: string;
  readonly embeddedTemplateUuid: string;
  readonly baseTemplateUuid: string;
  readonly externalUuid: string;
  readonly createdMs: number;
  readonly expiresMs: number;
  readonly endedMs: number | null;
}

export interface EditorSessions {
  /** The live session of a clone, its end moved later if asked, never earlier; else a new one of these times. */
  open(
    embeddedTemplateUuid: string,
    times: Pick<SessionRecord, 'createdMs' | 'expiresMs'>,
  ): Promise<{ readonly session: SessionRecord; readonly created: boolean }>;
  find(uuid: string): Promise<SessionRecord | undefined>;
  /** Ends what is alive. */
  end(embeddedTemplateUuid: string): Promise<void>;
}

// ---- teams and tokens

export interface TeamRecord {
  readonly id: string;
  readonly name: string;
  readonly createdMs: number;
  /** Origins of pages that may frame the editor. */
  readonly origins: readonly string[];
}

export interface TokenRecord {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdMs: number;
  readonly expiresMs: number | null;
  readonly revokedMs: number | null;
}

export interface Access {
  /** Raises INVALID_REQUEST if the name is taken. */
  createTeam(name: string): Promise<TeamRecord>;
  listTeams(): Promise<readonly TeamRecord[]>;
  findTeam(nameOrId: string): Promise<TeamRecord | undefined>;
  setOrigins(teamId: string, origins: readonly string[]): Promise<void>;
  /** `hash`: SHA-256 of the token, hex; the token itself is kept nowhere. */
  createToken(token: Omit<TokenRecord, 'revokedMs' | 'createdMs'> & { readonly hash: string }): Promise<TokenRecord>;
  /** Also one that is revoked or over: the caller says so. Read from the store on every call. */
  findToken(hash: string): Promise<{ readonly token: TokenRecord; readonly team: TeamRecord } | undefined>;
  listTokens(teamId: string | undefined): Promise<readonly TokenRecord[]>;
  /** False: there is none, or it is revoked already. */
  revokeToken(id: string): Promise<boolean>;
}
