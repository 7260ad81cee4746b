// Fills the fields of a form, and adds the changes to the end of the file.
import { PDFDict, PDFName, type PDFRef } from '@cantoo/pdf-lib';
import type { Breach } from '../contract/errors.ts';
import { Fonts } from '../document/paint/fonts.ts';
import { loadTextEngine } from '../document/text/index.ts';
import { claimedStandards } from '../inspect/check-pdf.ts';
import { type Form, type FormField, readForm } from '../pdf-file/acro-form/read-fields.ts';
import { FileRoom } from '../pdf-file/file-room.ts';
import { LockedPdf, loadPlain } from '../pdf-file/load-plain.ts';
import { asDict, type Dict, UnreadablePdf } from '../pdf-file/objects.ts';
import { readPages } from '../pdf-file/pages.ts';
import { toPdfFile } from '../pdf-file/plain-file.ts';
import { readClaims, readXmp } from '../pdf-file/xmp.ts';
import { counted } from '../words/counts.ts';
import { listNames } from '../words/nearest.ts';
import { checkValues, listEmptyRequired, type NewValue } from './check-values.ts';
import { findDateDoubt } from './date-form.ts';
import { Filler, type FillWarning } from './filler.ts';
import { flattenWidgets } from './flatten.ts';
import { type FontSources, FormFonts } from './form-fonts.ts';
import { TextSetter } from './form-text.ts';
import { FormUpdate, toPdfRef } from './form-update.ts';
import { refuseForm } from './refuse-form.ts';

export interface FillOptions {
  readonly data: Readonly<Record<string, unknown>>;
  readonly flatten: boolean;
}

export interface FilledPdf {
  readonly bytes: Uint8Array;
  /** Fields that got a value. */
  readonly filled: number;
  readonly fields: number;
  readonly warnings: readonly FillWarning[];
  /** What of the file went that a person may miss. */
  readonly removed: readonly string[];
}

/** Values that the form does not take. */
export interface WrongValues {
  readonly breaches: readonly Breach[];
}

/** Most objects of a form. */
const maxObjects = 1_000_000;

/** Raises UnreadablePdf for a file that cannot be read or filled, ASSET_INVALID for a font. */
export async function fillPdf(
  file: Buffer,
  { data, flatten }: FillOptions,
  sources: Omit<FontSources, 'mustEmbed'>,
): Promise<FilledPdf | WrongValues> {
  const room = new FileRoom(file.length);
  const context = openContext(file, room);
  const plain = toPdfFile(file, context, room);
  const { catalog } = plain;
  const pages = readPages(plain);
  const form = readForm(plain, pages);
  refuseForm(form, catalog, flatten);
  const lang = readLanguage(catalog);
  const { values, places, breaches } = checkValues(form.fields, data, lang);
  if (breaches.length > 0) return { breaches };
  const metadata = catalog.stream('Metadata')?.decode();
  const claims = readClaims(metadata && readXmp(metadata));
  const standards = claimedStandards(claims);
  const engine = await loadTextEngine();
  const formFonts = new FormFonts(form, { ...sources, mustEmbed: standards.length > 0 }, engine);
  const fonts = new Fonts(formFonts.own);
  const update = new FormUpdate(file, context);
  const filler = new Filler(form, update, { fonts: formFonts, setter: new TextSetter(engine, fonts) }, { places, flatten });
  for (const field of form.fields) await filler.fill(field, values.get(field));
  if (filler.breaches.length > 0) return { breaches: filler.breaches };
  update.writeObject(filler.resources.objectNumber, `<</Font<<${fonts.write(update, 'document', claims.a?.part === 1)}>>>>`);
  const removed = changeForm(form, update, filler.hasAllLooks, catalog);
  const seen = flatten ? flattenWidgets({ update, catalog, pages, form, shown: filler.shown }) : undefined;
  const warnings = [...filler.warnings, ...(seen ? describeLost(form, values, seen) : []), ...describeDoubts(form, values, lang)];
  return { bytes: update.finish(), filled: values.size, fields: form.fields.length, warnings, removed };
}

function openContext(file: Buffer, room: FileRoom) {
  try {
    return loadPlain(file, room, maxObjects);
  } catch (error) {
    if (!(error instanceof LockedPdf)) throw error;
    throw new UnreadablePdf(
      'is encrypted, and only its author should change it. With the password, decrypt it first: qpdf --decrypt IN OUT',
      {
        cause: error,
      },
    );
  }
}

/** The language of the document; that of many forms if it names none. */
function readLanguage(catalog: Dict): string {
  try {
    return new Intl.Locale(catalog.text('Lang') ?? '').baseName;
  } catch {
    return 'en';
  }
}

/** Removes what would contradict the new values. Gives words for what went. */
function changeForm(form: Form, update: FormUpdate, hasAllLooks: boolean, catalog: Dict): readonly string[] {
  const removed: string[] = [];
  const root = update.context.trailerInfo.Root as PDFRef;
  const dict = form.ref ? update.context.lookup(toPdfRef(form.ref)) : update.change(root).lookup(PDFName.of('AcroForm'));
  if (!(dict instanceof PDFDict)) return removed;
  const drop = (name: string): boolean => {
    if (!dict.delete(PDFName.of(name))) return false;
    if (form.ref) update.change(toPdfRef(form.ref));
    return true;
  };
  if (hasAllLooks) drop('NeedAppearances');
  if (drop('XFA')) removed.push('the XFA form, which repeats the fields and would show the old values');
  const permissions = catalog.dict('Perms');
  if (permissions?.has('UR3') || permissions?.has('UR')) {
    const own = update.change(root);
    const listed = own.lookup(PDFName.of('Perms'));
    const kept = listed instanceof PDFDict ? listed.clone() : PDFDict.withContext(update.context);
    for (const name of ['UR3', 'UR']) kept.delete(PDFName.of(name));
    if (kept.keys().length === 0) own.delete(PDFName.of('Perms'));
    else own.set(PDFName.of('Perms'), kept);
    removed.push('the usage rights of Adobe Reader, which any change breaks');
  }
  return removed;
}

/** `seen`: fields of which something is seen. */
function describeLost({ fields }: Form, values: ReadonlyMap<FormField, NewValue>, seen: ReadonlySet<FormField>): FillWarning[] {
  const isEmpty = (value: NewValue) => (value.kind === 'text' ? value.text === '' : value.options.length === 0);
  return fields.flatMap((field) => {
    const value = values.get(field);
    if (!value || isEmpty(value) || seen.has(field)) return [];
    return [{ field: field.name, message: 'is hidden or on no page, so that flattening loses its value' }];
  });
}

function describeDoubts({ dict, fields }: Form, values: ReadonlyMap<FormField, NewValue>, lang: string): FillWarning[] {
  const warnings: FillWarning[] = listEmptyRequired(fields, values).map(({ name }) => ({
    field: name,
    message: 'is required and empty',
  }));
  for (const [field, value] of values) {
    const form = value.kind === 'text' ? findDateDoubt(value.text, field, lang) : undefined;
    if (form !== undefined)
      warnings.push({ field: field.name, message: `asks for a date as ${form}. Write such a date, or one such as 2026-03-09` });
  }
  const order = new Set(dict.list('CO').flatMap((one) => asDict(one) ?? []));
  const computed = fields.filter((field) => !values.has(field) && field.nodes.some((node) => order.has(node.dict)));
  if (computed.length > 0)
    warnings.push({
      message: `the form calculates ${counted(computed.length, 'field')} by scripts, which pdfgen does not run: ${listNames(computed.map(({ name }) => name))}. Give their values in the data`,
    });
  return warnings;
}
