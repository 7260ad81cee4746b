// A run of a batch: what it is made of, where its files go, and whom it tells.
import type { Engine, Template } from '../contract/engine.ts';
import type { ItemGenerator } from '../contract/generate-items.ts';
import type { NameOption } from '../words/name-option.ts';
import type { BatchEvent } from './batch-event.ts';
import type { BatchOptions } from './batch-options.ts';
import type { CollectedFile } from './read-collected.ts';
import type { EarlierRun } from './read-manifest.ts';
import type { RecordLock } from './record-lock.ts';

/** The template of a run, and the engine that has it. */
export interface BatchTemplate {
  readonly engine: Engine & ItemGenerator;
  readonly uuid: string;
  readonly slug: string;
  /** It stays to the end of the run; undefined: the template keeps no versions. */
  readonly version: number | undefined;
  /** As it was named. */
  readonly reference: string;
  /** The address of the engine's server; null: this machine. */
  readonly remote: string | null;
}

/** What a run has of the program that it runs in. */
export interface BatchHost {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly signal: AbortSignal;
  readonly nameOption: NameOption;
  /** Tells what happens. The run waits for a promise that it gives. */
  report(event: BatchEvent): void | Promise<void>;
}

export interface BatchRun {
  readonly template: BatchTemplate;
  readonly content: Template;
  readonly host: BatchHost;
  /** Those of an earlier run first. */
  readonly options: BatchOptions;
  /** `overwrite` is said this time, not only when the run began. */
  readonly overwritesNow: boolean;
  /** Inputs and outputs are named from here. */
  readonly cwd: string;
  /** Of the documents, RFC 3339. */
  readonly date: string;
  readonly manifest: { readonly path: string; readonly shown: string };
  /** Of the record; held already where that was read. */
  readonly lock: RecordLock;
  readonly earlier: EarlierRun | undefined;
  readonly collected: readonly CollectedFile[];
  /** Documents stand in files of all alone. */
  readonly isHeld: boolean;
}
