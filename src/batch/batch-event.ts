// The events that a run of a batch reports while it works.
import type { ItemFault } from './batch-item.ts';
import type { EndLine, GoneLine, ItemLine, ResumeLine, RunLine } from './record/manifest.ts';

/** In order of appearance. Lines of the record (`run` or `resume`, `gone`, `item`, `end`) are events too, as they are written. */
export type BatchEvent =
  | InputChangedEvent
  | NewerTemplateEvent
  | WarningEvent
  | RejectedEvent
  | HiddenRowsEvent
  | PlannedEvent
  | CheckedEvent
  | RunLine
  | ResumeLine
  | GoneLine
  | MakingEvent
  | ItemLine
  | KeptEvent
  | NotRemovedEvent
  | CollectingEvent
  | CollectedEvent
  | NotReplacedEvent
  | RejectedRowsEvent
  | FailedRowsEvent
  | EndLine
  | StoppedEvent;

/** A continued run reads other data than at its beginning. */
export interface InputChangedEvent {
  readonly kind: 'input-changed';
  readonly files: readonly string[];
}

/** The run goes on with its own version of the template, but the template has changed since. */
export interface NewerTemplateEvent {
  readonly kind: 'newer-template';
  readonly slug: string;
  /** Null: the change is not recorded as a version yet. */
  readonly version: number | null;
  readonly updatedAt: string;
  /** The version of the run. */
  readonly used: number;
}

/** A document has doubtful data: digits that a number cannot hold. */
export interface WarningEvent {
  readonly kind: 'warning';
  readonly item: number;
  readonly warning: ItemFault;
}

/** A document cannot be made, for each of these faults. Reported as soon as it is known, also if the run then makes nothing. */
export interface RejectedEvent {
  readonly kind: 'rejected';
  readonly item: number;
  readonly reference: string | null;
  readonly source: ItemLine['source'];
  readonly faults: readonly ItemFault[];
}

/** Rows that a sheet hides are left out. */
export interface HiddenRowsEvent {
  readonly kind: 'hidden-rows';
  readonly file: string;
  readonly sheet: string;
  readonly rows: number;
}

/** A document that a run without `dryRun` would make. */
export interface PlannedEvent {
  readonly kind: 'planned';
  readonly item: number;
  readonly file: string;
}

/** The check of all documents is complete. */
export interface CheckedEvent {
  readonly kind: 'checked';
  readonly total: number;
  readonly rejected: number;
  /** So many documents share a name that the pattern of names must be at fault. */
  readonly sharesNames: boolean;
}

/** The run begins to make documents. */
export interface MakingEvent {
  readonly kind: 'making';
  readonly total: number;
}

/** A document exists already, from an earlier run. */
export interface KeptEvent {
  readonly kind: 'kept';
  readonly item: number;
  readonly file: string;
}

/** The document of a file is no longer in the input, but `prune` leaves the file: somebody has changed it. */
export interface NotRemovedEvent {
  readonly kind: 'not-removed';
  readonly file: string;
}

/** The run begins a file of all documents. */
export interface CollectingEvent {
  readonly kind: 'collecting';
  readonly file: string;
  readonly documents: number;
  /** The standards that the documents keep and the file of all of them does not. */
  readonly lost: readonly string[];
}

/** One more document is in the file of all documents. */
export interface CollectedEvent {
  readonly kind: 'collected';
  readonly file: string;
}

/** A file of all documents stays, because fewer documents would be in the new file. `overwrite` replaces it. */
export interface NotReplacedEvent {
  readonly kind: 'not-replaced';
  readonly file: string;
  /** Documents that the new file would hold. */
  readonly documents: number;
  /** Documents in the file that stays. */
  readonly there: number;
}

/** The rejected rows of an input are in a file. */
export interface RejectedRowsEvent {
  readonly kind: 'rejected-rows';
  readonly input: string;
  readonly file: string;
  readonly documents: number;
}

/** The rows of an input whose documents failed are in the file of `failed`. */
export interface FailedRowsEvent {
  readonly kind: 'failed-rows';
  readonly input: string;
  readonly file: string;
  readonly documents: number;
}

/** The run ends early; it then raises the error. */
export interface StoppedEvent {
  readonly kind: 'stopped';
  /** Documents made, out of `total`. */
  readonly completed: number;
  readonly total: number;
  readonly record: string;
  /** False: somebody removed the record. */
  readonly isRecordThere: boolean;
  /** Somebody removed a folder of documents. */
  readonly isFolderGone: boolean;
}
