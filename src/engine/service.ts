// The service port: what the server and the command line ask of the engine of many teams. createService makes it.
import type { EditorEngine, Engine } from '../contract/engine.ts';
import type { OperationId } from '../contract/operations.ts';
import type { Scope } from '../contract/scopes.ts';
import type { Worker, WorkerOptions } from '../jobs/worker.ts';
import type { CallHead } from './wiring/look-up.ts';

export type { Worker, WorkerEvent, WorkerOptions } from '../jobs/worker.ts';

/** Who asks. A look-up is made with the principal's team or not at all. */
export interface Principal {
  readonly teamId: string;
  readonly teamName: string;
  readonly token: {
    readonly id: string;
    readonly name: string;
    readonly scopes: readonly Scope[];
    /** RFC 3339; null: never. */
    readonly expiresAt: string | null;
  };
}

/** An editor's session, opened by its capability. */
export interface EditorAccess {
  readonly engine: EditorEngine;
  readonly sessionUuid: string;
  readonly teamId: string;
  /** Called before a body is read. Raises what every call raises when the session is over or its embedded template is gone. */
  lookUp(): Promise<void>;
  /** The origin whose page may frame the editor; null: none. */
  readonly hostOrigin: string | null;
}

export interface Service {
  /** The engine of a team, its input checked against the contract. */
  as(principal: Principal): Engine;
  /**
   * Called before a body is read. Raises what the call raises when its template or pair is missing. A call with a known Idempotency-Key
   * passes.
   */
  lookUp(principal: Principal, id: OperationId, head: CallHead): Promise<void>;
  /** Raises UNAUTHENTICATED for a token that is unknown, revoked or expired; the store is asked on every call. */
  authenticate(token: string): Promise<Principal>;
  /** Raises UNAUTHENTICATED for what is no capability of this service, CAPABILITY_EXPIRED for one that is over. */
  openEditor(capability: string): Promise<EditorAccess>;
  /** Items that a batch may have. */
  readonly maxBatchItems: number;
  /** What is wrong with the store, the renderer or the disk; empty: ready. */
  findObstacles(): Promise<readonly string[]>;
  /** Takes jobs from the queue until it is stopped. */
  startWorker(options: WorkerOptions): Promise<Worker>;
  /** Ends renderer and stores. Workers are stopped before. */
  close(): Promise<void>;
}
