// pdfgen templates lint
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { Command } from 'commander';
import type { FileDiagnostic } from '../../../engine/types.ts';
import type { CliCommand } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { jsonPlaces } from '../../input/json-places.ts';
import type { Place } from '../../input/record.ts';
import { escapeControls } from '../../io/io.ts';

export const lint: CliCommand = {
  create: () =>
    new Command('lint')
      .description("Checks templates: their structure, every expression against the data schema, assets, and the example data. Reports file, line and column. Without a name all templates of the workspace.")
      .argument('[templates...]', 'slugs, UUIDs or paths')
      .option('--strict', 'warnings fail too')
      .addHelpText('after', '\nExamples:\n  pdfgen templates lint\n  pdfgen templates lint invoice --strict\n  pdfgen templates lint templates-examples/invoice --json\n\nExit codes:\n  0  no errors\n  3  errors, or with --strict warnings\n  5  there is no such template'),
  async run(context, [references], options) {
    const found: LintedTemplate[] = [];
    for (const reference of await whichTemplates(references as readonly string[], context)) found.push(await lintOne(reference, context));
    const all = found.flatMap((one) => one.diagnostics);
    const errors = all.filter((one) => one.severity === 'error').length;
    const warnings = all.length - errors;
    if (context.options.json) context.printJson({ valid: errors === 0, templates: found });
    else {
      for (const { diagnostics } of found) for (const one of diagnostics) context.print(`${describe(one, context)}\n`);
      context.say(`${found.length} ${found.length === 1 ? 'template' : 'templates'}: ${count(errors, 'error')}, ${count(warnings, 'warning')}`);
    }
    return errors > 0 || (options.strict && warnings > 0) ? 3 : 0;
  },
};

interface PlacedDiagnostic extends Omit<FileDiagnostic, 'file'> {
  /** As seen from the working folder. */
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
}

interface LintedTemplate {
  readonly template: string;
  readonly diagnostics: readonly PlacedDiagnostic[];
}

async function whichTemplates(given: readonly string[], context: CommandContext): Promise<readonly string[]> {
  if (given.length > 0) return given;
  const { items } = await (await context.openEngine()).listTemplates({ query: { limit: 200 } });
  return items.map((one) => one.slug).sort();
}

async function lintOne(reference: string, context: CommandContext): Promise<LintedTemplate> {
  const { local, uuid, slug } = await context.openTemplate(reference);
  const diagnostics = await local.lintTemplate(uuid);
  const placed: PlacedDiagnostic[] = [];
  for (const file of new Set(diagnostics.map((one) => one.file))) {
    const inFile = diagnostics.filter((one) => one.file === file);
    const text = await readFile(file, 'utf8').catch(() => undefined); // a missing file has no lines
    const places = text === undefined ? undefined : jsonPlaces(text).all(inFile.map((one) => one.pointer));
    for (const one of inFile) {
      const place = places?.get(one.pointer);
      const { line, column } = positionOf(one, place, text);
      placed.push({ ...one, file: relative(context.io.cwd, file) || file, line, column });
    }
  }
  return { template: slug, diagnostics: placed.sort((a, b) => a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)) };
}

/** The place of a diagnostic; of a fault inside a string that is written without escapes, the place in the string. */
function positionOf(one: FileDiagnostic, place: (Place & { readonly key?: Place }) | undefined, text: string | undefined): { line: number | null; column: number | null } {
  if (!place) return { line: null, column: null };
  const isName = one.code === 'unknown-property' && place.key !== undefined;
  const { line, column } = isName ? place.key! : place;
  const inString = one.offset !== undefined && text?.split('\n')[line - 1]?.[column - 1] === '"' && place.endLine === line;
  return { line, column: inString ? column + 1 + one.offset! : column };
}

function describe(one: PlacedDiagnostic, context: CommandContext): string {
  const { style } = context;
  const place = [one.file, one.line, one.column].filter((part) => part !== null).join(':');
  const severity = one.severity === 'error' ? style.red('error') : style.yellow('warning');
  return `${style.bold(escapeControls(place))}  ${severity}  ${escapeControls(`${one.pointer || '/'} ${one.message}`)}  ${style.dim(one.code)}`;
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
