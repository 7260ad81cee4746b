// PDFs of other programs, written as PDF syntax.
import { writeParts } from '../inspect/make-pdf.ts';

/** An object, or a stream as the entries of its dictionary and its data. `@name` is a reference. */
export type Objects = Readonly<Record<string, string | readonly [entries: string, data: string | Uint8Array]>>;

/** A file of these objects. `Catalog` is the root. */
export function writePdf(objects: Objects, trailer = '/Root @Catalog'): Buffer {
  const entries = Object.entries(objects).map(
    ([name, one]) => [name, typeof one === 'string' ? { body: one } : { body: one[0], data: one[1] }] as const,
  );
  return Buffer.from(writeParts({ header: '%PDF-1.7\n', trailer, end: '\n', objects: new Map(entries) }));
}

/** The objects of a file with a page of 200 × 100 pt that paints an area. `page`: more entries of the page. `more`: objects beside these, or in their place. */
export const onePage = (page = '', more: Objects = {}): Objects => ({
  Catalog: '<</Type/Catalog/Pages @Pages>>',
  Pages: '<</Type/Pages/Count 1/Kids[@Page]/MediaBox[0 0 200 100]>>',
  Page: `<</Type/Page/Parent @Pages/Contents @Content${page}>>`,
  Content: ['', '0 0 1 rg 10 20 30 40 re f'],
  ...more,
});
