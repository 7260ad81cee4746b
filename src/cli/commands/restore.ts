// pdfgen restore

import { resolve } from 'node:path';
import { counted } from '../../words/counts.ts';
import { toLine } from '../../words/to-line.ts';
import type { CliCommand } from '../command.ts';
import { dataDirOption, readDataDir } from '../serve/data-dir.ts';

const help = `
Examples:
  pdfgen restore /backups/pdfgen-2026-02-03 --data-dir /var/lib/pdfgen
  pdfgen serve --data-dir /var/lib/pdfgen

Every file is checked against its recorded digest. The data folder must be empty or missing. It appears only when it is complete.

Exit codes:
  0  done
  2  the backup is damaged or was made by a newer pdfgen, or the data folder is not empty
  9  a file cannot be read or written`;

export const command: CliCommand = {
  description: 'Makes a data folder from a backup.',
  help,
  define: (command) => command.argument('<backup>', 'the folder that pdfgen backup made').addOption(dataDirOption()),
  isLocal: true,
  async run(context, [backup], options) {
    const { restoreData } = await import('../../engine/administration/admin.ts');
    const dataDir = readDataDir(options, context);
    const { path, createdAt, files, bytes } = await restoreData({
      backup: resolve(context.io.cwd, String(backup)),
      dataDir,
      now: Date.now,
    });
    if (context.options.json) context.printJson({ path, createdAt, files, bytes });
    else context.print(`${toLine(path)}\n`);
    context.say(`${counted(files, 'file')}, ${counted(bytes, 'byte')}, as of ${createdAt}`);
    return 0;
  },
};
