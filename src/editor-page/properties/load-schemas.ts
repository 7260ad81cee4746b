// The schemas of parts, which are loaded when the first properties are shown.
import { signal } from '@preact/signals';
import type { PartSchemas } from '../../document/compile/part-schemas.ts';

const schemas = signal<PartSchemas | undefined>(undefined);
const hasFailed = signal(false);
let loading: Promise<void> | undefined;

async function fetchSchemas(): Promise<void> {
  hasFailed.value = false;
  try {
    schemas.value = (await import('#part-schemas')).schemas;
  } catch {
    // The panel says so, and the person tries again.
    hasFailed.value = true;
    loading = undefined;
  }
}

export const partSchemas = {
  /** Undefined: they are not there yet. */
  schemas,
  /** They could not be loaded. */
  hasFailed,
  load(): Promise<void> {
    loading ??= fetchSchemas();
    return loading;
  },
};
