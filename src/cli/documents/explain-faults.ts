// Prints the faults that kept a document from being made, with their places in the files of the template and of the data.
import { type Breach, PdfgenError } from '../../contract/errors.ts';
import type { ReadTemplate } from '../../contract/template-files.ts';
import { describeBreach } from '../../contract/warnings.ts';
import { toLine } from '../../words/to-line.ts';
import type { CommandContext } from '../context.ts';
import { byPlace, describePlace, type FilePlace } from '../faults/find-places.ts';
import { faultOfBreach, placeInTemplate } from '../faults/template-places.ts';
import { explainBreaches } from './explain-breaches.ts';
import type { GivenData } from './read-data.ts';

/** A person sees at most this many. */
const shown = 50;

/**
 * Prints the faults as `templates/order/template.json:12:31  …`; returns the error that sums them up. With --json the faults get the members `file`,
 * `line` and `column` in `params`. `template` undefined: the template has no files here. `given` undefined: the data is told elsewhere.
 */
export async function explainFaults(
  error: unknown,
  { template, given }: { readonly template: ReadTemplate | undefined; readonly given?: GivenData },
  context: CommandContext,
): Promise<unknown> {
  if (!(error instanceof PdfgenError)) return error;
  const places = template ? await placeBreaches(error, template, context) : new Map<Breach, FilePlace>();
  if (context.options.json) return places.size === 0 ? error : withPlaces(error, places);
  if (given && (error.code === 'DATA_INVALID' || error.code === 'INVOICE_INVALID'))
    return explainBreaches(error, given, context, places);
  return places.size === 0 ? error : tellFaults(error, places, context);
}

type BreachPlaces = ReadonlyMap<Breach, FilePlace>;

async function placeBreaches(
  { code, errors = [] }: PdfgenError,
  template: ReadTemplate,
  { io }: CommandContext,
): Promise<BreachPlaces> {
  const faults = errors.map((one) => faultOfBreach(one, code === 'TEMPLATE_INVALID'));
  const places = await placeInTemplate(faults, template, io.cwd);
  return new Map(errors.flatMap((one, i) => (places[i] ? [[one, places[i]] as const] : [])));
}

function withPlaces({ code, message, errors = [], cause }: PdfgenError, places: BreachPlaces): PdfgenError {
  const placed = errors.map((one) => ({ ...one, params: { ...one.params, ...places.get(one) } }));
  return new PdfgenError(code, message, { errors: placed, cause });
}

function tellFaults(error: PdfgenError, places: BreachPlaces, { io, errorStyle }: CommandContext): PdfgenError {
  const { code, message, errors = [] } = error;
  const [first] = errors;
  // The message of an error with one fault may be the fault itself.
  if (errors.length === 1 && message.startsWith(first!.message))
    return new PdfgenError(code, `${describePlace(places.get(first!)!)}  ${message}`);
  const sorted = errors.toSorted((a, b) => comparePlaces(places.get(a), places.get(b)));
  for (const one of sorted.slice(0, shown)) {
    const place = places.get(one);
    io.stderr.write(`${place ? `${errorStyle.bold(toLine(describePlace(place)))}  ` : ''}${toLine(describeBreach(one))}\n`);
  }
  const more =
    errors.length > shown ? ` (${shown} of ${errors.length}${error.errorsTruncated ? ' and more' : ''} are shown)` : '';
  const listed = message.indexOf(`: ${describeBreach(first!)}`);
  const head = listed < 0 ? message : message.slice(0, listed);
  return new PdfgenError(code, `${head.replace(/[.:]$/, '')}${more}.`);
}

/** Faults without a place come last. */
const comparePlaces = (a: FilePlace | undefined, b: FilePlace | undefined): number =>
  a && b ? byPlace(a, b) : Number(a === undefined) - Number(b === undefined);
