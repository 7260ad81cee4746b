// What a run tells while it is at work.
import type { ItemFault } from './batch-item.ts';
import type { EndLine, ItemLine, ResumeLine, RunLine } from './manifest.ts';

/** In the order in which they come. Lines of the record come as they are written: `run` or `resume`, `item`, `end`. */
export type BatchEvent =
  | InputChangedEvent
  | WarningEvent
  | FaultEvent
  | PlannedEvent
  | CheckedEvent
  | RunLine
  | ResumeLine
  | MakingEvent
  | ItemLine
  | KeptEvent
  | CollectingEvent
  | CollectedEvent
  | RejectedRowsEvent
  | EndLine
  | StoppedEvent;

/** A run that goes on reads other data than it began with. */
export interface InputChangedEvent {
  readonly kind: 'input-changed';
  readonly files: readonly string[];
}

/** The data of a document are doubtful: digits that a number cannot hold. */
export interface WarningEvent {
  readonly kind: 'warning';
  readonly item: number;
  readonly warning: ItemFault;
}

/** Why a document cannot be made. */
export interface FaultEvent {
  readonly kind: 'fault';
  readonly item: number;
  readonly fault: ItemFault;
}

/** A document that a run without `dryRun` would make. */
export interface PlannedEvent {
  readonly kind: 'planned';
  readonly item: number;
  readonly file: string;
}

/** Every document was looked at. */
export interface CheckedEvent {
  readonly kind: 'checked';
  readonly total: number;
  readonly rejected: number;
  /** So many documents have the same name as another that the names say too little. */
  readonly sharesNames: boolean;
}

/** The documents are made from now on. */
export interface MakingEvent {
  readonly kind: 'making';
  readonly total: number;
}

/** A document is there already, from an earlier run. */
export interface KeptEvent {
  readonly kind: 'kept';
  readonly item: number;
  readonly file: string;
}

/** A file of all documents is begun. */
export interface CollectingEvent {
  readonly kind: 'collecting';
  readonly file: string;
  readonly documents: number;
}

/** One more document is put into the file of all. */
export interface CollectedEvent {
  readonly kind: 'collected';
  readonly file: string;
}

/** The rejected rows of an input are written to a file; those whose text cannot be read stand in the input alone. */
export interface RejectedRowsEvent {
  readonly kind: 'rejected-rows';
  readonly input: string;
  readonly file: string;
  readonly documents: number;
  readonly unreadable: number;
}

/** The run ends before its time, for the error that is raised next. */
export interface StoppedEvent {
  readonly kind: 'stopped';
  /** Documents that are made, of so many. */
  readonly completed: number;
  readonly total: number;
  readonly record: string;
  /** False: somebody removed the record. */
  readonly isRecordThere: boolean;
  /** Somebody removed a folder of documents. */
  readonly isFolderGone: boolean;
}
