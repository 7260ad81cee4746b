// The service port: the engines of many teams, for the server and the command line. createService makes it.
import type { CallCount } from '../async/minute-counts.ts';
import type { EditorEngine, Engine } from '../contract/engine.ts';
import type { PdfgenError } from '../contract/errors.ts';
import type { Follower } from '../contract/follow.ts';
import type { CountItems } from '../contract/item-stream.ts';
import type { OperationId } from '../contract/operations.ts';
import type { Scope } from '../contract/scopes.ts';
import type { JobWorker, JobWorkerOptions } from '../jobs/worker.ts';
import type { Deliverer, DelivererEvent } from '../webhooks/deliverer.ts';
import type { CallHead } from './wiring/look-up.ts';

export type { JobWorker, JobWorkerEvent, JobWorkerOptions } from '../jobs/worker.ts';
export type { StoreWait } from '../store/server-stores.ts';
export type { Deliverer, DelivererEvent } from '../webhooks/deliverer.ts';

/** The caller: a team by its token. Every look-up is limited to this team. */
export interface Principal {
  readonly teamId: string;
  readonly teamName: string;
  readonly token: {
    readonly id: string;
    readonly name: string;
    readonly scopes: readonly Scope[];
    /** RFC 3339. Null: never. */
    readonly expiresAt: string | null;
  };
}

/** An editor's session, opened by its capability. */
export interface EditorAccess {
  readonly engine: EditorEngine;
  readonly sessionUuid: string;
  readonly teamId: string;
  /** Call it before a body is read. Raises the error of every call if the session has ended or its embedded template is gone. */
  lookUp(): Promise<void>;
  /** Names the state that the answers to reads depend on. Undefined: the embedded template is gone. */
  findStamp(): Promise<string | undefined>;
  /** Origin of the page that may show the editor in a frame. Null: no page may. */
  readonly hostOrigin: string | null;
}

export interface Service {
  /** The engine of a team. It checks every input against the contract. */
  as(principal: Principal): Engine & Follower;
  /**
   * Call it before a body is read. Raises the error of the call if its template or pair is missing. A call with a known Idempotency-Key
   * passes.
   */
  lookUp(principal: Principal, id: OperationId, head: CallHead): Promise<void>;
  /** Opens the check of the number of items of a batch that arrive one after the other. */
  openItemCount(principal: Principal, idempotencyKey: string | undefined): Promise<CountItems>;
  /** Raises UNAUTHENTICATED for a token that is unknown, revoked or expired, FORBIDDEN for a metrics token. Reads the store on every call. */
  authenticate(token: string): Promise<Principal>;
  /** The same for `/metrics`: accepts a metrics token, and raises FORBIDDEN for a token of a team. */
  authenticateMetrics(token: string): Promise<void>;
  /** Raises UNAUTHENTICATED for an invalid capability, CAPABILITY_EXPIRED for an expired capability. */
  openEditor(capability: string): Promise<EditorAccess>;
  /** Counts a call of a token or of an editor's session, over all servers. Raises STORE_UNAVAILABLE. */
  countCall(key: string, limit: number): Promise<CallCount>;
  /** Most items of a batch. */
  readonly maxBatchItems: number;
  /** Why the service cannot work now: STORE_UNAVAILABLE, OVERLOADED if the disk is nearly full, INTERNAL. Empty: ready. */
  findObstacles(): Promise<readonly PdfgenError[]>;
  /** Starts a worker, which takes jobs from the queue until it is stopped. */
  startWorker(options: JobWorkerOptions): Promise<JobWorker>;
  /** Starts to deliver events to webhooks, until it is stopped. */
  startDeliverer(log: (event: DelivererEvent) => void): Promise<Deliverer>;
  /** Closes renderer and stores. Stop the workers first. */
  close(): Promise<void>;
}
