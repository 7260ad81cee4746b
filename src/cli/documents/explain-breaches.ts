// Prints breaches of the data contract with their places in the data file.
import { type Breach, PdfgenError } from '../../contract/errors.ts';
import { describeBreach } from '../../contract/warnings.ts';
import type { ValuePlace } from '../../json/json-places.ts';
import { withParents } from '../../json/json-pointer.ts';
import { toLine } from '../../words/to-line.ts';
import type { CommandContext } from '../context.ts';
import { describePlace, type FilePlace } from '../faults/find-places.ts';
import { pointerToShow } from '../report/pointer-to-show.ts';
import type { GivenData } from './read-data.ts';

/** A person sees at most this many. */
const shown = 50;

/**
 * Prints the breaches as `order.json:14:12  /lines/0/qty must be …`, in the order of the file; returns the error that sums them up. `inTemplate`: the
 * places of breaches that are faults of the template.
 */
export function explainBreaches(
  error: PdfgenError,
  given: GivenData,
  context: CommandContext,
  inTemplate: ReadonlyMap<Breach, FilePlace> = new Map(),
): PdfgenError {
  const breaches = error.errors ?? [];
  const pointers = breaches.map(pointerToShow);
  const places = given.record?.places.all([...new Set(pointers.flatMap(withParents))]);
  const placeOf = (one: Breach, pointer: string): ShownPlace | undefined => {
    const place = inTemplate.get(one);
    return place ? { source: describePlace(place) } : findPlace(pointer, given, places);
  };
  const lines = breaches.map((one, i) => ({ place: placeOf(one, pointers[i]!), text: describeBreach(one) }));
  lines.sort((a, b) => (a.place?.line ?? 0) - (b.place?.line ?? 0) || (a.place?.column ?? 0) - (b.place?.column ?? 0));
  const { style, stderr } = { style: context.errorStyle, stderr: context.io.stderr };
  for (const { place, text } of lines.slice(0, shown)) {
    const where = place ? [place.source, place.line, place.column].filter((part) => part !== undefined).join(':') : given.source;
    stderr.write(`${style.bold(toLine(where))}  ${toLine(text)}\n`);
  }
  const more =
    breaches.length > shown ? ` (${shown} of ${breaches.length}${error.errorsTruncated ? ' and more' : ''} are shown)` : '';
  return new PdfgenError(error.code, `${error.message.replace(/[.:]$/, '')}${more}.`);
}

/** The place of a value in the given data: `order.json:14:12`. Undefined: the value stands in no file and no option. */
export function placeInData(pointer: string | null, given: GivenData | undefined): string | undefined {
  if (!pointer || !given) return undefined;
  const option = given.assigned.get(pointer);
  const place = option === undefined ? given.record?.places.of(pointer) : undefined;
  return place ? `${given.source}:${place.line}:${place.column}` : option;
}

interface ShownPlace {
  readonly source: string;
  readonly line?: number;
  readonly column?: number;
}

function findPlace(
  pointer: string,
  { assigned, source }: GivenData,
  places: ReadonlyMap<string, ValuePlace> | undefined,
): ShownPlace | undefined {
  for (const one of withParents(pointer)) {
    const option = assigned.get(one);
    if (option !== undefined) return { source: option };
    const place = places?.get(one);
    if (place) return { source, line: place.line, column: place.column };
  }
  return undefined;
}
