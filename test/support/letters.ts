// A workspace with the template `note`, whose data has a title, a text and a truth value.
import { makeWorkspace } from './run-cli.ts';

/** The folder of the workspace, with these files as well. */
export const makeLetters = (files: Readonly<Record<string, unknown>>): string =>
  makeWorkspace({
    'templates/note/schema.json': {
      type: 'object',
      required: ['title'],
      additionalProperties: false,
      properties: { title: { type: 'string' }, text: { type: 'string' }, paid: { type: 'boolean' } },
    },
    ...files,
  });
