// Everything that a server keeps, as one port. A driver opens all of it.
import type { PdfgenError } from '../contract/errors.ts';
import type { BlobStore } from './blob-store.ts';
import type { CapabilityKeys } from './capability-keys.ts';
import type { Access, StateStore } from './state-store.ts';
import type { TemplateStore } from './template-store.ts';

interface CommonStores {
  /** The time by which tokens, sessions and keys end, the same for all processes on the stores. Milliseconds since 1970. */
  now(): number;
  /** Raises INTERNAL if the keys are missing or invalid. */
  openKeys(): Promise<CapabilityKeys>;
  /** Runs a change that reads first and then writes. No other process makes such a change meanwhile. */
  exclusively<T>(change: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The stores of a server and of its workers. */
export interface ServerStores extends CommonStores {
  readonly state: StateStore;
  readonly results: BlobStore;
  readonly templates: TemplateStore;
  /** The file for the token of the first start, if no terminal can show the token. Undefined: no such place. */
  readonly firstTokenFile: string | undefined;
  /** Raises an error if something of it is damaged or cannot be reached. */
  check(): Promise<void>;
}

/** The stores of an administrator. */
export interface AdminStores extends CommonStores {
  readonly access: Access;
  /** The same as `openKeys`, but makes no keys. Undefined: there are no keys yet. */
  findKeys(): Promise<CapabilityKeys | undefined>;
  /**
   * Writes a consistent copy to a new folder, whole or not at all, while servers and workers go on. Raises INVALID_REQUEST if the folder
   * exists, or if another backup is running. Undefined: the stores are backed up by their own programs.
   */
  readonly backUp: ((target: string, programVersion: string) => Promise<BackupReport>) | undefined;
}

/** The tables of a database, which are changed in steps. A database and a program have a format: the number of steps they know. */
export interface DatabaseTables {
  read(): Promise<TablesReport>;
  /** Adds the tables and columns that this version needs. Processes of earlier versions keep working. Gives the number of steps taken. */
  expand(tell: (text: string) => void): Promise<number>;
  /** Removes what only earlier programs use. Gives the number of steps taken. Raises INVALID_REQUEST while an earlier program runs. */
  contract(tell: (text: string) => void): Promise<number>;
  close(): Promise<void>;
}

export interface TablesReport {
  /** 0: the database has no tables yet. */
  readonly format: number;
  /** The least format that a program must know. */
  readonly oldestFormat: number;
  /** The format of this program. */
  readonly programFormat: number;
  /** Number of steps that `expand` would take. */
  readonly toExpand: number;
  /** Number of steps that `contract` would take. */
  readonly toContract: number;
  /** Servers and workers that run, or ran within the last seconds. */
  readonly processes: readonly {
    readonly kind: string;
    readonly host: string;
    readonly pid: number;
    readonly version: string;
    readonly format: number;
    readonly startedMs: number;
  }[];
}

/** A data folder on this machine. */
export interface FolderPlace {
  readonly dataDir: string;
  /** The file of keys that a setting names. Undefined: the stores' own keys. */
  readonly keysFile: string | undefined;
}

export interface DatabasePlace {
  /** postgres://USER:PASSWORD@HOST:PORT/DATABASE */
  readonly database: string;
  /** Longest time of a statement. */
  readonly databaseSeconds: number;
  /** `no`: the connection keeps no state between transactions, as PgBouncer in transaction mode needs it. */
  readonly databasePrepared: string;
}

/** A database and a bucket. */
export interface ClusterPlace extends DatabasePlace, Pick<FolderPlace, 'keysFile'> {
  /** The address of the database without a pooler, over which workers hear of new jobs. Undefined: they look for jobs. */
  readonly databaseDirect: string | undefined;
  /** s3://BUCKET?endpoint=… An administrator needs none. */
  readonly objects: string | undefined;
  /** The file with 32 bytes that encrypt the keys of capabilities in the database. */
  readonly masterKeyFile: string | undefined;
  /** Folder for copies of files on this machine. */
  readonly cacheDir: string;
  /** Bytes of copies above which unused copies are removed. */
  readonly cacheBytes: number;
  /** Most connections of this process. */
  readonly databaseConnections: number;
}

/** Where the stores are: in the database if there is one, else in the data folder. */
export type StorePlace = FolderPlace & (Omit<ClusterPlace, 'database'> & { readonly database: string | undefined });

/** Who opens the stores of a server. */
export interface StoreOpening {
  readonly user: 'server' | 'worker';
  /** The clock of a data folder. A database has a clock of its own. */
  readonly now: () => number;
  /** Hears of the changes of the tables, and of the copy before them. */
  readonly tell: (text: string) => void;
  /** Waits while the database or the object store is away. Undefined: the opening fails. */
  readonly wait?: StoreWait | undefined;
}

/** What a process does while its stores are away. */
export interface StoreWait {
  /** Ends the wait. Its reason is raised. */
  readonly signal: AbortSignal;
  /** Called after each failed attempt. */
  onAway(fault: PdfgenError): Promise<void>;
  /** Called when the stores are open after a wait. */
  onBack(): void;
}

export interface BackupReport {
  readonly path: string;
  /** RFC 3339. */
  readonly createdAt: string;
  readonly files: number;
  readonly bytes: number;
  /** Whether the backup lacks the keys of capabilities, because a setting keeps them elsewhere. */
  readonly isWithoutKeys: boolean;
}

export interface RestoreOptions {
  readonly backup: string;
  /** A folder that is empty or does not exist. */
  readonly dataDir: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface RestoreReport {
  readonly path: string;
  /** Time of the snapshot, in RFC 3339. */
  readonly createdAt: string;
  readonly files: number;
  readonly bytes: number;
}

export interface MoveOptions {
  /** The data folder. */
  readonly dataDir: string;
  readonly place: ClusterPlace;
  /** Tells a person what is done or waited for. */
  readonly tell: (text: string) => void;
  /** Interrupts the move. The same call goes on with it later. */
  readonly signal: AbortSignal;
}

export interface MoveReport {
  readonly path: string;
  /** RFC 3339. */
  readonly movedAt: string;
  /** Number of rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly results: number;
  /** Results whose files were missing or damaged. Calls for them answer RESULT_LOST, as before. */
  readonly resultsLeftOut: number;
}
