// Signs a PDF: adds the signature to the end of the file.

import { createHash } from 'node:crypto';
import { PDFArray, PDFDict, type PDFDocument, PDFHexString, PDFName, PDFNumber, PDFRef, PDFString } from '@cantoo/pdf-lib';
import { toUnreadable } from '../inspect/run-on-pdf.ts';
import { makeUpdate, type NewObject, serialize } from '../pdf-file/incremental-update.ts';
import { loadPdf } from '../pdf-file/load-pdf.ts';
import { UnreadablePdf } from '../pdf-file/objects.ts';
import { counted } from '../words/counts.ts';
import { listNames, suggest } from '../words/nearest.ts';
import { UsageError } from '../words/usage-error.ts';
import { findFirstPage } from './first-page.ts';
import { digestFor, makeCms, type TimeStamper } from './make-cms.ts';
import type { SigningIdentity } from './open-p12.ts';

export interface SignatureFacts {
  /** Name of the signature field. Undefined: the only unsigned field of the file, else a new field. */
  readonly field: string | undefined;
  readonly reason: string | undefined;
  readonly location: string | undefined;
  readonly contact: string | undefined;
  readonly date: Date;
}

export interface SignedPdf {
  readonly bytes: Uint8Array;
  readonly field: string;
  /** Whether the file had the field. */
  readonly hadField: boolean;
}

/** Raises UnreadablePdf, UsageError for a file or field that cannot be signed, REMOTE_UNREACHABLE and REMOTE_UNSUPPORTED for the time stamp. */
export async function signPdf(
  file: Buffer,
  identity: SigningIdentity,
  facts: SignatureFacts,
  stamp?: TimeStamper,
): Promise<SignedPdf> {
  digestFor(identity.key); // a wrong kind of key is told before anything else
  const document = await openDocument(file);
  const field = reading(() => {
    refuseFinal(document);
    return findField(document, facts.field);
  });
  const signing: Signing = { file, document, field, facts, identity };
  let room = roomFor(identity, stamp !== undefined);
  for (;;) {
    const { bytes, contentsAt } = reading(() => prepareSignature(signing, room));
    const range = [0, contentsAt, contentsAt + room * 2 + 2, bytes.length - contentsAt - room * 2 - 2] as const;
    fillRange(bytes, contentsAt, range);
    const hash = createHash(digestFor(identity.key)).update(bytes.subarray(0, range[1])).update(bytes.subarray(range[2]));
    const cms = await makeCms(hash.digest(), identity, stamp);
    if (cms.length <= room) {
      bytes.write(Buffer.from(cms).toString('hex'), contentsAt + 1, 'latin1');
      return { bytes, field: field.name, hadField: field.ref !== undefined };
    }
    room = cms.length + 1024; // a time stamp may differ by some bytes
  }
}

/** Bytes for the signature. */
function roomFor({ certificate, issuers }: SigningIdentity, isStamped: boolean): number {
  const certificates = [certificate, ...issuers].reduce((sum, { raw }) => sum + raw.length, 0);
  return 2048 + certificates + (isStamped ? 12_000 : 0);
}

/** Raises UnreadablePdf. */
async function openDocument(file: Buffer): Promise<PDFDocument> {
  const document = await loadPdf(file);
  if (document.isEncrypted) throw new UnreadablePdf('is encrypted: only a PDF that is not encrypted can be signed');
  return document;
}

/** Reads the parsed PDF, in which a hostile or damaged file may have anything anywhere. Raises UsageError, UnreadablePdf. */
function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const known = toUnreadable(error);
    if (known) throw new UnreadablePdf(known.unreadable, { cause: error });
    throw new UnreadablePdf(`is damaged: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`, { cause: error });
  }
}

/** A certification may forbid every change (ISO 32000-2, 12.8.2.2). */
function refuseFinal(document: PDFDocument): void {
  const permissions = document.catalog.lookupMaybe(PDFName.of('Perms'), PDFDict);
  const reference = permissions
    ?.lookupMaybe(PDFName.of('DocMDP'), PDFDict)
    ?.lookupMaybe(PDFName.of('Reference'), PDFArray)
    ?.lookupMaybe(0, PDFDict);
  const allowed = reference?.lookupMaybe(PDFName.of('TransformParams'), PDFDict)?.lookupMaybe(PDFName.of('P'), PDFNumber);
  if (allowed?.asNumber() === 1)
    throw new UsageError('The PDF is certified, and its certification allows no change. Another signature would break it.');
}

/** A signature field. `ref` undefined: it is new. */
interface SignatureField {
  readonly name: string;
  readonly ref: PDFRef | undefined;
}

interface FoundField extends SignatureField {
  readonly ref: PDFRef;
  readonly isSigned: boolean;
}

function findField(document: PDFDocument, wanted: string | undefined): SignatureField {
  const fields = signatureFields(document);
  const names = fields.map(({ name }) => name);
  if (wanted === undefined) {
    const open = fields.filter(({ isSigned }) => !isSigned);
    if (open.length > 1)
      throw new UsageError(
        `The PDF has ${counted(open.length, 'place')} for signatures: ${open.map(({ name }) => JSON.stringify(name)).join(', ')}. Choose one with --field.`,
      );
    return open[0] ?? { name: newName(names), ref: undefined };
  }
  const found = fields.find(({ name }) => name === wanted);
  if (!found) {
    const has =
      names.length === 0
        ? '; it has none. Leave out --field, and the signature gets a field that nobody sees.'
        : suggest(wanted, names) || `; it has ${listNames(names)}.`;
    throw new UsageError(`The PDF has no signature field ${JSON.stringify(wanted)}${has}`);
  }
  if (found.isSigned) throw new UsageError(`The field ${JSON.stringify(wanted)} is signed already.`);
  return found;
}

function newName(taken: readonly string[]): string {
  let number = 1;
  while (taken.includes(`Signature${number}`)) number++;
  return `Signature${number}`;
}

/** Most fields inside of each other. */
const maxDepth = 100;

/** Fields nest in groups; a full name joins the names by dots (ISO 32000-2, 12.7.4.2). */
function signatureFields(document: PDFDocument): readonly FoundField[] {
  const form = document.catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict);
  const found: FoundField[] = [];
  const seen = new Set<PDFRef>();
  const visit = (kids: PDFArray | undefined, prefix: string, outerType: PDFName | undefined, depth: number): void => {
    if (depth > maxDepth) throw new UnreadablePdf(`nests its form fields more than ${maxDepth} deep`);
    for (const ref of kids?.asArray() ?? []) {
      if (!(ref instanceof PDFRef) || seen.has(ref)) continue;
      seen.add(ref);
      const dict = document.context.lookupMaybe(ref, PDFDict);
      if (!dict) continue;
      const partial = dict.lookupMaybe(PDFName.of('T'), PDFString, PDFHexString)?.decodeText();
      const name = partial === undefined ? prefix : prefix === '' ? partial : `${prefix}.${partial}`;
      const type = dict.lookupMaybe(PDFName.of('FT'), PDFName) ?? outerType;
      visit(dict.lookupMaybe(PDFName.of('Kids'), PDFArray), name, type, depth + 1);
      if (type === PDFName.of('Sig') && partial !== undefined)
        found.push({ name, ref, isSigned: dict.lookup(PDFName.of('V')) instanceof PDFDict });
    }
  };
  visit(form?.lookupMaybe(PDFName.of('Fields'), PDFArray), '', undefined, 1);
  return found;
}

/** The file to sign, with the field, the facts and the key of the signature. */
interface Signing {
  readonly file: Buffer;
  readonly document: PDFDocument;
  readonly field: SignatureField;
  readonly facts: SignatureFacts;
  readonly identity: SigningIdentity;
}

interface PreparedPdf {
  readonly bytes: Buffer;
  /** Offset of the `<` of /Contents. */
  readonly contentsAt: number;
}

/** The file with the new objects at its end, except for the range and the signature itself. */
function prepareSignature({ file, document, field, facts, identity }: Signing, room: number): PreparedPdf {
  const { context } = document;
  let next = context.largestObjectNumber;
  const reserve = () => PDFRef.of(++next, 0);
  const signature = reserve();
  const objects: NewObject[] = [{ ref: signature, body: formatSignature(facts, identity, room) }];
  const put = (ref: PDFRef, value: PDFDict | PDFArray) => objects.push({ ref, body: serialize(value) });
  const catalog = document.catalog.clone();
  const catalogRef = context.trailerInfo.Root as PDFRef;
  const formRef = catalog.get(PDFName.of('AcroForm'));
  const form = catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict)?.clone() ?? PDFDict.withContext(context);
  if (field.ref) {
    const widget = context.lookup(field.ref, PDFDict).clone();
    widget.set(PDFName.of('V'), signature);
    put(field.ref, widget);
  } else {
    const widget = reserve();
    const look = reserve();
    objects.push({ ref: look, body: Buffer.from('<</Type/XObject/Subtype/Form/BBox[0 0 0 0]/Length 0>>stream\n\nendstream') });
    objects.push({ ref: widget, body: Buffer.from(formatWidget(document, field.name, signature, look)) });
    for (const { ref, value } of withAnnotation(document, widget)) put(ref, value);
    const fields = form.lookupMaybe(PDFName.of('Fields'), PDFArray)?.clone() ?? PDFArray.withContext(context);
    fields.push(widget);
    form.set(PDFName.of('Fields'), fields);
  }
  // The file has signatures, so changes may only be added to its end (ISO 32000-2, 12.7.3).
  form.set(PDFName.of('SigFlags'), PDFNumber.of(3));
  if (formRef instanceof PDFRef) put(formRef, form);
  else {
    catalog.set(PDFName.of('AcroForm'), form);
    put(catalogRef, catalog);
  }
  const bytes = Buffer.concat([file, makeUpdate(file, context, objects)]);
  const contentsAt = bytes.indexOf('/Contents<', file.length) + '/Contents'.length;
  return { bytes, contentsAt };
}

/** Room for the numbers of the range, ten digits each. */
const emptyRange = '/ByteRange[0 0000000000 0000000000 0000000000]';

/** The signature dictionary (ISO 32000-2, 12.8.1). `room`: bytes of the signature. */
function formatSignature(
  { reason, location, contact, date }: SignatureFacts,
  { certificate }: SigningIdentity,
  room: number,
): Buffer {
  const { CN } = certificate.toLegacyObject().subject as { CN?: string | string[] };
  const texts = { Name: Array.isArray(CN) ? CN[0] : CN, Reason: reason, Location: location, ContactInfo: contact };
  const entries = Object.entries(texts).map(([name, text]) => (text ? `/${name}${PDFHexString.fromText(text)}` : ''));
  const time = PDFString.fromDate(date);
  return Buffer.from(
    `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached${emptyRange}/Contents<${'0'.repeat(room * 2)}>/M${time}${entries.join('')}>>`,
  );
}

/**
 * Printed (4) and locked (128), as PDF/A asks. PDF/UA-1 asks for no structure of annotations outside of the page (ISO 14289-1, 7.18.1). PDF/UA-2 asks
 * for a description (8.10.2.3).
 */
function formatWidget(document: PDFDocument, name: string, signature: PDFRef, look: PDFRef): string {
  const page = findFirstPage(document);
  const [x, y] = page.corner;
  const isTagged = document.catalog.has(PDFName.of('StructTreeRoot'));
  const rect = isTagged ? [x - 10, y - 10, x - 10, y - 10] : [0, 0, 0, 0];
  return `<</Type/Annot/Subtype/Widget/FT/Sig/T${PDFHexString.fromText(name)}/Contents(${name})/F 132/Rect[${rect.join(' ')}]/P ${page.ref}/V ${signature}/AP<</N ${look}>>>>`;
}

/** The first page with one annotation more: the changed object, which is the page or its list. */
function withAnnotation(document: PDFDocument, widget: PDFRef): readonly { ref: PDFRef; value: PDFDict | PDFArray }[] {
  const page = findFirstPage(document);
  const listed = page.dict.get(PDFName.of('Annots'));
  const list = page.dict.lookupMaybe(PDFName.of('Annots'), PDFArray)?.clone() ?? PDFArray.withContext(document.context);
  list.push(widget);
  if (listed instanceof PDFRef) return [{ ref: listed, value: list }];
  const changed = page.dict.clone();
  changed.set(PDFName.of('Annots'), list);
  return [{ ref: page.ref, value: changed }];
}

/** The range is as long as its room, so nothing moves. */
function fillRange(bytes: Buffer, contentsAt: number, range: readonly number[]): void {
  const text = `/ByteRange[${range.join(' ')}]`.padEnd(emptyRange.length);
  bytes.write(text, bytes.lastIndexOf(emptyRange, contentsAt), 'latin1');
}
