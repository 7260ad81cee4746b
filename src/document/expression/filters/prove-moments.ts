// Proves the days and times that a filter reads: its input, and an argument of the kind `date`.
import { type CompiledPart, fail, literalsOf, type ProofContext, type TreeOf } from '../prove.ts';
import { formatOf } from '../schema-walk.ts';
import type { Tree } from '../syntax.ts';
import { requireKind } from '../wrong-types.ts';
import type { Filter } from './filter.ts';
import { readMoment, zoneAdvice } from './moment.ts';

const formatWords: Readonly<Record<string, string>> = {
  date: 'a day',
  time: 'a time of day',
  'date-time': 'a day with its time',
};

/** True: a warning says that the template has no time zone, so the document need not. */
export function proveMoments(
  filter: Filter,
  tree: TreeOf<'filter'>,
  parts: readonly CompiledPart[],
  context: ProofContext,
): boolean {
  const { name, reads } = filter;
  if (!reads) return false;
  const isDate = (i: number) => filter.args?.(tree.args.length)[i]?.kind === 'date';
  const trees = [tree.input, ...tree.args.filter((_, i) => isDate(i))];
  const formats = trees.map((one, i) => {
    requireKind(parts[i]!, filter.input, { what: name, offset: i === 0 ? tree.offset : one.offset }, context);
    proveLiterals(one, filter, context);
    return one.kind === 'literal' ? undefined : proveFormat(name, reads.needs, parts[i]!, one, context);
  });
  const [format, other] = formats;
  // Days may be counted from a time, but minutes only between two of a kind.
  if (reads.needs === 'time' && format !== undefined && other !== undefined && format !== other)
    fail(
      context,
      'wrong-type',
      tree.offset,
      `"${name}" needs two of a kind, not ${formatWords[format]} and ${formatWords[other]}.`,
    );
  const at = reads.inZone && context.names.lacksTimezone ? formats.indexOf('date-time') : -1;
  if (at < 0) return false;
  const message = `"${name}" takes the time as it is written, because the template has no time zone: ${zoneAdvice}.`;
  context.notes.diagnostics.push({ severity: 'warning', code: 'no-timezone', offset: trees[at]!.offset, message });
  return true;
}

/** Reports literals that are no day or time, such as the empty text in `paid ?? ''`: a filter that writes a text takes this one. */
function proveLiterals(tree: Tree, { reads, output }: Filter, context: ProofContext): void {
  const { needs } = reads!;
  for (const { value, offset } of literalsOf(tree)) {
    const isText = typeof value === 'string';
    // Another literal alone has the wrong type.
    if (value === null || (value === '' && output === 'text') || (!isText && tree.kind === 'literal')) continue;
    const moment = isText ? readMoment(value, { timezone: undefined }) : undefined;
    if (moment && (needs !== 'day' || moment.hasDay)) continue;
    const what = needs === 'day' ? 'date' : 'time';
    fail(context, 'wrong-type', offset, `${isText ? JSON.stringify(value) : 'This'} is not a valid ${what}.`);
  }
}

/** Gives the format that the schema says. A day has no time to print, and a time of day has no day. */
function proveFormat(
  name: string,
  needs: 'day' | 'time',
  part: CompiledPart,
  tree: Tree,
  context: ProofContext,
): string | undefined {
  const format = formatOf(part.schema, context.names.schema);
  if (format === undefined || !Object.hasOwn(formatWords, format)) return undefined;
  const lacking = needs === 'day' ? 'time' : 'date';
  if (format !== lacking) return format;
  const needed = needs === 'day' ? 'a day' : 'a time of day';
  fail(context, 'wrong-type', tree.offset, `"${name}" needs ${needed}, but the data schema gives ${formatWords[format]} here.`);
  return undefined;
}
