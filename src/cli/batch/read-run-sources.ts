// Reads the files of a run's template, to name the places of faults in them.
import type { BatchRun } from '../../batch/batch-run.ts';
import type { ReadTemplate } from '../../contract/template-files.ts';
import { readSources } from '../faults/template-places.ts';

/** Whether the template of a run is read from files, and is neither a recorded version that the user named nor on a server. */
export const hasFiles = ({ template: { reference, remote } }: BatchRun): boolean => remote === null && !/@\d+$/.test(reference);

/** Undefined: the template has no files here. */
export async function readRunSources(run: BatchRun): Promise<ReadTemplate | undefined> {
  const { engine, uuid } = run.template;
  return hasFiles(run) ? readSources(engine, uuid, run.content) : undefined;
}
