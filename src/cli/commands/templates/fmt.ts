// pdfgen templates fmt

import { relative } from 'node:path';
import { Command } from 'commander';
import type { FormatOutcome } from '../../../engine/local-engine.ts';
import { counted } from '../../../words/counts.ts';
import { toLine } from '../../../words/to-line.ts';
import type { CliCommand } from '../../command.ts';
import { listAll } from '../../resources/list-all.ts';

const help = `
Examples:
  pdfgen templates fmt
  pdfgen templates fmt invoice
  pdfgen templates fmt --check
  pdfgen templates fmt --upgrade invoice

Only this command changes how a file is written: lines of 120 columns, the short
notation, the properties of each component in one order. The template stays the
same.

Exit codes:
  0  done
  3  with --check, a file is not in its canonical form; or a file is in the old
     notation and was not upgraded
  5  there is no such template
  9  a file cannot be written`;

const meaning: Readonly<Record<FormatOutcome, { readonly done: string; readonly checked: string; readonly isFault?: true }>> = {
  unchanged: { done: '', checked: '' },
  formatted: { done: 'formatted', checked: 'is not in its canonical form' },
  upgraded: { done: 'upgraded: the example gives the same document', checked: 'is in the old notation, and can be upgraded' },
  'old-notation': {
    done: 'is in the old notation: add --upgrade',
    checked: 'is in the old notation',
    isFault: true,
  },
  'different-pages': {
    done: 'was left as it is: in the new notation the example would give another document. Look for styles with "padding", "border" or "margin" on columns and cells: there they had no effect',
    checked: 'would give another document in the new notation',
    isFault: true,
  },
};

export const fmt: CliCommand = {
  create: () =>
    new Command('fmt')
      .description(
        'Writes template.json in its canonical form, which is short and has one order, so that changes are easy to compare. Without a name it writes all templates of the workspace.',
      )
      .argument('[templates...]', 'slugs, UUIDs or paths')
      .option('--check', 'write nothing; fail if a file is not in its canonical form')
      .option('--upgrade', 'write the old notation, with "type", anew; stops if the example would give another document')
      .addHelpText('after', help),
  isLocal: true,
  async run(context, [references], options) {
    const given = references as readonly string[];
    const check = options.check === true;
    const results: { readonly template: string; readonly file: string; readonly outcome: FormatOutcome }[] = [];
    for (const name of given.length > 0 ? given : await allSlugs(context)) {
      context.signal.throwIfAborted();
      const { engine, uuid, slug } = await context.openLocalTemplate(name);
      const { file, outcome } = await context.whileBusy(() =>
        engine.formatTemplate(uuid, { check, upgrade: options.upgrade === true }),
      );
      results.push({ template: slug, file: relative(context.io.cwd, file) || file, outcome });
    }
    if (context.options.json) context.printJson({ templates: results });
    else
      for (const { file, outcome } of results) {
        const { done, checked } = meaning[outcome];
        const said = check ? checked : done;
        if (said !== '') context.print(`${context.style.bold(toLine(file))}  ${said}\n`);
      }
    const changed = results.filter(({ outcome }) => outcome !== 'unchanged').length;
    const reason = `${counted(results.length, 'template')}: ${changed} ${check ? 'not in canonical form' : 'changed'}`;
    const faults = results.filter(({ outcome }) => meaning[outcome].isFault).length;
    const isFailed = check ? changed > 0 : faults > 0;
    const told =
      !check && faults > 0
        ? `${counted(results.length, 'template')}: ${changed - faults} changed, ${faults} left as they are`
        : reason;
    context.say(told);
    return isFailed ? { exitCode: 3, reason: told, isPrinted: true } : 0;
  },
};

async function allSlugs(context: Parameters<CliCommand['run']>[0]): Promise<readonly string[]> {
  const engine = await context.openLocalEngine();
  return (await listAll((query) => engine.listTemplates({ query }))).map(({ slug }) => slug).sort();
}
