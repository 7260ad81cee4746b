import type { PDFObject } from '@cantoo/pdf-lib';
import type { PdfLib } from '../../pdf-file/copier.ts';

/** A text string; undefined: another value. */
export function textOf({ PDFHexString, PDFString }: PdfLib, value: PDFObject | undefined): string | undefined {
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined;
}

/** The entries of a name tree or number tree, in its order. */
export function* readTree(
  lib: PdfLib,
  node: PDFObject | undefined,
  kind: 'Names' | 'Nums',
  seen = new Set<PDFObject>(),
): Generator<readonly [key: PDFObject, value: PDFObject]> {
  const { PDFArray, PDFDict, PDFName } = lib;
  if (!(node instanceof PDFDict) || seen.has(node)) return;
  seen.add(node);
  const kids = node.lookup(PDFName.of('Kids'));
  if (kids instanceof PDFArray) for (let i = 0; i < kids.size(); i++) yield* readTree(lib, kids.lookup(i), kind, seen);
  const entries = node.lookup(PDFName.of(kind));
  if (!(entries instanceof PDFArray)) return;
  for (let i = 0; i + 1 < entries.size(); i += 2) {
    const key = entries.lookup(i);
    if (key) yield [key, entries.get(i + 1)];
  }
}
