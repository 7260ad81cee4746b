// The size of the sheets of a page layout, written in the template or given by the data, and their margins.
import type { FromSchema } from '../../contract/schema.ts';
import { isObject } from '../../json/is-object.ts';
import type { CompileContext } from '../components/component.ts';
import { sidesOf } from '../components/shared/lengths.ts';
import { isDecimal } from '../expression/decimal.ts';
import type { CompiledExpression } from '../expression/index.ts';
import { valueTypes } from '../expression/schema-walk.ts';
import type { Sides } from '../layout/decorated-box.ts';
import type { PageLayout } from '../layout/page-layout.ts';
import type { BoundScope } from '../layout/session.ts';
import type { SheetSize } from '../layout/sheet-size.ts';
import { showLength, units } from '../template/units.ts';
import { isBound } from '../text/text-properties.ts';
import { pageSizes } from './page-sizes.ts';
import type { pageMargin } from './template-schema.ts';

/** ISO 32000-1, Annex C.2: the largest sheet that all viewers show. */
const largestSheet = 14_400;

/** The margins of pages on the right. `isMirrored`: the margins have an inner and an outer side. */
export function compileMargin(
  given: FromSchema<typeof pageMargin> | undefined,
  { template }: CompileContext,
  pointer: string,
): Pick<PageLayout, 'margin' | 'isMirrored'> {
  if (given === undefined) return { margin: sidesOf(20, units.mm), isMirrored: false };
  const { inner, outer, ...others }: { [side: string]: number } = isObject(given) ? (given as { [side: string]: number }) : {};
  if (inner === undefined && outer === undefined) return { margin: sidesOf(given, template.unit), isMirrored: false };
  if ('left' in others || 'right' in others) {
    const message =
      '"inner" and "outer" change sides from page to page, "left" and "right" do not. Write "inner" and "outer" alone, or "left" and "right" alone.';
    template.report('error', 'wrong-value', pointer, message);
  }
  return { margin: sidesOf({ ...others, left: inner ?? 0, right: outer ?? 0 }, template.unit), isMirrored: true };
}

interface SheetProps {
  /** A name, `[width, height]`, or a binding. */
  readonly size: unknown;
  readonly orientation: string | undefined;
  readonly margin: Sides;
  /** False: a page layout may still override this. */
  readonly isFinal: boolean;
}

/** Where the size and the margins of a layout stand. */
interface SheetPlaces {
  readonly size: string;
  readonly margin: string;
}

interface CompiledSheet {
  readonly sheet: PageLayout['sheet'];
  /** The size of all sheets. Undefined: the data decide. */
  readonly fixed: SheetSize | undefined;
}

/** Compiles the size of a layout's sheets. A size of the data that cannot be used gives a warning, and A4. */
export function compileSheet(props: SheetProps, context: CompileContext, places: SheetPlaces): CompiledSheet {
  const { report, unit } = context.template;
  const { size, orientation, margin, isFinal } = props;
  const hasRoom = ({ width, height }: SheetSize) => margin.left + margin.right < width && margin.top + margin.bottom < height;
  const written = sheetSize(isBound(size) ? 'A4' : (size ?? 'A4'), orientation, unit)!;
  if (isFinal && isTooLarge(written))
    report('error', 'sheet-too-large', places.size, `A sheet is at most ${largestSheet} pt (5.08 m) wide and high.`);
  if (isFinal && !hasRoom(written)) {
    const on = isBound(size) ? 'an A4 sheet, which is used when the data gives no size' : 'the sheet';
    report('error', 'no-room', places.margin, `The margins leave no room on ${on}: ${describeMargins(margin, written, unit)}.`);
  }
  const given = isBound(size) ? compileSize(size, context, places.size) : undefined;
  if (!given) return { sheet: () => written, fixed: written };
  const sheetOf = (scope: BoundScope) => {
    const value = given.evaluate(scope);
    const sheet = sheetSize(value, orientation, unit);
    if (sheet && !isTooLarge(sheet) && hasRoom(sheet)) return sheet;
    const shown = value === undefined || value === null ? 'The data gives no size' : `${show(value)} is no usable size`;
    const advice = `Give a name such as "A5" or "A5 landscape", or [width, height] with room for the margins, at most ${largestSheet} pt.`;
    const message = `${shown} for this sheet, so A4 is used. ${advice}`;
    scope.session.warn('wrong-size', places.size, scope.place, message, scope.session.pageNumber + 1);
    return written;
  };
  return { sheet: sheetOf, fixed: undefined };
}

/** `left and right take 36 cm of 21 cm`, for the sides that leave no room. */
function describeMargins({ left, right, top, bottom }: Sides, { width, height }: SheetSize, unit: number): string {
  return [
    { sides: 'left and right', taken: left + right, whole: width },
    { sides: 'top and bottom', taken: top + bottom, whole: height },
  ]
    .filter(({ taken, whole }) => taken >= whole)
    .map(({ sides, taken, whole }) => `${sides} take ${showLength(taken, unit)} of ${showLength(whole, unit)}`)
    .join(', ');
}

const isTooLarge = ({ width, height }: SheetSize): boolean => Math.max(width, height) > largestSheet;

const show = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, 60);

/** Compiles `{{ p.size }}`. Undefined: it is faulty. */
function compileSize(source: string, context: CompileContext, pointer: string): CompiledExpression | undefined {
  const { report } = context.template;
  const [, expression] = /^(\s*\{\{(?:(?!\{\{|\}\}).)*)\}\}\s*$/s.exec(source) ?? [];
  if (expression === undefined) {
    report('error', 'wrong-value', pointer, 'A size is one binding and nothing else, such as "{{ p.size }}".');
    return undefined;
  }
  // With spaces for the braces, faults keep their place in the text.
  const compiled = context.expression(expression.replace('{{', '  '), pointer);
  const types = valueTypes(compiled.schema, context.names.schema);
  if (types && !types.has('string') && !types.has('array')) {
    const message = `The data gives no size here: a size is a name such as "A5", or [width, height]. "${source.trim()}" is ${[...types].join(' or ')}.`;
    report('error', 'wrong-type', pointer, message);
  }
  return compiled;
}

/** `A4 landscape` as name and orientation. */
function readTurned(size: string): readonly [name: string, orientation: string] | undefined {
  const [name, orientation, ...others] = size.trim().split(/\s+/);
  const isTurned = others.length === 0 && (orientation === 'landscape' || orientation === 'portrait');
  return isTurned ? [name!, orientation] : undefined;
}

/** What to write for a size with its orientation, and for a bound orientation, by the property. */
export function explainSheet({ size, orientation }: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const [name, turned] = typeof size === 'string' && !isBound(size) ? (readTurned(size) ?? []) : [];
  return {
    ...(name !== undefined && { size: `is a name alone: write "size": "${name}", "orientation": "${turned}"` }),
    ...(isBound(orientation) && {
      orientation:
        'takes no binding. Bind "size", to a value such as "A4 landscape" or [297, 210], or write two layouts, each with its "when"',
    }),
  };
}

/** Undefined: the value is no size. */
function sheetSize(size: unknown, orientation: string | undefined, unit: number): SheetSize | undefined {
  if (Array.isArray(size)) {
    const [width, height] = size.map((one: unknown) => (isDecimal(one) ? Number(one) * unit : Number.NaN));
    return size.length === 2 ? { width: width!, height: height! } : undefined;
  }
  const [name, turned = orientation] = typeof size === 'string' ? (readTurned(size) ?? [size]) : [];
  if (name === undefined || !Object.hasOwn(pageSizes, name)) return undefined;
  const [width, height] = pageSizes[name]!;
  return turned === 'landscape' ? { width: height, height: width } : { width, height };
}
