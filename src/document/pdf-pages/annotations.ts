// The annotations of a page. What they look like on paper is painted; what they do is lost.
import type { PDFDict, PDFRef } from '@cantoo/pdf-lib';
import * as lib from '@cantoo/pdf-lib';
import { asDict, Dict, Name, Stream, Text, UnreadablePdf, type Value } from '../../pdf-file/objects.ts';
import { type PageBox, type PdfPage, readBox } from '../../pdf-file/pages.ts';
import { counted, grouped } from '../../words/counts.ts';
import { type Matrix, multiply, transform } from '../vector/matrix.ts';

/** An appearance on the page. */
export interface PaintedAnnotation {
  readonly appearance: PDFRef;
  readonly stream: Stream;
  /** From the space of the form to that of the page. */
  readonly matrix: Matrix;
  /** Its layer. */
  readonly layer: PDFRef | undefined;
}

export interface Annotations {
  readonly painted: readonly PaintedAnnotation[];
  readonly links: number;
  readonly fields: number;
  /** Fields with a value that do not print, or have no appearance. */
  readonly unseenFields: number;
  /** Text notes whose icons are painted. */
  readonly notes: number;
  /** Others that do not print, or have no appearance. */
  readonly others: number;
}

/** ISO 32000-2, 12.5.3. */
const hidden = 1 << 1;
const prints = 1 << 2;

/** Most annotations of a page. */
const maxAnnotations = 10_000;

/** `catalog`: of the file. Raises UnreadablePdf. */
export function readAnnotations(page: PdfPage, node: PDFDict, catalog: Dict): Annotations {
  const listed = page.dict.list('Annots');
  if (listed.length > maxAnnotations)
    throw new UnreadablePdf(`has more than ${grouped(maxAnnotations)} annotations on page ${page.number}`);
  const array = node.lookup(lib.PDFName.of('Annots'));
  const painted: PaintedAnnotation[] = [];
  // Viewers draw the fields anew (ISO 32000-2, 12.7.3).
  const areOutdated = catalog.dict('AcroForm')?.get('NeedAppearances') === true;
  // Fields may share an appearance, which is unpacked once.
  const texts = new Map<Stream, boolean>();
  const isBlank = (appearance: Stream): boolean => {
    const known = texts.get(appearance) ?? showsText(appearance);
    texts.set(appearance, known);
    return !known;
  };
  const count = { links: 0, fields: 0, unseenFields: 0, notes: 0, others: 0 };
  for (const [i, value] of listed.entries()) {
    const annotation = asDict(value);
    const type = annotation?.name('Subtype');
    const flags = annotation?.number('F') ?? 0;
    if (!annotation || type === 'Popup' || (flags & hidden) !== 0) continue;
    if (type === 'Link') {
      if (annotation.has('A') || annotation.has('Dest')) count.links++;
      continue;
    }
    const own = array instanceof lib.PDFArray ? array.lookup(i) : undefined;
    const found = (flags & prints) !== 0 && own instanceof lib.PDFDict ? readAppearance(annotation, own) : undefined;
    if (found) painted.push(found);
    const isLost = areOutdated && found !== undefined && hasText(annotation) && isBlank(found.stream);
    if (type === 'Text' && found) count.notes++;
    else if (type !== 'Widget') count.others += found ? 0 : 1;
    else if (found && !isLost) count.fields++;
    else if (hasArea(annotation) && hasValue(annotation)) count.unseenFields++;
  }
  return { painted, ...count };
}

/** An invisible signature has none. */
function hasArea(annotation: Dict): boolean {
  const rect = readBox(annotation, annotation.get('Rect'));
  return rect !== undefined && rect[2] > rect[0] && rect[3] > rect[1];
}

/** Whether a field has a value. A box that is not checked has the value `Off`. */
function hasValue(field: Dict): boolean {
  const value = inherited(field, 'V');
  return value !== null && !(value instanceof Name && value.name === 'Off');
}

/** Whether the value of a field is a text, or the texts of a list. */
function hasText(field: Dict): boolean {
  const value = inherited(field, 'V');
  return (value instanceof Text && value.bytes.length > 0) || Array.isArray(value);
}

/** The value of an entry that a field has or inherits. */
function inherited(field: Dict, name: string): Value {
  let at: Dict | undefined = field;
  for (let level = 0; at && level < 32; level++) {
    if (at.has(name)) return at.get(name);
    at = at.dict('Parent');
  }
  return null;
}

const showsText = (appearance: Stream): boolean => /T[jJ]|['"]\s/.test(Buffer.from(appearance.decode() ?? []).toString('latin1'));

/** `own`: the annotation as pdf-lib gives it. Undefined: it has no appearance. */
function readAppearance(annotation: Dict, own: PDFDict): PaintedAnnotation | undefined {
  const { PDFDict, PDFName, PDFRef } = lib;
  const normal = annotation.dict('AP')?.get('N');
  // A field with states, such as a check box, has an appearance for each.
  const state = normal instanceof Dict ? annotation.name('AS') : undefined;
  const stream = normal instanceof Dict ? normal.stream(state ?? '') : normal;
  const listed = own.lookup(PDFName.of('AP'));
  const states = state !== undefined && listed instanceof PDFDict ? listed.lookup(PDFName.of('N')) : listed;
  const appearance = states instanceof PDFDict ? states.get(PDFName.of(state ?? 'N')) : undefined;
  const rect = readBox(annotation, annotation.get('Rect'));
  if (!(appearance instanceof PDFRef) || !(stream instanceof Stream) || !rect) return undefined;
  const matrix = placeIn(stream.dict, rect);
  const layer = own.get(PDFName.of('OC'));
  return matrix && { appearance, stream, matrix, layer: layer instanceof PDFRef ? layer : undefined };
}

/** ISO 32000-2, 12.5.5, algorithm 8.1: the box around the transformed appearance is laid over the rectangle. */
export function placeIn(form: Dict, rect: PageBox): Matrix | undefined {
  const box = readBox(form, form.get('BBox'));
  if (!box) return undefined;
  const given = form.list('Matrix');
  const own = (given.length === 6 && given.every((one) => typeof one === 'number') ? given : [1, 0, 0, 1, 0, 0]) as Matrix;
  const corners = [box[0], box[2]].flatMap((x) => [box[1], box[3]].map((y) => transform(own, x, y)));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - bottom];
  if (!(width > 0 && height > 0)) return undefined;
  const [scaleX, scaleY] = [(rect[2] - rect[0]) / width, (rect[3] - rect[1]) / height];
  return multiply([1, 0, 0, 1, -left, -bottom], [scaleX, 0, 0, scaleY, rect[0], rect[1]]);
}

/** Undefined: nothing is lost. */
export function describeLosses({ links, fields, unseenFields, notes, others }: Annotations): string | undefined {
  const areLeftOut = (count: number) => `${count === 1 ? 'is' : 'are'} left out`;
  const said = [
    links > 0 && `${counted(links, 'link')} cannot be followed`,
    fields > 0 && `${counted(fields, 'form field')} cannot be filled in`,
    unseenFields > 0 && `${counted(unseenFields, 'form field')} with a value that cannot be printed ${areLeftOut(unseenFields)}`,
    notes > 0 && `${counted(notes, 'text note')} cannot be opened`,
    others > 0 && `${counted(others, 'annotation')} that cannot be printed ${areLeftOut(others)}`,
  ].filter(Boolean);
  return said.length === 0 ? undefined : said.join('; ');
}
