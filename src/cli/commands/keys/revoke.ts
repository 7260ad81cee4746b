// pdfgen keys revoke
import { PdfgenError } from '../../../contract/errors.ts';
import type { CliCommand } from '../../command.ts';
import { confirm } from '../../io/confirm.ts';
import { databaseOption, dataDirOption, withAdmin } from '../../serve/data-dir.ts';

const help = `
Examples:
  pdfgen keys list
  pdfgen keys revoke Zk3vY0pQmTs --yes

Every editor that was opened with the key loses its access at once. If it was the last key, a new key replaces it.

Exit codes:
  0  done
  1  not confirmed
  2  pdfgen cannot ask here, and --yes is missing, or there is no data folder
  5  there is no such key`;

export const command: CliCommand = {
  description: 'Removes a key, and ends every capability made with it at once.',
  help,
  define: (command) =>
    command.argument('<key>', 'key, as `pdfgen keys list` shows it').addOption(dataDirOption()).addOption(databaseOption()),
  isLocal: true,
  async run(context, [given], options) {
    const kid = String(given);
    return withAdmin(context, options, async (admin) => {
      const keys = await admin.findKeys();
      if (!keys || (await keys.find(kid)) === undefined) throw unknownKey(kid);
      const refused = await confirm(context, `End every editor session that key ${kid} opened?`, {
        unasked: 'pdfgen cannot ask here. Add --yes to revoke the key.',
        refused: 'Nothing was revoked.',
      });
      if (refused) return refused;
      // Another process may have revoked it first.
      if (!(await keys.revoke(kid))) throw unknownKey(kid);
      if (context.options.json) context.printJson({ kid, revoked: true });
      context.say(`Key ${kid} is revoked.`);
      return 0;
    });
  },
};

function unknownKey(kid: string): PdfgenError {
  return new PdfgenError('NOT_FOUND', `There is no key ${JSON.stringify(kid)}. List them with: pdfgen keys list`);
}
