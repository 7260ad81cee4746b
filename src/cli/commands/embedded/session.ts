// pdfgen embedded session

import { Command } from 'commander';
import { sessionMinutes } from '../../../contract/session-minutes.ts';
import { toLine } from '../../../words/to-line.ts';
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand } from '../../command.ts';
import { openPair } from '../../resources/embedded.ts';

const { least, most } = sessionMinutes;

const help = `
Examples:
  pdfgen embedded session invoice 0f5e4d0a-6b1c-4f5e-9d2a-3b8c7e6f1a20
  pdfgen embedded session invoice 0f5e4d0a-6b1c-4f5e-9d2a-3b8c7e6f1a20 --expires-in 15 --json
  pdfgen embedded session invoice 0f5e4d0a-6b1c-4f5e-9d2a-3b8c7e6f1a20 --end

The first session for a base template and a UUID clones the base template. Keep the printed address secret: its capability opens the
editor.

Exit codes:
  0  done
  2  wrong usage
  5  there is no such template`;

export const session: CliCommand = {
  create: () =>
    new Command('session')
      .description('Opens an editor session for an embedded template, or ends the session.')
      .argument('<base>', 'slug or UUID of the base template')
      .argument('<external>', "the host application's UUID")
      .option('--expires-in <minutes>', `lifetime of the session, ${least} to ${most} (default: ${sessionMinutes.default})`)
      .option('--host-origin <origin>', 'origin of the page that frames the editor')
      .option('--end', 'end the session and all its capabilities at once')
      .addHelpText('after', help),
  async run(context, [base, external], { expiresIn, hostOrigin, end }) {
    const body = {
      ...(expiresIn !== undefined && { expiresInMinutes: readMinutes(String(expiresIn)) }),
      ...(hostOrigin !== undefined && { hostOrigin: String(hostOrigin) }),
    };
    const { engine, pair } = await openPair(base, external, context);
    if (end) {
      await engine.endEditorSession({ params: pair });
      context.say('The session has ended.');
      return 0;
    }
    const opened = await engine.openEditorSession({ params: pair, body });
    if (context.options.json) {
      context.printJson(opened);
      return 0;
    }
    context.print(`${toLine(opened.editorUrl ?? opened.capability)}\n`);
    context.say(`session ${opened.sessionUuid} until ${opened.expiresAt}; this capability until ${opened.capabilityExpiresAt}`);
    if (opened.editorUrl === null) context.say('No editor is served here: the line above is only the capability.');
    return 0;
  },
};

function readMinutes(given: string): number {
  if (!/^\d{1,4}$/.test(given) || Number(given) < least || Number(given) > most)
    throw new UsageError(`--expires-in must be whole minutes from ${least} to ${most}, got ${JSON.stringify(given)}`);
  return Number(given);
}
