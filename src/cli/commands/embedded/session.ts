// pdfgen embedded session

import { sessionMinutes } from '../../../contract/life-times.ts';
import { toLine } from '../../../words/to-line.ts';
import { UsageError } from '../../../words/usage-error.ts';
import { embeddedTemplates } from '../../resources/embedded.ts';
import { createOn } from '../../resources/resource.ts';

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

export const command = createOn(embeddedTemplates, {
  description: 'Opens an editor session for an embedded template, or ends the session.',
  help,
  options: [
    ['--expires-in <minutes>', `lifetime of the session, ${least} to ${most} (default: ${sessionMinutes.default})`],
    ['--host-origin <origin>', 'origin of the page that frames the editor'],
    ['--end', 'end the session and all its capabilities at once'],
  ],
  async run(find, { expiresIn, hostOrigin, end }, context) {
    const body = {
      ...(expiresIn !== undefined && { expiresInMinutes: readMinutes(String(expiresIn)) }),
      ...(hostOrigin !== undefined && { hostOrigin: String(hostOrigin) }),
    };
    const { engine, params } = await find();
    if (end) {
      await engine.endEditorSession({ params });
      context.say('The session has ended.');
      return 0;
    }
    const opened = await engine.openEditorSession({ params, body });
    if (context.options.json) {
      context.printJson(opened);
      return 0;
    }
    context.print(`${toLine(opened.editorUrl ?? opened.capability)}\n`);
    context.say(`session ${opened.sessionUuid} until ${opened.expiresAt}; this capability until ${opened.capabilityExpiresAt}`);
    if (opened.editorUrl === null) context.say('No editor is served here: the line above is only the capability.');
    return 0;
  },
});

function readMinutes(given: string): number {
  if (!/^\d{1,4}$/.test(given) || Number(given) < least || Number(given) > most)
    throw new UsageError(`--expires-in must be whole minutes from ${least} to ${most}, got ${JSON.stringify(given)}`);
  return Number(given);
}
