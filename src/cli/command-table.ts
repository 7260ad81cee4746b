// The table of commands. A new command is a file in commands/ and a line here.
import type { CommandEntry } from './command.ts';

export const groups: Readonly<Record<string, string>> = {
  templates: 'the templates of the workspace',
  fonts: 'the fonts that templates can use',
  generate: 'make PDFs',
  jobs: 'PDFs that are made in the background',
  batches: 'many documents of one template, tracked as one',
  embedded: 'templates cloned for a host application, and their editor sessions',
  webhooks: 'calls that tell your server when jobs and batches end',
  config: 'settings and where they come from',
  profiles: 'servers that you are logged in to',
  teams: 'teams of a server on this machine',
  tokens: 'API tokens of a server on this machine',
  keys: "keys for the editor's capabilities, of a server on this machine",
};

/** The first words of all commands by what people do, in the order of the help. */
export const purposes: Readonly<Record<string, readonly string[]>> = {
  'Make documents:': ['generate', 'jobs', 'batches', 'invoice', 'fill', 'sign'],
  'Write templates:': ['init', 'templates', 'fonts', 'embedded'],
  'Check:': ['validate', 'inspect', 'doctor'],
  'Choose settings and servers:': ['config', 'login', 'logout', 'whoami', 'profiles', 'completion'],
  'Operate a server:': ['serve', 'worker', 'teams', 'tokens', 'keys', 'webhooks', 'backup', 'restore', 'migrate', 'migrate-data'],
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
    summary: 'make a template: blank, copied or made from data',
    load: async () => (await import('./commands/templates/create.ts')).create,
  },
  {
    words: ['templates', 'lint'],
    summary: 'check templates, with file, line and column',
    load: async () => (await import('./commands/templates/lint.ts')).lint,
  },
  {
    words: ['templates', 'preview'],
    summary: 'show the pages in the browser, at each save',
    load: async () => (await import('./commands/templates/preview.ts')).preview,
  },
  {
    words: ['templates', 'fmt'],
    summary: 'write templates in their canonical form',
    load: async () => (await import('./commands/templates/fmt.ts')).fmt,
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
    summary: 'copy images, fonts and attachments into a template',
    load: async () => (await import('./commands/templates/add-asset.ts')).addAsset,
  },
  {
    words: ['templates', 'push'],
    summary: 'copy templates of the workspace to a server',
    load: async () => (await import('./commands/templates/push.ts')).push,
  },
  {
    words: ['templates', 'pull'],
    summary: 'copy templates of a server to the workspace',
    load: async () => (await import('./commands/templates/pull.ts')).pull,
  },
  {
    words: ['templates', 'diff'],
    summary: 'compare two templates, or a template with its copy on a server',
    load: async () => (await import('./commands/templates/diff.ts')).diff,
  },
  {
    words: ['fonts', 'list'],
    summary: 'list the fonts that templates can use',
    load: async () => (await import('./commands/fonts/list.ts')).list,
  },
  {
    words: ['fonts', 'check'],
    summary: 'say what a font can and cannot do',
    load: async () => (await import('./commands/fonts/check.ts')).check,
  },
  {
    words: ['fonts', 'add'],
    summary: 'add font files to a template or to the workspace',
    load: async () => (await import('./commands/fonts/add.ts')).add,
  },
  {
    words: ['generate', 'single'],
    summary: 'make one PDF',
    load: async () => (await import('./commands/generate/single.ts')).single,
  },
  {
    words: ['generate', 'async'],
    summary: 'make a job that renders one PDF in the background',
    load: async () => (await import('./commands/generate/async.ts')).async,
  },
  {
    words: ['generate', 'batch'],
    summary: 'make one PDF for each row or element of data files',
    load: async () => (await import('./commands/generate/batch.ts')).batch,
  },
  {
    words: ['invoice'],
    summary: 'write the XML of an electronic invoice',
    load: async () => (await import('./commands/invoice.ts')).invoice,
  },
  {
    words: ['fill'],
    summary: 'fill the fields of a PDF form',
    load: async () => (await import('./commands/fill.ts')).fill,
  },
  {
    words: ['sign'],
    summary: 'sign a PDF',
    load: async () => (await import('./commands/sign.ts')).sign,
  },
  {
    words: ['inspect'],
    summary: 'show what is in a PDF, read it aloud, or check it',
    load: async () => (await import('./commands/inspect.ts')).inspect,
  },
  {
    words: ['validate'],
    summary: "check data against a template's data schema",
    load: async () => (await import('./commands/validate.ts')).validate,
  },
  {
    words: ['jobs', 'list'],
    summary: 'list render jobs',
    load: async () => (await import('./commands/jobs/list.ts')).list,
  },
  {
    words: ['jobs', 'get'],
    summary: 'show a render job',
    load: async () => (await import('./commands/jobs/get.ts')).get,
  },
  {
    words: ['jobs', 'wait'],
    summary: 'wait until a render job has ended',
    load: async () => (await import('./commands/jobs/wait.ts')).wait,
  },
  {
    words: ['jobs', 'result'],
    summary: 'download the PDF of a render job',
    load: async () => (await import('./commands/jobs/result.ts')).result,
  },
  {
    words: ['jobs', 'cancel'],
    summary: 'cancel a render job',
    load: async () => (await import('./commands/jobs/cancel.ts')).cancel,
  },
  {
    words: ['jobs', 'retry'],
    summary: 'render failed and canceled jobs again',
    load: async () => (await import('./commands/jobs/retry.ts')).retry,
  },
  {
    words: ['jobs', 'delete'],
    summary: 'delete the result and data of a render job',
    load: async () => (await import('./commands/jobs/delete.ts')).deleteJob,
  },
  {
    words: ['batches', 'list'],
    summary: 'list batches',
    load: async () => (await import('./commands/batches/list.ts')).list,
  },
  {
    words: ['batches', 'get'],
    summary: 'show a batch and its items',
    load: async () => (await import('./commands/batches/get.ts')).get,
  },
  {
    words: ['batches', 'wait'],
    summary: 'wait until a batch has ended',
    load: async () => (await import('./commands/batches/wait.ts')).wait,
  },
  {
    words: ['batches', 'result'],
    summary: 'download the PDFs of a batch',
    load: async () => (await import('./commands/batches/result.ts')).result,
  },
  {
    words: ['batches', 'cancel'],
    summary: 'cancel a batch',
    load: async () => (await import('./commands/batches/cancel.ts')).cancel,
  },
  {
    words: ['batches', 'retry'],
    summary: 'render the failed and canceled items of a batch again',
    load: async () => (await import('./commands/batches/retry.ts')).retry,
  },
  {
    words: ['embedded', 'session'],
    summary: 'open or end an editor session',
    load: async () => (await import('./commands/embedded/session.ts')).session,
  },
  {
    words: ['embedded', 'list'],
    summary: 'list embedded templates',
    load: async () => (await import('./commands/embedded/list.ts')).list,
  },
  {
    words: ['embedded', 'get'],
    summary: 'show an embedded template',
    load: async () => (await import('./commands/embedded/get.ts')).get,
  },
  {
    words: ['embedded', 'generate'],
    summary: 'make one PDF from an embedded template',
    load: async () => (await import('./commands/embedded/generate.ts')).generate,
  },
  {
    words: ['embedded', 'validate'],
    summary: 'check data against the data schema of an embedded template',
    load: async () => (await import('./commands/embedded/validate.ts')).validate,
  },
  {
    words: ['embedded', 'reset'],
    summary: 'reset an embedded template to the latest version of its base template',
    load: async () => (await import('./commands/embedded/reset.ts')).reset,
  },
  {
    words: ['embedded', 'delete'],
    summary: 'delete an embedded template',
    load: async () => (await import('./commands/embedded/delete.ts')).deleteEmbedded,
  },
  {
    words: ['webhooks', 'list'],
    summary: 'list the webhooks',
    load: async () => (await import('./commands/webhooks/list.ts')).list,
  },
  {
    words: ['webhooks', 'create'],
    summary: 'make a webhook',
    load: async () => (await import('./commands/webhooks/create.ts')).create,
  },
  {
    words: ['webhooks', 'delete'],
    summary: 'delete a webhook',
    load: async () => (await import('./commands/webhooks/delete.ts')).deleteWebhook,
  },
  {
    words: ['webhooks', 'rotate'],
    summary: 'give a webhook a new secret',
    load: async () => (await import('./commands/webhooks/rotate.ts')).rotate,
  },
  {
    words: ['webhooks', 'test'],
    summary: 'send a test to a webhook',
    load: async () => (await import('./commands/webhooks/test.ts')).test,
  },
  {
    words: ['webhooks', 'deliveries'],
    summary: 'list deliveries, or show one',
    load: async () => (await import('./commands/webhooks/deliveries.ts')).deliveries,
  },
  {
    words: ['webhooks', 'replay'],
    summary: 'send deliveries again',
    load: async () => (await import('./commands/webhooks/replay.ts')).replay,
  },
  {
    words: ['completion'],
    summary: 'complete words at the Tab key',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
  {
    words: ['serve'],
    summary: 'serve the HTTP API for many teams',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  {
    words: ['worker'],
    summary: 'render the jobs of the workspace, or of a server',
    load: async () => (await import('./commands/worker.ts')).worker,
  },
  {
    words: ['login'],
    summary: 'save the address and token of a server as a profile',
    load: async () => (await import('./commands/login.ts')).login,
  },
  {
    words: ['logout'],
    summary: 'remove a profile and its token',
    load: async () => (await import('./commands/logout.ts')).logout,
  },
  {
    words: ['whoami'],
    summary: 'show your team and token on a server',
    load: async () => (await import('./commands/whoami.ts')).whoami,
  },
  {
    words: ['profiles', 'list'],
    summary: 'list profiles',
    load: async () => (await import('./commands/profiles/list.ts')).list,
  },
  {
    words: ['profiles', 'use'],
    summary: 'choose the server that commands use, or go back to local work',
    load: async () => (await import('./commands/profiles/use.ts')).use,
  },
  {
    words: ['profiles', 'remove'],
    summary: 'remove a profile and its token',
    load: async () => (await import('./commands/profiles/remove.ts')).remove,
  },
  { words: ['config', 'list'], summary: 'list settings', load: async () => (await import('./commands/config/list.ts')).list },
  { words: ['config', 'get'], summary: 'print a setting', load: async () => (await import('./commands/config/get.ts')).get },
  {
    words: ['config', 'set'],
    summary: 'set your own value of a setting',
    load: async () => (await import('./commands/config/set.ts')).set,
  },
  {
    words: ['config', 'unset'],
    summary: 'remove your own value of a setting',
    load: async () => (await import('./commands/config/unset.ts')).unset,
  },
  {
    words: ['config', 'path'],
    summary: 'print the path of your settings file',
    load: async () => (await import('./commands/config/path.ts')).path,
  },
  {
    words: ['teams', 'create'],
    summary: 'make a team',
    load: async () => (await import('./commands/teams/create.ts')).create,
  },
  {
    words: ['teams', 'list'],
    summary: 'list the teams',
    load: async () => (await import('./commands/teams/list.ts')).list,
  },
  {
    words: ['teams', 'origins'],
    summary: 'list or change the origins that may frame the editor',
    load: async () => (await import('./commands/teams/origins.ts')).origins,
  },
  {
    words: ['tokens', 'create'],
    summary: 'make an API token',
    load: async () => (await import('./commands/tokens/create.ts')).create,
  },
  {
    words: ['tokens', 'list'],
    summary: 'list API tokens',
    load: async () => (await import('./commands/tokens/list.ts')).list,
  },
  {
    words: ['tokens', 'revoke'],
    summary: 'revoke an API token',
    load: async () => (await import('./commands/tokens/revoke.ts')).revoke,
  },
  {
    words: ['keys', 'list'],
    summary: "list the keys of the editor's capabilities",
    load: async () => (await import('./commands/keys/list.ts')).list,
  },
  {
    words: ['keys', 'rotate'],
    summary: 'make a new key',
    load: async () => (await import('./commands/keys/rotate.ts')).rotate,
  },
  {
    words: ['keys', 'prune'],
    summary: 'remove old keys that are no longer needed',
    load: async () => (await import('./commands/keys/prune.ts')).prune,
  },
  {
    words: ['keys', 'revoke'],
    summary: 'remove a key and end every capability made with it',
    load: async () => (await import('./commands/keys/revoke.ts')).revoke,
  },
  {
    words: ['backup'],
    summary: 'copy the data of a server, running or not',
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  {
    words: ['restore'],
    summary: 'make a data folder from a backup',
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  {
    words: ['migrate'],
    summary: 'show or change the tables of the database of many machines',
    load: async () => (await import('./commands/migrate.ts')).migrate,
  },
  {
    words: ['migrate-data'],
    summary: 'move a data folder into the database of many machines',
    load: async () => (await import('./commands/migrate-data.ts')).migrateData,
  },
  {
    words: ['doctor'],
    summary: 'check that everything is in place',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
];
