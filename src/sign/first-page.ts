// Finds the first page of a PDF, which holds a new signature field.
import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFNumber, type PDFObject, PDFRef } from '@cantoo/pdf-lib';
import { UnreadablePdf } from '../pdf-file/objects.ts';

export interface FirstPage {
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  /** The lower left corner of the sheet. */
  readonly corner: readonly [x: number, y: number];
}

/** Pages inherit their sheet from the nodes above (ISO 32000-2, 7.7.3.4). Raises UnreadablePdf. */
export function findFirstPage({ catalog, context }: PDFDocument): FirstPage {
  const seen = new Set<PDFDict>();
  const open: { readonly value: PDFObject | undefined; readonly above: PDFArray | undefined }[] = [
    { value: catalog.get(PDFName.of('Pages')), above: undefined },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value } = next;
    const dict = context.lookup(value);
    if (!(dict instanceof PDFDict) || seen.has(dict)) continue;
    seen.add(dict);
    const sheet = dict.lookup(PDFName.of('MediaBox'));
    const above = sheet instanceof PDFArray ? sheet : next.above;
    const kids = dict.lookup(PDFName.of('Kids'));
    if (kids instanceof PDFArray) for (const kid of kids.asArray().toReversed()) open.push({ value: kid, above });
    else if (value instanceof PDFRef && dict.get(PDFName.of('Type')) !== PDFName.of('Pages'))
      return { ref: value, dict, corner: cornerOf(above) };
  }
  throw new UnreadablePdf('is damaged: it has no page');
}

/** A sheet names any two opposite corners (ISO 32000-2, 7.9.5). */
function cornerOf(sheet: PDFArray | undefined): readonly [x: number, y: number] {
  const numbers = [0, 1, 2, 3].map((i) => (sheet && i < sheet.size() ? sheet.lookup(i) : undefined));
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbers.map((one) => (one instanceof PDFNumber ? one.asNumber() : 0));
  return [Math.min(x0, x1), Math.min(y0, y1)];
}
