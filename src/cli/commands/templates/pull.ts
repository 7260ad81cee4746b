// pdfgen templates pull
import { getTemplate } from '../../../contract/get-template.ts';
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand } from '../../command.ts';
import { type CopyOutcome, copyTemplate } from '../../templates/copy-template.ts';
import { reportCopies, whichTemplates } from '../../templates/which-templates.ts';

const help = `
Examples:
  pdfgen templates pull invoice --remote staging
  pdfgen templates pull invoice@1 --remote staging
  pdfgen templates pull --all --remote staging

A template that exists here is recorded as a version before it is replaced. List its versions with: pdfgen templates versions NAME

Exit codes:
  0  done
  1  another template here has the same slug
  2  no server is named
  5  there is no such template
  7  the server cannot be reached`;

export const command: CliCommand = {
  description: 'Copies templates of a server to the workspace, with their files.',
  help,
  define: (command) =>
    command.argument('[templates...]', 'slugs, UUIDs or slug@VERSION').option('--all', 'every template of the server'),
  async run(context, [given], { all }) {
    if (!context.remote) throw new UsageError('Name the server to pull from with --remote PROFILE|URL');
    const to = await context.openLocalEngine();
    const outcomes: CopyOutcome[] = [];
    for (const name of await whichTemplates(given as readonly string[], all === true, context.openEngine)) {
      context.signal.throwIfAborted();
      const from = await context.openTemplate(name);
      outcomes.push(await copyTemplate(from.engine, await getTemplate(from), to));
    }
    reportCopies(outcomes, context);
    return 0;
  },
};
