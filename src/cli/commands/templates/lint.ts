// pdfgen templates lint

import { relative } from 'node:path';
import type { FileDiagnostic } from '../../../engine/local-engine.ts';
import { counted } from '../../../words/counts.ts';
import { toLine } from '../../../words/to-line.ts';
import type { CliCommand } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { byPlace, describePlace, type FilePlace, findPlaces } from '../../faults/find-places.ts';
import { listAll } from '../../resources/list-all.ts';

const help = `
Examples:
  pdfgen templates lint
  pdfgen templates lint invoice --strict
  pdfgen templates lint ./templates/invoice --json

Exit codes:
  0  no errors
  3  errors, or with --strict warnings
  5  there is no such template`;

export const command: CliCommand = {
  description:
    'Checks templates: their structure, every expression against the data schema, assets, and the example data. Reports file, line and column. Without a name it checks all templates of the workspace.',
  help,
  define: (command) => command.argument('[templates...]', 'slugs, UUIDs or paths').option('--strict', 'treat warnings as errors'),
  isLocal: true,
  async run(context, [references], options) {
    const given = references as readonly string[];
    const { names, unreadable } = given.length > 0 ? { names: given, unreadable: [] } : await everyTemplate(context);
    const found = [...unreadable];
    for (const name of names) {
      context.signal.throwIfAborted();
      found.push(await lintOne(name, context));
    }
    const all = found.flatMap((one) => one.diagnostics);
    const errors = all.filter((one) => one.severity === 'error').length;
    const warnings = all.length - errors;
    if (context.options.json) context.printJson({ valid: errors === 0, templates: found });
    else for (const one of all) context.print(`${describeDiagnostic(one, context)}\n`);
    const reason = `${counted(found.length, 'template')}: ${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
    context.say(reason);
    return errors > 0 || (options.strict && warnings > 0) ? { exitCode: 3, reason, isPrinted: true } : 0;
  },
};

type PlacedDiagnostic = Omit<FileDiagnostic, 'file'> & FilePlace;

interface LintedTemplate {
  readonly template: string;
  readonly diagnostics: readonly PlacedDiagnostic[];
}

/** The templates of the workspace. A template that cannot be read has the reason as its only diagnostic. */
async function everyTemplate(
  context: CommandContext,
): Promise<{ readonly names: readonly string[]; readonly unreadable: readonly LintedTemplate[] }> {
  const engine = await context.openLocalEngine();
  const items = await listAll((query) => engine.listTemplates({ query }));
  const faults = await engine.listTemplateFaults();
  return {
    names: items.map((one) => one.slug).sort(),
    unreadable: faults.map(({ slug, file, error }) => ({
      template: slug,
      diagnostics: [
        {
          severity: 'error',
          code: unreadableCode,
          file: relative(context.io.cwd, file) || file,
          pointer: '',
          line: null,
          column: null,
          message: error.message,
        },
      ],
    })),
  };
}

/** The message of an unreadable template names the place itself. */
const unreadableCode = 'unreadable';

async function lintOne(reference: string, context: CommandContext): Promise<LintedTemplate> {
  const { engine, uuid, slug } = await context.openLocalTemplate(reference);
  const diagnostics = await context.whileBusy(() => engine.lintTemplate(uuid));
  const places = await findPlaces(diagnostics, context.io.cwd);
  return { template: slug, diagnostics: diagnostics.map((one) => ({ ...one, ...places.get(one)! })).sort(byPlace) };
}

function describeDiagnostic(one: PlacedDiagnostic, { style }: CommandContext): string {
  const severity = one.severity === 'error' ? style.red('error') : style.yellow('warning');
  if (one.code === unreadableCode) return `${severity}  ${toLine(one.message)}  ${style.dim(one.code)}`;
  return `${style.bold(toLine(describePlace(one)))}  ${severity}  ${toLine(`${one.pointer || '/'} ${one.message}`)}  ${style.dim(one.code)}`;
}
