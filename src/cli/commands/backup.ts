// pdfgen backup
import { resolve } from 'node:path';
import { Command } from 'commander';
import type { CliCommand } from '../command.ts';
import { toLine } from '../io/io.ts';
import { programVersion } from '../version.ts';
import { dataDirOption, withAdmin } from './data-dir.ts';

const help = `
Examples:
  pdfgen backup -o /backups/pdfgen-2026-02-03
  pdfgen backup -o backup --data-dir /var/lib/pdfgen && tar -czf backup.tar.gz backup

It shows one moment of the whole data folder, also while servers and workers run: templates with all versions, jobs, results, embedded
templates, teams, tokens (their hashes) and the keys of the editor. It holds secrets and is made for its owner alone. Where the keys lie
in a file of their own ($PDFGEN_KEYS_FILE), copy that too.

The folder appears whole or not at all. One that was killed leaves .NAME.….tmp beside it, which restore refuses and which may be removed.

Exit codes:
  0  done
  2  there is something at the place of the backup, another backup is at work, or there is no data folder
  9  a file cannot be read or written`;

export const backup: CliCommand = {
  create: () =>
    new Command('backup')
      .description('Copies the data of a server, running or not, to a new folder.')
      .requiredOption('-o, --output <dir>', 'a folder that is not there yet')
      .addOption(dataDirOption())
      .addHelpText('after', help),
  isLocal: true,
  async run(context, _args, options) {
    const target = resolve(context.io.cwd, String(options.output));
    const report = await withAdmin(context, options, (admin) => admin.backUp(target, programVersion()));
    const { path, createdAt, files, bytes, isWithoutKeys } = report;
    if (context.options.json) context.printJson({ path, createdAt, files, bytes });
    else context.print(`${toLine(path)}\n`);
    context.say(`${files} files, ${bytes} bytes, as of ${createdAt}`);
    if (isWithoutKeys) context.say("The editor's keys are not in it: the data folder has none of its own.");
    return 0;
  },
};
