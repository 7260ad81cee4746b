// pdfgen migrate-data

import { resolve } from 'node:path';
import { counted } from '../../words/counts.ts';
import { toLine } from '../../words/to-line.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { CliCommand, OptionValues } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { isLively } from '../io/io.ts';
import { configOption } from '../serve/serve-config-option.ts';
import { serveOptions } from '../serve/serve-options.ts';
import { readServeSettings } from '../serve/serve-settings.ts';

const help = `
Examples:
  PDFGEN_MASTER_KEY_FILE=master.key pdfgen migrate-data ./pdfgen-data --database postgres://… --objects 's3://…'
  pdfgen migrate-data /var/lib/pdfgen --config /etc/pdfgen.json

Moves everything: teams, tokens, templates with all versions and files, embedded templates, sessions, jobs, batches, results, keys. UUIDs, times and
links stay, so callers notice nothing. The settings are those of the servers that will use the database.

Stop the server and the workers of the folder first. The database and the bucket must be empty; no server may use them yet. Each result goes over
with its SHA-256, and at the end every row is compared. If the command is interrupted, run it again: it goes on where it was. The copy of the folder's
database is written to the folder for temporary files ($TMPDIR).

The folder stays as it is, but for the file moved.json: pdfgen no longer serves the folder. Remove the file to use the folder again. Until the end of the
move, the file moving.json keeps the folder from being served, also after an interruption.

Exit codes:
  0    done, also if it was done before
  2    wrong usage, the folder or the database is in use, or the database or the bucket holds other data
  7    the database or the object store cannot be reached; run the command again
  9    a file cannot be read or written
  130  interrupted (143 by SIGTERM, 129 by SIGHUP); run the command again`;

/** Settings of a server that a move needs. */
const taken = ['database', 'objects', 'masterKeyFile', 'keysFile'];

export const command: CliCommand = {
  description: 'Moves the data folder of a server into a database and an object store.',
  help,
  define(command) {
    command.argument('<dir>', 'the data folder').option(...configOption);
    for (const { name, flag, placeholder, summary } of serveOptions)
      if (taken.includes(name)) command.option(`${flag} <${placeholder}>`, summary);
  },
  isLocal: true,
  async run(context, [dir], options) {
    const dataDir = resolve(context.io.cwd, String(dir));
    const place = readPlace(context, options);
    const { moveData } = await import('../../engine/administration/admin.ts');
    const report = await withProgress(context, (tell) => moveData({ dataDir, place, tell, signal: context.signal }));
    if (context.options.json) context.printJson(report);
    else context.print(`${toLine(report.path)}\n`);
    const { rows, results, resultsLeftOut } = report;
    context.say(
      `Moved: ${Object.entries(rows)
        .map(([name, n]) => `${name.replaceAll('_', ' ')} ${n}`)
        .join(', ')}, results ${results}`,
    );
    if (resultsLeftOut > 0)
      context.say(
        `The files of ${counted(resultsLeftOut, 'result')} are missing or damaged. Calls for these results answer RESULT_LOST.`,
      );
    return 0;
  },
};

/** The settings of the servers, whatever variable names a data folder: the folder is an argument here. */
function readPlace({ io }: CommandContext, options: OptionValues) {
  const { PDFGEN_DATA_DIR: _, ...env } = io.env;
  const { database, ...settings } = readServeSettings(options, { cwd: io.cwd, env });
  if (database !== undefined) return { ...settings, database };
  throw new UsageError(
    'No database is named. Name it with --database URL or PDFGEN_DATABASE, and the bucket with --objects URL.',
  );
}

async function withProgress<T>(context: CommandContext, work: (tell: (text: string) => void) => Promise<T>): Promise<T> {
  const { io, options, errorStyle } = context;
  if (options.quiet || options.json) return work(() => {});
  if (!isLively(io.stderr, io.env)) return work(sayNewSteps(context));
  const { default: ora } = await import('ora');
  const look = errorStyle.hasColor ? {} : { color: false as const };
  const spinner = ora({ text: 'Moving', stream: io.stderr.stream, discardStdin: false, hideCursor: false, ...look }).start();
  try {
    return await work((text) => {
      spinner.text = text;
    });
  } finally {
    spinner.stop();
  }
}

/** In a log, a line for each step, not for each page. */
function sayNewSteps(context: CommandContext): (text: string) => void {
  let last = '';
  return (text) => {
    const step = text.replace(/:.*/, '');
    if (step !== last) context.say(toLine(step));
    last = step;
  };
}
