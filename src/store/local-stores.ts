// Everything that a program keeps for a person's own workspace, as one port.
import type { CapabilityKeys } from './capability-keys.ts';
import type { ServerStores } from './server-stores.ts';
import type { WorkspaceTemplateStore } from './template-store.ts';

/** A workspace's folder, or a single template by the path of its folder or file. */
export interface LocalPlace {
  readonly kind: 'workspace' | 'template';
  readonly path: string;
}

/** `openRecords` and `openKeys` raise INVALID_REQUEST for a template outside of a workspace. */
export interface LocalStores {
  readonly templates: WorkspaceTemplateStore;
  /** Opens the jobs, embedded templates and results. */
  openRecords(): Promise<Pick<ServerStores, 'state' | 'results' | 'check' | 'close'>>;
  openKeys(): Promise<CapabilityKeys>;
}
