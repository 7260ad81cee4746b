// pdfgen templates lint
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { Command } from 'commander';
import type { FileDiagnostic } from '../../../engine/local-engine.ts';
import { jsonPlaces, type ValuePlace } from '../../../json/json-places.ts';
import type { TextRange } from '../../../json/line-index.ts';
import { toLine } from '../../../words/to-line.ts';
import type { CliCommand } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { listAll } from '../../list-all.ts';

const help = `
Examples:
  pdfgen templates lint
  pdfgen templates lint invoice --strict
  pdfgen templates lint ./templates-examples/invoice --json

Exit codes:
  0  no errors
  3  errors, or with --strict warnings
  5  there is no such template`;

export const lint: CliCommand = {
  create: () =>
    new Command('lint')
      .description(
        'Checks templates: their structure, every expression against the data schema, assets, and the example data. Reports file, line and column. Without a name it checks all templates of the workspace.',
      )
      .argument('[templates...]', 'slugs, UUIDs or paths')
      .option('--strict', 'treat warnings as errors')
      .addHelpText('after', help),
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
    context.say(`${countText(found.length, 'template')}: ${countText(errors, 'error')}, ${countText(warnings, 'warning')}`);
    return errors > 0 || (options.strict && warnings > 0) ? 3 : 0;
  },
};

interface PlacedDiagnostic extends Omit<FileDiagnostic, 'file'> {
  /** Relative to the working folder. */
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
}

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
  const placed: PlacedDiagnostic[] = [];
  for (const file of new Set(diagnostics.map((one) => one.file))) {
    const inFile = diagnostics.filter((one) => one.file === file);
    const text = await readFile(file, 'utf8').catch(() => undefined); // a missing file has no lines
    const places = text === undefined ? undefined : jsonPlaces(text).all(inFile.flatMap((one) => withParents(one.pointer)));
    const shownFile = relative(context.io.cwd, file) || file;
    for (const one of inFile) {
      // A missing member has no place, so the object without it is shown.
      const [shown] = withParents(one.pointer).flatMap((pointer) => places?.get(pointer) ?? []);
      placed.push({ ...one, file: shownFile, ...positionOf(one, shown, text) });
    }
  }
  return { template: slug, diagnostics: placed.sort(byPlace) };
}

/** A pointer and the pointers of all that it stands in, nearest first. */
const withParents = (pointer: string): string[] =>
  pointer === '' ? [''] : [pointer, ...withParents(pointer.slice(0, pointer.lastIndexOf('/')))];

const byPlace = (a: PlacedDiagnostic, b: PlacedDiagnostic): number =>
  (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);

/** The place of a diagnostic. For a fault inside a string without escapes, the place inside the string. */
function positionOf(
  one: FileDiagnostic,
  place: ValuePlace | undefined,
  text: string | undefined,
): { readonly line: number | null; readonly column: number | null } {
  if (!place) return { line: null, column: null };
  const start = one.code === 'unknown-property' && place.key ? place.key : place;
  const inside = one.offset === undefined || text === undefined ? undefined : columnInString(place, one.offset, text);
  return { line: start.line, column: inside ?? start.column };
}

function columnInString({ line, column, endLine, endColumn }: TextRange, offset: number, text: string): number | undefined {
  if (endLine !== line || endColumn === undefined) return undefined;
  const written = text.split('\n')[line - 1]?.slice(column - 1, endColumn - 1) ?? '';
  // After an escape such as \u00e9, an offset in the value is not an offset in the text.
  return written.startsWith('"') && !written.slice(0, offset + 1).includes('\\') ? column + 1 + offset : undefined;
}

function describeDiagnostic(one: PlacedDiagnostic, { style }: CommandContext): string {
  const severity = one.severity === 'error' ? style.red('error') : style.yellow('warning');
  if (one.code === unreadableCode) return `${severity}  ${toLine(one.message)}  ${style.dim(one.code)}`;
  const place = [one.file, one.line, one.column].filter((part) => part !== null).join(':');
  return `${style.bold(toLine(place))}  ${severity}  ${toLine(`${one.pointer || '/'} ${one.message}`)}  ${style.dim(one.code)}`;
}

function countText(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
