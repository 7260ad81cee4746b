// pdfgen templates fmt

import { relative } from 'node:path';
import { counted } from '../../../words/counts.ts';
import { toLine } from '../../../words/to-line.ts';
import type { CliCommand } from '../../command.ts';
import { listAll } from '../../resources/list-all.ts';

const help = `
Examples:
  pdfgen templates fmt
  pdfgen templates fmt invoice
  pdfgen templates fmt --check

Only this command changes how a file is written: lines of 120 columns, the short
notation, the properties of each component in one order. The template stays the
same.

Exit codes:
  0  done
  3  with --check, a file is not in its canonical form
  5  there is no such template
  9  a file cannot be written`;

export const command: CliCommand = {
  description:
    'Writes template.json in its canonical form, which is short and has one order, so that changes are easy to compare. Without a name it writes all templates of the workspace.',
  help,
  define: (command) =>
    command
      .argument('[templates...]', 'slugs, UUIDs or paths')
      .option('--check', 'write nothing; fail if a file is not in its canonical form'),
  isLocal: true,
  async run(context, [references], options) {
    const given = references as readonly string[];
    const check = options.check === true;
    const changed: string[] = [];
    const results: { readonly template: string; readonly file: string; readonly outcome: 'unchanged' | 'formatted' }[] = [];
    for (const name of given.length > 0 ? given : await allSlugs(context)) {
      context.signal.throwIfAborted();
      const { engine, uuid, slug } = await context.openLocalTemplate(name);
      const { file, isChanged } = await context.whileBusy(() => engine.formatTemplate(uuid, { check }));
      const shown = relative(context.io.cwd, file) || file;
      if (isChanged) changed.push(shown);
      results.push({ template: slug, file: shown, outcome: isChanged ? 'formatted' : 'unchanged' });
    }
    if (context.options.json) context.printJson({ templates: results });
    else
      for (const file of changed)
        context.print(`${context.style.bold(toLine(file))}  ${check ? 'is not in its canonical form' : 'formatted'}\n`);
    const reason = `${counted(results.length, 'template')}: ${changed.length} ${check ? 'not in canonical form' : 'changed'}`;
    context.say(reason);
    return check && changed.length > 0 ? { exitCode: 3, reason, isPrinted: true } : 0;
  },
};

async function allSlugs(context: Parameters<CliCommand['run']>[0]): Promise<readonly string[]> {
  const engine = await context.openLocalEngine();
  return (await listAll((query) => engine.listTemplates({ query }))).map(({ slug }) => slug).sort();
}
