// pdfgen backup

import { resolve } from 'node:path';
import { programVersion } from '../../files/program-files.ts';
import { counted } from '../../words/counts.ts';
import { toLine } from '../../words/to-line.ts';
import type { CliCommand } from '../command.ts';
import { protectFiles } from '../output/write-output.ts';
import { dataDirOption, withAdmin } from '../serve/data-dir.ts';

const help = `
Examples:
  pdfgen backup -o /backups/pdfgen-2026-02-03
  pdfgen backup -o backup --data-dir /var/lib/pdfgen && tar -czf backup.tar.gz backup

The backup holds the whole data folder as it was at one moment, even while servers and workers run: templates with all versions, jobs,
results, embedded templates, teams, hashes of tokens, and the keys of the editor. It contains secrets: only its owner can read it. If
$PDFGEN_KEYS_FILE names a file for the keys, copy that file too.

The folder appears only when it is complete. A backup that was killed leaves .pdfgen-….tmp beside it, which the next backup to this
place removes.

Exit codes:
  0  done
  2  the folder for the backup exists already, another backup is running, or there is no data folder
  9  a file cannot be read or written`;

export const command: CliCommand = {
  description: 'Copies the data of a server, running or not, to a new folder.',
  help,
  define: (command) => command.requiredOption('-o, --output <dir>', 'a new folder for the backup').addOption(dataDirOption()),
  isLocal: true,
  async run(context, _args, options) {
    const target = resolve(context.io.cwd, String(options.output));
    protectFiles({ target: String(options.output), overwrite: true }, context);
    const report = await withAdmin(context, options, (admin) => admin.backUp(target, programVersion()));
    const { path, createdAt, files, bytes, isWithoutKeys } = report;
    if (context.options.json) context.printJson({ path, createdAt, files, bytes });
    else context.print(`${toLine(path)}\n`);
    context.say(`${counted(files, 'file')}, ${counted(bytes, 'byte')}, as of ${createdAt}`);
    if (isWithoutKeys) context.say('The backup has no keys of the editor, because the data folder has none.');
    return 0;
  },
};
