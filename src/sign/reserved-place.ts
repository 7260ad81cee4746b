// Fills a signature place of a PDF that pdfgen made: nothing is added to the file, and nothing moves.
import type { PDFDocument, PDFRef } from '@cantoo/pdf-lib';
import { PDFName, PDFRef as Ref } from '@cantoo/pdf-lib';
import { signaturePlace } from '../document/paint/signature-place.ts';
import { type CrossReference, readCrossReference } from '../pdf-file/cross-reference.ts';

/** Where the parts of a place stand in the file. */
export interface ReservedPlace {
  readonly signature: PDFRef;
  /** From the beginning of the signature dictionary to its end. */
  readonly from: number;
  readonly to: number;
  readonly valueAt: number;
  readonly flagsAt: number;
}

/** The reserved place of a field. Undefined: the file has none, or something was added to it since it was made. */
export function findReservedPlace(file: Buffer, document: PDFDocument, field: PDFRef): ReservedPlace | undefined {
  if (file.indexOf('startxref') !== file.lastIndexOf('startxref')) return undefined;
  const form = document.catalog.get(PDFName.of('AcroForm'));
  if (!(form instanceof Ref)) return undefined;
  const signature = Ref.of(field.objectNumber + 1);
  const { places } = readCrossReference(file);
  const [widgetBody, signatureBody, formBody] = [field, signature, form].map((ref) => findBody(file, places, ref));
  if (!widgetBody || !signatureBody || !formBody) return undefined;
  const valueAt = findIn(file, widgetBody, signaturePlace.value);
  const flagsAt = findIn(file, formBody, signaturePlace.flags);
  const from = findIn(file, signatureBody, signaturePlace.head + signaturePlace.range);
  if (valueAt === undefined || flagsAt === undefined || from !== signatureBody.from) return undefined;
  return { signature, from, to: signatureBody.to, valueAt, flagsAt };
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

function findBody(file: Buffer, places: CrossReference['places'], ref: PDFRef): Stretch | undefined {
  const place = places.get(ref.objectNumber);
  if (place?.kind !== 'plain') return undefined;
  const head = `${ref.objectNumber} ${ref.generationNumber} obj\n`;
  const from = place.offset + head.length;
  if (file.toString('latin1', place.offset, from) !== head) return undefined;
  const to = file.indexOf('\nendobj', from);
  return to === -1 ? undefined : { from, to };
}

function findIn(file: Buffer, { from, to }: Stretch, text: string): number | undefined {
  const at = file.indexOf(text, from);
  return at === -1 || at + text.length > to ? undefined : at;
}

/** The file with a signature dictionary in the place. Undefined: the dictionary is too long for it. */
export function fillPlace(file: Buffer, place: ReservedPlace, dictionary: Buffer): Buffer | undefined {
  const room = place.to - place.from;
  if (dictionary.length > room) return undefined;
  const filled = Buffer.from(file);
  const end = '>>';
  const padded =
    dictionary
      .toString('latin1')
      .slice(0, -end.length)
      .padEnd(room - end.length) + end;
  filled.write(padded, place.from, 'latin1');
  filled.write(`/V ${place.signature}`.padEnd(signaturePlace.value.length), place.valueAt, 'latin1');
  filled.write(signaturePlace.flags.replace('0', '3'), place.flagsAt, 'latin1');
  return filled;
}
