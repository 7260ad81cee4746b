// pdfgen templates push
import { readdirSync } from 'node:fs';
import { getTemplate } from '../../../contract/get-template.ts';
import { isOutputName } from '../../../files/output-guard.ts';
import { counted } from '../../../words/counts.ts';
import { toLine } from '../../../words/to-line.ts';
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand } from '../../command.ts';
import type { OpenedLocalTemplate } from '../../context.ts';
import { describeTemplateWarnings } from '../../faults/template-warnings.ts';
import { type CopyOutcome, copyTemplate } from '../../templates/copy-template.ts';
import { reportCopies, whichTemplates } from '../../templates/which-templates.ts';

const help = `
Examples:
  pdfgen templates push invoice --remote staging
  pdfgen templates push --all --remote https://pdf.example.com

Exit codes:
  0  done
  1  another template on the server has the same slug, or somebody changed the template on the server meanwhile
  2  no server is named
  3  a template does not compile
  5  there is no such template
  7  the server cannot be reached`;

export const command: CliCommand = {
  description:
    'Copies templates of the workspace to a server, with the files that the server does not have yet. Each pushed template is also recorded as a version here.',
  help,
  define: (command) =>
    command.argument('[templates...]', 'slugs, UUIDs or paths').option('--all', 'every template of the workspace'),
  async run(context, [given], { all }) {
    if (!context.remote) throw new UsageError('Name the server to push to with --remote PROFILE|URL');
    const to = await context.openEngine();
    const outcomes: CopyOutcome[] = [];
    const doubts: string[] = [];
    for (const name of await whichTemplates(given as readonly string[], all === true, context.openLocalEngine)) {
      context.signal.throwIfAborted();
      const from = await context.openLocalTemplate(name);
      if (from.version === undefined && from.isInWorkspace) await from.engine.saveTemplateVersion(from.uuid);
      outcomes.push(await copyTemplate(from.engine, await getTemplate(from), to));
      const outputs = await findOutputs(from);
      if (outputs.length > 0)
        doubts.push(
          `${toLine(from.slug)}  left out: ${counted(outputs.length, 'file')} beside template.json, such as ${toLine(outputs[0]!)}`,
        );
      const count = await countWarnings(from);
      if (count > 0) doubts.push(`${toLine(from.slug)}  ${describeTemplateWarnings(count, name, context)}`);
    }
    reportCopies(outcomes, context);
    for (const doubt of doubts) context.say(doubt);
    return 0;
  },
};

/** Documents and pictures that somebody has made in the folder of a template. They are no part of it. */
async function findOutputs({ engine, uuid, version }: OpenedLocalTemplate): Promise<readonly string[]> {
  if (version !== undefined) return [];
  const names = readdirSync(await engine.templateFolder(uuid)).sort();
  return names.includes('template.json') ? names.filter(isOutputName) : [];
}

/** The warnings of `templates lint`, which checks the current files. */
async function countWarnings({ engine, uuid, version }: OpenedLocalTemplate): Promise<number> {
  if (version !== undefined) return 0;
  const found = await engine.lintTemplate(uuid);
  return found.filter(({ severity }) => severity === 'warning').length;
}
