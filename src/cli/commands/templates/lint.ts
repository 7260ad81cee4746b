// pdfgen templates lint

import { relative } from 'node:path';
import type { LeftReason } from '../../../contract/diagnostic.ts';
import type { FileDiagnostic, FixedPlace } from '../../../engine/local-engine.ts';
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
  pdfgen templates lint invoice --fix

--fix ends warnings of printed texts that may be missing: {{ name }} becomes
{{ name ?? '' }}, which prints nothing for a missing name, as before. It writes no
other word of template.json, and decides nothing about numbers, conditions, or
texts with words beside the value, such as Dear {{ name }}. At the end it counts
the values that it left, and says why.

Exit codes:
  0  no errors
  3  errors, or with --strict warnings; with --fix, those that are left
  5  there is no such template
  9  with --fix, a file cannot be written`;

export const command: CliCommand = {
  description:
    'Checks templates: their structure, every expression against the data schema, assets, and the example data. Reports file, line and column. Without a name it checks all templates of the workspace.',
  help,
  define: (command) =>
    command
      .argument('[templates...]', 'slugs, UUIDs or paths')
      .option('--strict', 'treat warnings as errors')
      .option('--fix', "write ?? '' in template.json after each text that may be missing and stands alone"),
  isLocal: true,
  async run(context, [references], options) {
    const given = references as readonly string[];
    const { names, unreadable } = given.length > 0 ? { names: given, unreadable: [] } : await everyTemplate(context);
    const found = [...unreadable];
    for (const name of names) {
      context.signal.throwIfAborted();
      found.push(await lintOne(name, options.fix === true, context));
    }
    const all = found.flatMap((one) => one.diagnostics);
    const errors = all.filter((one) => one.severity === 'error').length;
    const warnings = all.length - errors;
    if (context.options.json) context.printJson({ valid: errors === 0, templates: found });
    else for (const one of all) context.print(`${describeDiagnostic(one, context)}\n`);
    const fixes = found.flatMap(({ fixed = [] }) => fixed).length;
    const reason = `${counted(found.length, 'template')}: ${options.fix ? `${fixes} fixed, ` : ''}${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
    context.say(reason);
    if (options.fix) for (const line of describeLeft(all)) context.say(line);
    return errors > 0 || (options.strict && warnings > 0) ? { exitCode: 3, reason, isPrinted: true } : 0;
  },
};

type PlacedDiagnostic = Omit<FileDiagnostic, 'file'> & FilePlace;

interface LintedTemplate {
  readonly template: string;
  /** What `--fix` has changed. */
  readonly fixed?: readonly FixedPlace[];
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

async function lintOne(reference: string, fixes: boolean, context: CommandContext): Promise<LintedTemplate> {
  const { engine, uuid, slug } = await context.openLocalTemplate(reference);
  const { cwd } = context.io;
  const made = fixes ? await context.whileBusy(() => engine.fixTemplate(uuid)) : [];
  const fixed = made.map((one) => ({ ...one, file: relative(cwd, one.file) || one.file }));
  // Each change is reported at once, because a later template may not be writable.
  if (!context.options.json) for (const one of fixed) context.print(`${describeFix(one, context)}\n`);
  const diagnostics = await context.whileBusy(() => engine.lintTemplate(uuid));
  const places = await findPlaces(diagnostics, cwd);
  const placed = diagnostics.map((one) => ({ ...one, ...places.get(one)! })).sort(byPlace);
  return { template: slug, ...(fixes && { fixed }), diagnostics: placed };
}

/** Names the warnings that `--fix` leaves, one and several, and says why it leaves them. */
const leftKinds: Readonly<Record<LeftReason | 'property', readonly [one: string, several: string, why: string]>> = {
  number: ['number', 'numbers', '0 may be a wrong amount'],
  comparison: ['comparison', 'comparisons', 'a missing value may decide either way'],
  property: ['value of a property', 'values of properties', 'an empty text may not be valid there'],
  option: ['argument of a filter', 'arguments of filters', '?? after the binding does not replace it'],
  test: ['value that is tested elsewhere', 'values that are tested elsewhere', 'the test may belong here too'],
  let: ['computed value of "let"', 'computed values of "let"', '?? belongs in the "let", after what is missing there'],
  elements: ['list', 'lists', 'elements without a value may be left out, replaced or forbidden'],
  side: ['value beside ??', 'values beside ??', '?? may be meant for one side of the operator or for both'],
  words: ['value beside other text', 'values beside other text', 'without the value, the rest may say nothing'],
  value: ['other value', 'other values', 'an empty text would not fit'],
};

/** The values that may be missing, by the reason why they are left. */
function describeLeft(all: readonly PlacedDiagnostic[]): readonly string[] {
  const reasons = all.flatMap(({ code, left }) => (code === 'possibly-missing' ? [left ?? 'property'] : []));
  if (reasons.length === 0) return [];
  const lines = Object.entries(leftKinds).flatMap(([reason, [one, several, why]]) => {
    const count = reasons.filter((other) => other === reason).length;
    return count === 0 ? [] : [`  ${counted(count, one, several)}: ${why}`];
  });
  return [`Left to you: ${counted(reasons.length, 'value')} that may be missing.`, ...lines];
}

const describeFix = (one: FixedPlace, { style }: CommandContext): string =>
  `${style.bold(toLine(describePlace(one)))}  ${style.green('fixed')}  ${toLine(`${one.pointer} {{ ${one.old} }} is now {{ ${one.new} }}`)}`;

function describeDiagnostic(one: PlacedDiagnostic, { style }: CommandContext): string {
  const severity = one.severity === 'error' ? style.red('error') : style.yellow('warning');
  if (one.code === unreadableCode) return `${severity}  ${toLine(one.message)}  ${style.dim(one.code)}`;
  return `${style.bold(toLine(describePlace(one)))}  ${severity}  ${toLine(`${one.pointer || '/'} ${one.message}`)}  ${style.dim(one.code)}`;
}
