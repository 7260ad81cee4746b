// Paints the appearances of fields into the content of their pages, and takes the fields away.
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef } from '@cantoo/pdf-lib';
import { formatFactor } from '../document/paint/number.ts';
import { placeIn } from '../document/pdf-pages/annotations.ts';
import type { Matrix } from '../document/vector/matrix.ts';
import { annotationFlags } from '../pdf-file/acro-form/field-table.ts';
import type { Form, FormField, Widget } from '../pdf-file/acro-form/read-fields.ts';
import { Dict, Stream } from '../pdf-file/objects.ts';
import { type PdfPage, readBox } from '../pdf-file/pages.ts';
import { FlatTags } from './flat-tags.ts';
import { type FormUpdate, toArray, toPdfRef } from './form-update.ts';
import { readLook } from './widget-look.ts';

export interface Flattening {
  readonly update: FormUpdate;
  readonly catalog: Dict;
  readonly pages: readonly PdfPage[];
  readonly form: Form;
  /** The new appearances. */
  readonly shown: ReadonlyMap<Widget, PDFRef>;
}

interface Painted {
  readonly appearance: PDFRef;
  readonly matrix: Matrix;
}

interface FlatWidget {
  readonly field: FormField;
  readonly widget: Widget;
  /** Undefined: nothing is seen of it. */
  readonly painted: Painted | undefined;
}

/** Makes fields content of their pages, except signature fields, which are not signed yet. Gives the fields with a visible look. */
export function flattenWidgets({ update, catalog, pages, form, shown }: Flattening): ReadonlySet<FormField> {
  const byPage = new Map<number, FlatWidget[]>();
  for (const field of form.fields) {
    if (field.kind === 'signature') continue;
    for (const widget of field.widgets) {
      if (widget.page === undefined) continue;
      const list = byPage.get(widget.page) ?? [];
      byPage.set(widget.page, list);
      list.push({ field, widget, painted: isSeen(field, widget) ? findLook(widget, shown.get(widget), update) : undefined });
    }
  }
  const tags = catalog.dict('StructTreeRoot') ? new FlatTags(update) : undefined;
  const begin = update.addStream('', 'q\n');
  const seen = new Set<FormField>();
  for (const page of pages) {
    const widgets = byPage.get(page.number);
    if (!widgets || !flattenPage(page, widgets, { update, tags, begin })) continue;
    for (const { field, painted } of widgets) if (painted) seen.add(field);
  }
  tags?.finish();
  removeFields(form, update);
  return seen;
}

/** What a screen shows. Push buttons are no content, unless they are printed, such as a picture. */
function isSeen({ kind }: FormField, { dict }: Widget): boolean {
  const flags = dict.number('F') ?? 0;
  const { hidden, noView, print } = annotationFlags;
  return (flags & (hidden | noView)) === 0 && (kind !== 'button' || (flags & print) !== 0);
}

function findLook({ dict, ref }: Widget, made: PDFRef | undefined, { context }: FormUpdate): Painted | undefined {
  const rect = readBox(dict, dict.get('Rect'));
  if (!rect) return undefined;
  if (made) {
    const look = readLook({ dict });
    return look && { appearance: made, matrix: [1, 0, 0, 1, rect[0], rect[1]] };
  }
  // The dictionary of pdf-lib has the new state, and new appearances of buttons.
  const own = ref && context.lookup(toPdfRef(ref));
  const looks = own instanceof PDFDict ? own.lookup(PDFName.of('AP')) : undefined;
  const normal = looks instanceof PDFDict ? looks.get(PDFName.of('N')) : undefined;
  const states = context.lookup(normal);
  const state = own instanceof PDFDict ? own.lookup(PDFName.of('AS')) : undefined;
  const appearance = states instanceof PDFDict && state instanceof PDFName ? states.get(state) : normal;
  if (!(appearance instanceof PDFRef)) return undefined;
  const listed = dict.dict('AP')?.get('N');
  const stream = listed instanceof Dict && state instanceof PDFName ? listed.stream(state.decodeText()) : listed;
  if (stream instanceof Stream) {
    const matrix = placeIn(stream.dict, rect);
    return matrix && { appearance, matrix };
  }
  return context.lookup(appearance) ? undefined : { appearance, matrix: [1, 0, 0, 1, rect[0], rect[1]] };
}

interface PageTools {
  readonly update: FormUpdate;
  readonly tags: FlatTags | undefined;
  /** A stream that saves the graphics state. */
  readonly begin: PDFRef;
}

/** Gives false for a page that is not an object of its own, which cannot be changed. */
function flattenPage({ key }: PdfPage, widgets: readonly FlatWidget[], { update, tags, begin }: PageTools): boolean {
  if (key === undefined) return false;
  const [id, generation] = key.split(' ').map(Number);
  const ref = PDFRef.of(id!, generation);
  const page = update.change(ref);
  const resources = cloneOf(findInherited(page, 'Resources'), update);
  const forms = cloneOf(resources.lookup(PDFName.of('XObject')), update);
  const layers = cloneOf(resources.lookup(PDFName.of('Properties')), update);
  let operators = 'Q\n';
  for (const { field, widget, painted } of widgets) {
    const mark = tags?.replaceWidget(ref, page, field, widget, painted !== undefined);
    if (!painted) continue;
    const name = addEntry(forms, 'Flat', painted.appearance);
    const layer = layerOf(widget, update);
    const paint = `q ${painted.matrix.map(formatFactor).join(' ')} cm /${name} Do Q\n`;
    const marked = tags ? `${mark ?? '/Artifact BMC'}\n${paint}EMC\n` : paint;
    operators += layer ? `/OC /${addEntry(layers, 'FlatLayer', layer)} BDC\n${marked}EMC\n` : marked;
  }
  resources.set(PDFName.of('XObject'), forms);
  if (layers.keys().length > 0) resources.set(PDFName.of('Properties'), layers);
  page.set(PDFName.of('Resources'), resources);
  const contents = page.lookup(PDFName.of('Contents'));
  const before = contents instanceof PDFArray ? contents.asArray() : contents ? [page.get(PDFName.of('Contents'))!] : [];
  page.set(PDFName.of('Contents'), toArray([begin, ...before, update.addStream('', operators)], update.context));
  const gone = new Set(widgets.map(({ widget }) => widget.ref && toPdfRef(widget.ref)));
  const listed = page.lookup(PDFName.of('Annots'));
  const kept = listed instanceof PDFArray ? listed.asArray().filter((one) => !gone.has(one as PDFRef)) : [];
  if (kept.length > 0) page.set(PDFName.of('Annots'), toArray(kept, update.context));
  else page.delete(PDFName.of('Annots'));
  return true;
}

const layerOf = ({ ref }: Widget, { context }: FormUpdate): PDFRef | undefined => {
  const own = ref && context.lookup(toPdfRef(ref));
  const layer = own instanceof PDFDict ? own.get(PDFName.of('OC')) : undefined;
  return layer instanceof PDFRef ? layer : undefined;
};

/** The value of an entry that a page has or inherits (ISO 32000-2, 7.7.3.4). */
function findInherited(page: PDFDict, name: string): PDFObject | undefined {
  const seen = new Set<PDFDict>();
  for (let at: PDFObject | undefined = page; at instanceof PDFDict && !seen.has(at); at = at.lookup(PDFName.of('Parent'))) {
    seen.add(at);
    const value = at.lookup(PDFName.of(name));
    if (value) return value;
  }
  return undefined;
}

const cloneOf = (value: PDFObject | undefined, { context }: FormUpdate): PDFDict =>
  value instanceof PDFDict ? value.clone() : PDFDict.withContext(context);

/** Adds a reference under a name that is free. */
function addEntry(dict: PDFDict, prefix: string, value: PDFRef): string {
  let number = dict.keys().length + 1;
  while (dict.has(PDFName.of(`${prefix}${number}`))) number++;
  dict.set(PDFName.of(`${prefix}${number}`), value);
  return `${prefix}${number}`;
}

function removeFields(form: Form, update: FormUpdate): void {
  const kept = new Set(
    form.fields.flatMap(({ kind, nodes }) =>
      kind === 'signature' ? nodes.flatMap(({ ref }) => (ref ? [toPdfRef(ref)] : [])) : [],
    ),
  );
  const catalog = update.change(update.context.trailerInfo.Root as PDFRef);
  const dict = catalog.lookup(PDFName.of('AcroForm'));
  if (kept.size === 0 || !(dict instanceof PDFDict)) {
    catalog.delete(PDFName.of('AcroForm'));
    return;
  }
  if (form.ref) update.change(toPdfRef(form.ref));
  const seen = new Set<PDFObject>();
  /** Keeps of a list the signature fields, and the fields above them. */
  const prune = (list: PDFObject | undefined): PDFArray => {
    const items = list instanceof PDFArray ? list.asArray() : [];
    const left = items.filter((one) => {
      if (!(one instanceof PDFRef) || seen.has(one)) return false;
      seen.add(one);
      if (kept.has(one)) return true;
      const field = update.context.lookup(one);
      if (!(field instanceof PDFDict) || !field.has(PDFName.of('Kids'))) return false;
      const inner = prune(field.lookup(PDFName.of('Kids')));
      if (inner.size() === 0) return false;
      update.change(one).set(PDFName.of('Kids'), inner);
      return true;
    });
    return toArray(left, update.context);
  };
  dict.set(PDFName.of('Fields'), prune(dict.lookup(PDFName.of('Fields'))));
  for (const name of ['CO', 'NeedAppearances']) dict.delete(PDFName.of(name));
}
