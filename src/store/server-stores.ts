// Everything that a server keeps, as one port. A driver opens all of it.
import type { BlobStore } from './blob-store.ts';
import type { CapabilityKeys } from './capability-keys.ts';
import type { StateStore } from './state-store.ts';
import type { TemplateStore } from './template-store.ts';

export interface ServerStores {
  readonly state: StateStore;
  readonly results: BlobStore;
  readonly templates: TemplateStore;
  /** Raises INTERNAL if the keys are missing or invalid. */
  openKeys(): Promise<CapabilityKeys>;
  /** Runs a change that reads first and then writes. No other process makes such a change meanwhile. */
  exclusively<T>(change: () => Promise<T>): Promise<T>;
  /** The file for the token of the first start, if no terminal can show the token. Undefined: no such place. */
  readonly firstTokenFile: string | undefined;
  /**
   * Writes a consistent copy to a new folder, whole or not at all, while servers and workers go on. Raises INVALID_REQUEST if the folder
   * exists, or if another backup is running. Undefined: the stores are backed up by their own programs.
   */
  readonly backUp: ((target: string, programVersion: string) => Promise<BackupReport>) | undefined;
  close(): Promise<void>;
}

/** Who opens the stores. Only one server may use a data folder. Only a server makes a new one. */
export type StoreUser = 'server' | 'worker' | 'administrator';

export interface StorePlace {
  readonly dataDir: string;
  /** The file of keys that a setting names. Undefined: the stores' own keys. */
  readonly keysFile: string | undefined;
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
  /** RFC 3339: the time whose state the backup shows. */
  readonly createdAt: string;
  readonly files: number;
  readonly bytes: number;
}
