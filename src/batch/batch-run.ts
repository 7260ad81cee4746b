// A run of a batch: its template, its options, its files and its host.
import type { Engine, Template } from '../contract/engine.ts';
import type { ItemGenerator } from '../contract/generate-items.ts';
import type { CommandInputs } from '../files/output-guard.ts';
import type { NameOption } from '../words/name-option.ts';
import type { BatchEvent } from './batch-event.ts';
import type { BatchOptions, Passwords } from './batch-options.ts';
import type { CollectedFile } from './files/read-collected.ts';
import type { EarlierRun } from './record/read-manifest.ts';
import type { RecordLock } from './record/record-lock.ts';

/** The template of a run, and its engine. */
export interface BatchTemplate {
  readonly engine: Engine & ItemGenerator;
  readonly uuid: string;
  readonly slug: string;
  /** Fixed to the end of the run; undefined: the template keeps no versions. */
  readonly version: number | undefined;
  /** The name that the user gave. */
  readonly reference: string;
  /** The address of the engine's server; null: this machine. */
  readonly remote: string | null;
  /** The folder of the engine's workspace; null: the workspace around the run's `cwd`, or no workspace. */
  readonly store: string | null;
}

/** The services of the program around a run. */
export interface BatchHost {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly signal: AbortSignal;
  readonly nameOption: NameOption;
  /** The files that the program around the run reads, such as passwords and settings. */
  readonly inputs: CommandInputs;
  /** Receives the events. The run waits for a returned promise. */
  report(event: BatchEvent): void | Promise<void>;
}

export interface BatchRun {
  readonly template: BatchTemplate;
  readonly content: Template;
  /** The template's expression for names of files. It stays to the end of the run, whatever version is rendered. */
  readonly filename: string;
  /** The run goes on with another version of the template than before. */
  readonly isOtherTemplate: boolean;
  readonly host: BatchHost;
  /** The passwords of all documents. They are in no record. */
  readonly passwords: Passwords;
  /** In a continued run, the options of the record and of this time. */
  readonly options: BatchOptions;
  /** `overwrite` is given this time, not only when the run began. */
  readonly overwritesNow: boolean;
  /** The folder for relative names of inputs and outputs. */
  readonly cwd: string;
  /** The date of the documents, RFC 3339. */
  readonly date: string;
  readonly manifest: { readonly path: string; readonly shown: string };
  /** The lock of the record. A continued run holds it already. */
  readonly lock: RecordLock;
  readonly earlier: EarlierRun | undefined;
  readonly collected: readonly CollectedFile[];
  /** The documents go into files of all documents only, not to files of their own. */
  readonly isHeld: boolean;
}
