// What the use-cases work with.
import type { Renderer } from '../renderer/types.ts';
import type { Blobs } from '../store/blob-store.ts';
import type { TeamState } from '../store/state-store.ts';
import type { Templates } from '../store/template-store.ts';
import type { MergeDocuments } from './generation/merge-documents.ts';
import type { EngineLimits } from './limits.ts';

/** All of one team. */
export interface Deps {
  readonly templates: Templates;
  /** Jobs, batches, embedded templates, sessions; opened when first asked for. */
  openState(): Promise<TeamState>;
  /** Stored results; opened when first asked for. */
  openResults(): Promise<Blobs>;
  /** Bytes that the disk of the results has free. */
  freeBytes(): Promise<number>;
  /** Called when there is work for a worker. */
  onWork(): void;
  /** The renderer, loaded when it is first asked for. */
  openRenderer(): Promise<Renderer>;
  readonly mergeDocuments: MergeDocuments;
  readonly limits: EngineLimits;
  now(): number;
}
