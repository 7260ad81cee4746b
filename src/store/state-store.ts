// The state store port: render jobs and batches, embedded templates and editor sessions, teams and tokens. Times are milliseconds
// since 1970, UTC. Every driver passes test/store/state-store.suite.ts.
import type { CallCount } from '../async/minute-counts.ts';
import type { AssetEntry } from '../contract/engine.ts';
import type { RenderWarning } from '../contract/generate.ts';
import type { BatchState, JobState } from '../contract/job-states.ts';
import type { Scope } from '../contract/scopes.ts';
import type { EditorDrafts } from './editor-drafts.ts';
import type { KeepRules } from './kept-revisions.ts';
import type { StateKey, StatePage } from './state-page.ts';
import type { WebhookQueue, Webhooks } from './webhook-store.ts';

export type { StateKey, StatePage } from './state-page.ts';

export interface StateStore {
  /** The records of one team. There is no other way to them. */
  team(id: string): TeamState;
  readonly queue: JobQueue;
  readonly lookUp: StateLookUp;
  readonly access: Access;
  /** Sums over all teams, at most so old. They are cheap to read, however many jobs there are. */
  figures(mostAgeMs: number): Promise<Figures>;
  readonly calls: CallCounts;
  readonly rounds: Rounds;
  readonly webhooks: WebhookQueue;
  /** Raises an error if the store is damaged or cannot be read. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface Figures {
  /** Stored jobs. Items of a batch that is being written are `queued`. */
  readonly jobs: Readonly<Record<JobState, number>>;
  /** Jobs that stand alone, and items of batches. */
  readonly waiting: Readonly<Record<'single' | 'item', Waiting>>;
  readonly deliveries: {
    /** Deliveries that wait, for webhooks that are turned on. At most 100,000 are counted. */
    readonly waiting: number;
    /** How long the oldest delivery has waited since it could be sent. 0: no delivery can be sent now. */
    readonly oldestMs: number;
  };
  readonly resultBytes: {
    readonly total: number;
    /** Of the team with the most bytes. */
    readonly most: number;
  };
  /** Age of the oldest open transaction of the database. Undefined: no such thing. */
  readonly snapshotMs: number | undefined;
}

export interface Waiting {
  /** Number of waiting jobs, including those that wait for their next attempt. */
  readonly jobs: number;
  /** How long the oldest job has waited. A job that was set back waits anew, after its rest. 0: no job waits. */
  readonly oldestMs: number;
}

export interface TeamState {
  readonly jobs: Jobs;
  readonly batches: Batches;
  readonly embedded: EmbeddedTemplates;
  readonly sessions: EditorSessions;
  readonly drafts: EditorDrafts;
  readonly webhooks: Webhooks;
  /**
   * The job or batch that an earlier call with this key made. Undefined: no such call within the life of a key. Raises IDEMPOTENCY_CONFLICT if the
   * earlier call had another hash.
   */
  findRepeat(key: Idempotency): Promise<Created | undefined>;
  /** Whether any call within the life of a key had this key, whatever its hash. */
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
  /** From 0. A team's jobs with a higher priority go first. */
  readonly priority: number;
  /** Warnings about the data, as it was sent. */
  readonly warnings?: readonly RenderWarning[] | undefined;
  /** The trace of the call, as the W3C header `traceparent` writes it. */
  readonly traceparent?: string | undefined;
  /** Address that gets the event at the end. */
  readonly callbackUrl?: string | undefined;
  readonly createdMs: number;
}

export interface StoredResult {
  /** Key in the blob store of the team. */
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
  /** A completed job counts as `expired` from `expiresMs` on, even before a sweep marks it. */
  readonly state: JobState;
  readonly attempts: number;
  readonly createdMs: number;
  readonly startedMs: number | null;
  readonly finishedMs: number | null;
  readonly expiresMs: number | null;
  readonly error: JobError | null;
  /** Warnings of the rendering. Until the job completes: warnings about its data. */
  readonly warnings: readonly RenderWarning[];
  /** Null unless `completed`. */
  readonly result: StoredResult | null;
  /** The job that a retry made in place of this job. */
  readonly retriedAs: string | null;
}

export interface JobFilter {
  readonly state?: JobState | undefined;
  readonly batchUuid?: string | undefined;
}

export interface Jobs {
  /**
   * Creates a job, durably. If an earlier call used the key, creates nothing and gives the earlier job or batch. Raises
   * IDEMPOTENCY_CONFLICT, or QUOTA_EXCEEDED if the team has `maxUnfinished` jobs that have not ended.
   */
  create(
    job: NewJob,
    limits: { readonly maxUnfinished: number },
    key?: Idempotency,
  ): Promise<Created & { readonly repeated: boolean }>;
  find(uuid: string): Promise<JobRecord | undefined>;
  list(filter: JobFilter, limit: number, after: StateKey | undefined): Promise<StatePage<JobRecord>>;
  /** False: no such job, or it has ended. */
  cancel(uuid: string): Promise<boolean>;
  /**
   * Makes a new job in place of a failed or canceled job, also as an item of its batch, and gives the UUID of the new job. A job that was
   * retried before gives the job of that time. Undefined: no failed or canceled job. Raises QUOTA_EXCEEDED, DATA_EXPIRED if the data of
   * the job is gone, BATCH_NOT_FINISHED while the job's batch is written or canceled. `of`: the template of the new job. Default: that of the
   * earlier job.
   */
  retry(uuid: string, options: RetryOptions, of?: JobTemplate): Promise<string | undefined>;
  /** Removes the result and data of a final job. A completed job becomes `expired`. Gives the key of the blob to delete, if there is a blob. */
  discard(uuid: string): Promise<string | undefined>;
  /** Bytes of the team's stored results. */
  resultBytes(): Promise<number>;
  /** Number of the team's jobs that have not ended, with the items of batches that are being written. */
  unfinished(): Promise<number>;
}

// ---- batches

export interface NewBatch {
  readonly uuid: string;
  readonly templateUuid: string;
  readonly templateVersion: number;
  readonly embedded: EmbeddedReference | null;
  /** JSON text of the render options of every item. */
  readonly options: string;
  /** The priority of every item. */
  readonly priority: number;
  readonly traceparent?: string | undefined;
  /** Address that gets the event at the end. */
  readonly callbackUrl?: string | undefined;
  readonly createdMs: number;
  /** The number of items. */
  readonly total: number;
  /** Read once, from the first to the last. Only a few items are in memory at a time. */
  readonly items: Iterable<NewBatchItem> | AsyncIterable<NewBatchItem>;
}

export interface NewBatchItem {
  readonly jobUuid: string;
  readonly reference: string | null;
  /** JSON text. */
  readonly data: string;
  /** Warnings about the data, as it was sent. */
  readonly warnings?: readonly RenderWarning[] | undefined;
}

export interface RetryOptions {
  readonly maxUnfinished: number;
  /** The trace of the call that retries. */
  readonly traceparent?: string | undefined;
}

/** What a job renders: a version of its template, or a revision of a clone. */
export type JobTemplate = Pick<NewJob, 'templateVersion' | 'embedded'>;

export interface BatchRecord {
  readonly uuid: string;
  readonly templateUuid: string;
  readonly templateVersion: number;
  readonly embedded: EmbeddedReference | null;
  readonly state: BatchState;
  /** Items by the state of their latest jobs. */
  readonly counts: Readonly<Record<JobState, number>> & { readonly total: number };
  readonly createdMs: number;
  readonly finishedMs: number | null;
}

/** A job in a list of a batch's items. Warnings are left out, because many jobs are kept at once. */
export type ItemJob = Omit<JobRecord, 'warnings'>;

export interface BatchItemRecord {
  readonly index: number;
  readonly reference: string | null;
  readonly job: ItemJob;
  readonly warningCount: number;
  /** The first of the job's warnings. */
  readonly warnings: readonly RenderWarning[];
}

export interface Batches {
  /**
   * Creates a batch and all its jobs, durably, or nothing. No job is claimed or listed before the last is stored. Other calls have their turns
   * meanwhile. Raises the errors of `Jobs.create`, OVERLOADED if storing takes too long, and the errors of the items.
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
  /** Sorted by index. `afterIndex` is -1 for the first page. */
  listItems(
    uuid: string,
    filter: { readonly state?: JobState | undefined },
    limit: number,
    afterIndex: number,
  ): Promise<StatePage<BatchItemRecord>>;
  /** Cancels jobs that have not ended. Other calls have their turns meanwhile. False: all jobs had ended. */
  cancel(uuid: string): Promise<boolean>;
  /**
   * Makes a new job for each failed or canceled item and gives their number. The batch is `processing` again. Raises QUOTA_EXCEEDED, or
   * DATA_EXPIRED if the data of any such item is gone; then no job is made. `of`: the template of the new jobs. Default: that of
   * the earlier jobs.
   */
  retry(uuid: string, options: RetryOptions, of?: JobTemplate): Promise<number>;
}

// ---- the queue, over all teams

/** A worker's hold on a job at one attempt. A worker with an older attempt can no longer change the job. */
export interface Claim {
  readonly teamId: string;
  readonly uuid: string;
  readonly attempt: number;
}

export interface ClaimedJob extends Claim {
  readonly job: JobRecord;
  /** How long the job waited. */
  readonly waitedMs: number;
  /** The trace of the call that made the job or its batch. Null: it was not traced. */
  readonly traceparent: string | null;
  /** JSON text. */
  readonly data: string;
  readonly options: string;
}

export interface FailedJob extends JobError {
  readonly teamId: string;
  readonly uuid: string;
  readonly batchUuid: string | null;
}

/** Why a job goes back to the queue without an outcome. `store-failed`: its template or result could not be read or written. */
export type Setback = 'thread-died' | 'process-lost' | 'store-failed' | 'handed-back';

/** Number of setbacks of each kind at which a job fails. */
export const setbackLimits = {
  'thread-died': 3,
  'process-lost': 10,
  'store-failed': Number.POSITIVE_INFINITY,
  'handed-back': Number.POSITIVE_INFINITY,
} as const;

/** A result of a team, by its key in the blob store. */
export interface TeamBlob {
  readonly teamId: string;
  readonly blob: string;
}

export interface JobQueue {
  /** Tells the workers of other processes how many jobs have come, if the store can. Returns at once and never throws. */
  announce(jobs: number): void;
  /**
   * Calls `wake` when a process announces jobs, and may call it more often. Of many workers, as many are woken as there are jobs for. `tell` gets
   * faults of this. Gives the function that ends this.
   */
  listen(wake: () => void, tell: (fault: string) => void): () => void;
  /** Mean pause between two claims of a worker that finds no job, at least: the more workers there are, the longer. */
  idlePauseMs(): number;
  /**
   * Claims up to `limit` jobs. The team with the fewest running jobs goes first. Within a team, jobs with a higher priority go first. At the
   * same priority, single jobs go before items of batches, and earlier jobs before later ones.
   */
  claim(limit: number, leaseMs: number): Promise<readonly ClaimedJob[]>;
  /** Prolongs leases. Gives the claims that no longer hold, because the job was canceled or taken over. */
  heartbeat(claims: readonly Claim[], leaseMs: number): Promise<readonly Claim[]>;
  /**
   * Stores the outcome of a job, and ends its batch after its last job. The result is kept for `keptMs` from now. False: the claim no longer
   * holds, and nothing was changed.
   */
  complete(claim: Claim, result: StoredResult, warnings: readonly RenderWarning[], keptMs: number): Promise<boolean>;
  fail(claim: Claim, error: JobError): Promise<boolean>;
  /**
   * Puts the job behind the others of its team; only a job that was handed back, or whose store failed, keeps its priority. After
   * `thread-died` and `store-failed` the job rests, longer each time. Fails the job after too many setbacks of this kind; `tell` gets the
   * error then.
   */
  setBack(claim: Claim, setback: Setback, tell?: (error: JobError) => void): Promise<boolean>;
  /**
   * Sets back jobs whose lease has run out or whose process is known to have ended, and gives their number. Puts jobs that have rested into
   * the queue again. Finishes batches whose writing or canceling was interrupted. `tell` hears of each job that has failed so.
   */
  reclaim(tell?: (job: FailedJob) => void): Promise<number>;
  /** Marks expired results, and removes data and records that are too old. Gives the blobs to delete. Call it again while `more` is true. */
  sweep(limit: number): Promise<{ readonly blobs: readonly TeamBlob[]; readonly more: boolean }>;
  /** Those of the blobs that no job has as its result, and that no unfinished job may still name. */
  findLostBlobs(blobs: readonly TeamBlob[]): Promise<readonly TeamBlob[]>;
  /** Whether a job has this blob as its result. */
  ownsBlob(teamId: string, blob: string): Promise<boolean>;
}

// ---- states for those who wait, over all teams

export interface JobOrBatch {
  readonly teamId: string;
  readonly kind: 'job' | 'batch';
  readonly uuid: string;
}

/** Looks at many jobs and batches of all teams with one statement. The answers have the order of the names. Undefined: there is no such job or batch. */
export interface StateLookUp {
  states(names: readonly JobOrBatch[]): Promise<readonly (JobState | BatchState | undefined)[]>;
  /** Batches with their counts. These cost more than the states alone. */
  batches(names: readonly JobOrBatch[]): Promise<readonly (BatchRecord | undefined)[]>;
}

// ---- embedded templates

export interface EmbeddedContent {
  /** Slug of the base template, for the file names of results. */
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

export interface NewRevision extends EmbeddedContent {
  readonly baseTemplateVersion: number;
  /** The editor session that saves it. Null: a reset. */
  readonly sessionUuid: string | null;
  /** The drafts that end with it: the one with this number, or each draft of an earlier revision. Default: none. */
  readonly ends?: number | 'drafts-before' | undefined;
}

export interface RevisionRecord {
  readonly revision: number;
  readonly baseTemplateVersion: number;
  readonly savedMs: number;
  /** Null: no editor session saved it, or it is not known. */
  readonly sessionUuid: string | null;
  /** Of its document, without files. */
  readonly bytes: number;
}

export interface EmbeddedTemplates {
  find(baseTemplateUuid: string, externalUuid: string): Promise<(EmbeddedRecord & EmbeddedContent) | undefined>;
  /** A revision of a clone, also of a deleted clone while a job needs it. */
  findRevision(uuid: string, revision: number): Promise<(EmbeddedRecord & EmbeddedContent) | undefined>;
  /** Creates the clone of a pair, unless the pair has a clone already. Gives the pair's clone. */
  create(clone: Omit<EmbeddedRecord, 'revision' | 'updatedMs'> & EmbeddedContent): Promise<EmbeddedRecord & EmbeddedContent>;
  /** Saves the next revision. Earlier ones are kept by the rules. False: the current revision is not `revision`. */
  save(uuid: string, revision: number, next: NewRevision, rules: KeepRules): Promise<boolean>;
  /** The current revision and the earlier ones that are kept, the newest first. */
  listRevisions(uuid: string): Promise<readonly RevisionRecord[]>;
  /** Deletes the clone of a pair with its draft, and ends its sessions. False: no such clone. */
  delete(baseTemplateUuid: string, externalUuid: string): Promise<boolean>;
  list(
    filter: { readonly baseTemplateUuid?: string | undefined },
    limit: number,
    after: StateKey | undefined,
  ): Promise<StatePage<EmbeddedRecord>>;
  /** SHA-256 of every file that a stored revision names. */
  assetsInUse(): Promise<ReadonlySet<string>>;
  /**
   * Records a file that was uploaded for a pair, so that the pair's pages may name it. Raises QUOTA_EXCEEDED if the pair's uploads, earlier
   * revisions and draft would hold more than `maxBytes`.
   */
  addAsset(uuid: string, name: string, entry: AssetEntry, limits: { readonly maxBytes: number }): Promise<void>;
  /** A text that changes with each change of the clone, its draft, uploads or kept revisions; cheap to read. Undefined: no such clone. */
  findStamp(uuid: string): Promise<string | undefined>;
  /** Files uploaded for a pair, by name (`asset:SHA256`). A file that neither a revision nor the draft names is removed after a day. */
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
  /** Whether it ended because its clone was deleted. */
  readonly isDeleted: boolean;
}

export interface EditorSessions {
  /** The open session of a clone, or a new session. The end of an open session may move later, never earlier. */
  open(
    embeddedTemplateUuid: string,
    times: Pick<SessionRecord, 'createdMs' | 'expiresMs'>,
  ): Promise<{ readonly session: SessionRecord; readonly created: boolean }>;
  find(uuid: string): Promise<SessionRecord | undefined>;
  /** Ends the open sessions of a clone. */
  end(embeddedTemplateUuid: string): Promise<void>;
}

// ---- work that one process does for all

/** A round is work that one process at a time does for all processes. */
export interface Rounds {
  /**
   * Begins a round, or goes on with a round that its process has left. Undefined: another process is at work, or the round is not due yet. When
   * the process has not kept the round for `leaseMs`, another process may take it over.
   */
  begin(name: string, leaseMs: number): Promise<Round | undefined>;
  /** Prolongs the lease, and stores the place where another process could go on. False: another process has taken over. */
  keep(round: Round, place: string | null, leaseMs: number): Promise<boolean>;
  /** Lets another process go on at the place. Does nothing if another process has taken over. */
  leave(round: Round): Promise<void>;
  /** Ends the round. The next is due after `pauseMs`. Does nothing if another process has taken over. */
  end(round: Round, pauseMs: number): Promise<void>;
}

/** A process's hold on a round. After another process has taken over, `term` is old. */
export interface Round {
  readonly name: string;
  readonly term: number;
  /** The place that the process before has kept. Null: the round begins. */
  readonly place: string | null;
}

// ---- limits of calls

export interface CallCounts {
  /**
   * Counts a call of `key`, unless all processes together have counted `limit` calls in its minute. The minute of a key begins with its first
   * call, and the next minute begins with the first call after it. Raises STORE_UNAVAILABLE: no call passes without being counted.
   */
  count(key: string, limit: number): Promise<CallCount>;
}

// ---- teams and tokens

export interface TeamRecord {
  readonly id: string;
  readonly name: string;
  readonly createdMs: number;
  /** Origins of the pages that may show the editor in a frame. */
  readonly origins: readonly string[];
}

/** A token that opens only /metrics. It belongs to no team. */
export interface MetricsTokenRecord {
  readonly id: string;
  readonly name: string;
  readonly createdMs: number;
  readonly expiresMs: number | null;
  readonly revokedMs: number | null;
}

/** A token of a team. */
export interface TokenRecord extends MetricsTokenRecord {
  readonly teamId: string;
  readonly scopes: readonly Scope[];
}

/** `hash`: SHA-256 of the token, hex. The token itself is not stored. */
export type NewTokenRecord<Of extends MetricsTokenRecord> = Omit<Of, 'revokedMs' | 'createdMs'> & { readonly hash: string };

export interface Access {
  /** Raises INVALID_REQUEST if the name is taken. */
  createTeam(name: string): Promise<TeamRecord>;
  listTeams(): Promise<readonly TeamRecord[]>;
  findTeam(nameOrId: string): Promise<TeamRecord | undefined>;
  setOrigins(teamId: string, origins: readonly string[]): Promise<void>;
  createToken(token: NewTokenRecord<TokenRecord>): Promise<TokenRecord>;
  /** Finds revoked and expired tokens too: the caller decides. Reads the store on every call. `hasExpired`: by the clock of the store. */
  findToken(
    hash: string,
  ): Promise<{ readonly token: TokenRecord; readonly hasExpired: boolean; readonly team: TeamRecord } | undefined>;
  listTokens(teamId: string | undefined): Promise<readonly TokenRecord[]>;
  createMetricsToken(token: NewTokenRecord<MetricsTokenRecord>): Promise<MetricsTokenRecord>;
  /** Finds revoked and expired tokens too, as `findToken` does. */
  findMetricsToken(hash: string): Promise<{ readonly token: MetricsTokenRecord; readonly hasExpired: boolean } | undefined>;
  listMetricsTokens(): Promise<readonly MetricsTokenRecord[]>;
  /** Revokes a token of a team or a metrics token. False: no such token, or it is revoked already. */
  revokeToken(id: string): Promise<boolean>;
}
