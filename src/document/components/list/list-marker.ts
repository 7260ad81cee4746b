// The marker of a list: a sign, a pattern that counts, or a binding.
import { counted } from '../../../words/counts.ts';
import type { Direction } from '../../layout/direction.ts';
import type { BoundScope } from '../../layout/session.ts';
import type { Numbering } from '../../layout/tag.ts';
import { markerOfName } from '../../other-names/markers.ts';
import { isBound } from '../../text/text-properties.ts';
import type { CompileContext } from '../component.ts';
import { type NumberPattern, readNumberPattern } from '../shared/number-pattern.ts';
import { isolated } from '../text/text-direction.ts';

export interface Marker {
  /** Undefined: it does not count. */
  readonly pattern: NumberPattern | undefined;
  /** It is a binding, which may give another text for each item. */
  readonly isBound: boolean;
  /** It prints numbers or titles of anchors, so it is no number that an anchor could have. */
  readonly usesOutline: boolean;
  /** What kind of labels the list has. `None`: the first label decides. */
  readonly numbering: Numbering;
  textOf(scope: BoundScope, dir: Direction): string;
}

/** By the number of lists around. */
const bullets = ['•', '–', '‣'] as const;

const numberings: Readonly<Record<string, Numbering>> = {
  1: 'Decimal',
  a: 'LowerAlpha',
  A: 'UpperAlpha',
  i: 'LowerRoman',
  I: 'UpperRoman',
};

/** Compiles a marker. `context`: sees the elements of a list of the data. */
export function compileMarker(given: string | undefined, context: CompileContext, pointer: string): Marker {
  const place = `${pointer}/marker`;
  if (given !== undefined && isBound(given)) {
    checkBound(given, context, place);
    const text = context.text(given, place);
    return {
      pattern: undefined,
      isBound: true,
      usesOutline: text.usesOutline,
      numbering: 'None',
      textOf: (scope, dir) => isolated(text, scope, dir),
    };
  }
  const pattern = given === undefined ? undefined : readNumberPattern(given);
  if (given !== undefined) checkMarker(given, pattern, context, place);
  if (pattern) {
    const numbering = pattern.outer > 0 ? 'Ordered' : numberings[pattern.sign]!;
    return {
      pattern,
      isBound: false,
      usesOutline: false,
      numbering,
      textOf: ({ items, format }) => pattern.write(items!, format),
    };
  }
  const sign = given ?? bullets[Math.min(context.lists.depth, bullets.length - 1)]!;
  return { pattern: undefined, isBound: false, usesOutline: false, numbering: 'None', textOf: () => sign };
}

function checkMarker(given: string, pattern: NumberPattern | undefined, context: CompileContext, place: string): void {
  const fail = (message: string) => context.template.report('error', 'wrong-marker', place, message);
  const other = markerOfName(given);
  const digits = /(?<![\p{L}\p{N}])(?!1(?![\p{L}\p{N}]))\d+(?![\p{L}\p{N}])/u.exec(given)?.[0];
  const foreign = /[{}%#]/.exec(given)?.[0];
  if (other !== undefined) fail(`"${given}" would be printed as it stands: write ${JSON.stringify(other)}.`);
  else if (digits !== undefined) {
    const start = /^(?:0|[1-9]\d*)$/.test(digits) ? `, and "start": ${digits} to begin there` : '';
    fail(`"${digits}" does not count, so each item would have the same marker: write 1, as in "1."${start}.`);
  } else if (/\.(?:png|jpe?g|gif|svg|webp|avif)$/i.test(given))
    fail('A marker is a text. For a picture before each item, write rows: { "row": [{ "image": "…", "width": 5 }, "…"] }.');
  else if (foreign !== undefined && (pattern || /%[a-z]/i.test(given)))
    fail(`"${foreign}" in "${given}" would be printed as it stands: write only the sign that counts, as in "1.", "a)" or "(i)".`);
  const { counting } = context.lists;
  // A definition is checked where it is used: only its uses know which lists contain it.
  if (!pattern || pattern.outer <= counting || !context.template.fillsUses) return;
  const shown = pattern.outer + 1;
  const around = counting === 0 ? 'no list with numbers around it' : `only ${counted(counting, 'list')} with numbers around it`;
  fail(
    `"${given}" shows ${counted(shown, 'level')}, and this list has ${around}: take ${pattern.outer - counting} of the counting signs away, or give the outer ${pattern.outer > 1 ? 'lists' : 'list'} a "marker" that counts, such as "1.".`,
  );
}

/** A marker counts or has bindings. */
function checkBound(given: string, context: CompileContext, place: string): void {
  const counting = given.split(/\{\{.*?\}\}/su).find((part) => /(?<![\p{L}\p{N}])1(?![\p{L}\p{N}])/u.test(part));
  if (counting === undefined) return;
  const message = `A marker counts or has bindings, not both: "${counting.trim()}" would be printed as it stands. In a list of the data, write {{ loop.index }} for the number.`;
  context.template.report('error', 'wrong-marker', place, message);
}
