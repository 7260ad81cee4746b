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
  /** The files whose bytes differ from those of the first call. */
  readonly files: readonly string[];
}

/** The run goes on with its own version of the template, but the template has changed since. */
export interface NewerTemplateEvent {
  readonly kind: 'newer-template';
  /** Name of the template in its store. */
  readonly slug: string;
  /** Null: the change is not recorded as a version yet. */
  readonly version: number | null;
  /** Time of the change: RFC 3339, UTC. */
  readonly updatedAt: string;
  /** The version of the run. */
  readonly used: number;
}

/** A document has doubtful data: digits that a number cannot hold. */
export interface WarningEvent {
  readonly kind: 'warning';
  /** Number of the document, from 1, in the order of the input. */
  readonly item: number;
  /** The doubt, and the place in the input. */
  readonly warning: ItemFault;
}

/** A document cannot be made, for each of these faults. Reported as soon as it is known, also if the run then makes nothing. */
export interface RejectedEvent {
  readonly kind: 'rejected';
  /** Number of the document, from 1, in the order of the input. */
  readonly item: number;
  /** The caller's name for the document. Null: none. */
  readonly reference: string | null;
  /** Where its data begins in the input. */
  readonly source: ItemLine['source'];
  /** Each fault with its place in the input. */
  readonly faults: readonly ItemFault[];
}

/** Rows that a sheet hides are left out. */
export interface HiddenRowsEvent {
  readonly kind: 'hidden-rows';
  /** The workbook, as the caller named it. */
  readonly file: string;
  /** Name of the sheet. */
  readonly sheet: string;
  /** Number of hidden rows. */
  readonly rows: number;
}

/** A document that a run without `dryRun` would make. */
export interface PlannedEvent {
  readonly kind: 'planned';
  /** Number of the document, from 1, in the order of the input. */
  readonly item: number;
  /** The file that the run would write. */
  readonly file: string;
}

/** The check of all documents is complete. */
export interface CheckedEvent {
  readonly kind: 'checked';
  /** Number of documents in the input. */
  readonly total: number;
  /** Documents that cannot be made. */
  readonly rejected: number;
  /** So many documents share a name that the pattern of names must be at fault. */
  readonly sharesNames: boolean;
}

/** The run begins to make documents. */
export interface MakingEvent {
  readonly kind: 'making';
  /** Number of documents to make. */
  readonly total: number;
}

/** A document exists already, from an earlier run. */
export interface KeptEvent {
  readonly kind: 'kept';
  /** Number of the document, from 1, in the order of the input. */
  readonly item: number;
  /** The file of the document. */
  readonly file: string;
}

/** The document of a file is no longer in the input, but `prune` leaves the file: somebody has changed it. */
export interface NotRemovedEvent {
  readonly kind: 'not-removed';
  /** The file that stays. */
  readonly file: string;
}

/** The run begins a file of all documents. */
export interface CollectingEvent {
  readonly kind: 'collecting';
  /** The file to write. */
  readonly file: string;
  /** Number of documents that it will hold. */
  readonly documents: number;
  /** The standards that the documents keep and the file of all of them does not. */
  readonly lost: readonly string[];
}

/** One more document is in the file of all documents. */
export interface CollectedEvent {
  readonly kind: 'collected';
  /** The file that grows. */
  readonly file: string;
}

/** A file of all documents stays, because fewer documents would be in the new file. `overwrite` replaces it. */
export interface NotReplacedEvent {
  readonly kind: 'not-replaced';
  /** The file that stays. */
  readonly file: string;
  /** Documents that the new file would hold. */
  readonly documents: number;
  /** Documents in the file that stays. */
  readonly there: number;
}

/** The rejected rows of an input are in a file. */
export interface RejectedRowsEvent {
  readonly kind: 'rejected-rows';
  /** The input that has the rows. */
  readonly input: string;
  /** The file with the rows. */
  readonly file: string;
  /** Number of rejected documents. */
  readonly documents: number;
}

/** The rows of an input whose documents failed are in the file of `failed`. */
export interface FailedRowsEvent {
  readonly kind: 'failed-rows';
  /** The input that has the rows. */
  readonly input: string;
  /** The file with the rows. */
  readonly file: string;
  /** Number of failed documents. */
  readonly documents: number;
}

/** The run ends early; it then raises the error. */
export interface StoppedEvent {
  readonly kind: 'stopped';
  /** Documents made, out of `total`. */
  readonly completed: number;
  /** Number of documents to make. */
  readonly total: number;
  /** The record of the run: `resume` continues from it. */
  readonly record: string;
  /** False: somebody removed the record. */
  readonly isRecordThere: boolean;
  /** Somebody removed a folder of documents. */
  readonly isFolderGone: boolean;
}
