// The stores, the renderer and the limits that the use-cases of a team work with.
import type { Engine } from '../contract/engine.ts';
import type { TeamWatch } from '../jobs/watch.ts';
import type { Renderer } from '../renderer/renderer.ts';
import type { Blobs } from '../store/blob-store.ts';
import type { TeamState } from '../store/state-store.ts';
import type { Templates, WorkspaceTemplates } from '../store/template-store.ts';
import type { CallRules } from '../webhooks/post-event.ts';
import type { MergeDocuments } from './generation/merge-documents.ts';
import type { EngineLimits } from './limits.ts';

/** Everything here belongs to one team. */
export interface Deps {
  readonly templates: Templates;
  /** Jobs, batches, embedded templates, sessions. Opened at the first call. */
  openState(): Promise<TeamState>;
  /** Stored results. Opened at the first call. */
  openResults(): Promise<Blobs>;
  /** Free bytes on the disk of the results. */
  freeBytes(): Promise<number>;
  /** Called after jobs were queued. `jobs`: their number; 0: a webhook has something to deliver. */
  onWork(jobs: number): void;
  /** For callers that wait for a job or batch. */
  readonly watch: TeamWatch;
  /** The renderer. Loaded at the first call. */
  openRenderer(): Promise<Renderer>;
  readonly mergeDocuments: MergeDocuments;
  /** Calls to webhooks. */
  readonly outgoing: Outgoing;
  readonly limits: EngineLimits;
  now(): number;
}

export interface Outgoing extends CallRules {
  /** `pdfgen/VERSION`. */
  readonly userAgent: string;
  /** Sends a test. Raises RATE_LIMITED while another test of the team is sent. */
  oneTest<T>(send: () => Promise<T>): Promise<T>;
  /** Tells the operator why nothing was sent to a webhook. */
  tellRefusal(webhookUuid: string, reason: string): void;
  /** Counts a replay of the team. Raises RATE_LIMITED after too many in a minute. */
  countReplay(): Promise<void>;
}

/** The same for a person's own workspace. */
export interface WorkspaceDeps extends Deps {
  readonly templates: WorkspaceTemplates;
}

/** An operation of the contract, for a team. */
export type UseCase<Id extends keyof Engine> = (deps: Deps, ...call: Parameters<Engine[Id]>) => ReturnType<Engine[Id]>;
