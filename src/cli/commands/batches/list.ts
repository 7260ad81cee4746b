// pdfgen batches list
import { batchStates } from '../../../contract/job-states.ts';
import { batches } from '../../resources/batches.ts';
import { addPageOptions, readListOptions, stateOption } from '../../resources/list-options.ts';
import { createList } from '../../resources/resource.ts';

const help = `
Examples:
  pdfgen batches list
  pdfgen batches list --state processing --json

In a pipe, tabs separate the columns.

Exit codes:
  0  done`;

export const command = createList(batches, {
  description: 'Lists render batches, newest first.',
  help,
  define: (command) => addPageOptions(command.addOption(stateOption('only batches', batchStates))),
  query: (options) => readListOptions(options, batchStates),
  getPage: (engine, query) => engine.listRenderBatches({ query }),
});
