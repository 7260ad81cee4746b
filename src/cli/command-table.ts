// The commands there are. A new one is a file in commands/ and a line here.
import type { CommandEntry } from './command.ts';

export const groups: Readonly<Record<string, string>> = {
  templates: 'the templates of the workspace',
  generate: 'make PDFs',
  config: 'settings and where they come from',
};

export const commandTable: readonly CommandEntry[] = [
  {
    words: ['init'],
    summary: 'make a workspace with a template that renders',
    load: async () => (await import('./commands/init.ts')).init,
  },
  {
    words: ['templates', 'list'],
    summary: 'list the templates',
    load: async () => (await import('./commands/templates/list.ts')).list,
  },
  {
    words: ['templates', 'get'],
    summary: 'print a template',
    load: async () => (await import('./commands/templates/get.ts')).get,
  },
  {
    words: ['templates', 'create'],
    summary: 'make a template, empty, from another or from data',
    load: async () => (await import('./commands/templates/create.ts')).create,
  },
  {
    words: ['templates', 'lint'],
    summary: 'check templates, with file, line and column',
    load: async () => (await import('./commands/templates/lint.ts')).lint,
  },
  {
    words: ['templates', 'versions'],
    summary: 'list recorded versions, or record one',
    load: async () => (await import('./commands/templates/versions.ts')).versions,
  },
  {
    words: ['templates', 'delete'],
    summary: 'delete a template',
    load: async () => (await import('./commands/templates/delete.ts')).deleteTemplate,
  },
  {
    words: ['templates', 'add-asset'],
    summary: 'copy images and fonts into a template',
    load: async () => (await import('./commands/templates/add-asset.ts')).addAsset,
  },
  {
    words: ['generate', 'single'],
    summary: 'make one PDF',
    load: async () => (await import('./commands/generate/single.ts')).single,
  },
  {
    words: ['validate'],
    summary: "check data against a template's contract",
    load: async () => (await import('./commands/validate.ts')).validate,
  },
  { words: ['config', 'list'], summary: 'list settings', load: async () => (await import('./commands/config/list.ts')).list },
  { words: ['config', 'get'], summary: 'print a setting', load: async () => (await import('./commands/config/get.ts')).get },
  {
    words: ['config', 'set'],
    summary: 'set a setting for yourself',
    load: async () => (await import('./commands/config/set.ts')).set,
  },
  {
    words: ['config', 'unset'],
    summary: 'take a setting back',
    load: async () => (await import('./commands/config/unset.ts')).unset,
  },
  {
    words: ['config', 'path'],
    summary: 'print the file of your settings',
    load: async () => (await import('./commands/config/path.ts')).path,
  },
  {
    words: ['doctor'],
    summary: 'check that everything is in place',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
];
