// What a screen reader says of the sheets of a document that is laid out and not painted.

import type { Program } from '../../src/document/compile/compile-template.ts';
import { layOutDocument } from '../../src/document/lay-out-document.ts';
import type { LayoutSession } from '../../src/document/layout/session.ts';
import { withDemanded } from '../../src/document/on-demand.ts';
import { createSheetReader, type ReadElement, type SheetReader } from '../../src/document/read-sheets.ts';
import type { Resources } from '../../src/document/resources.ts';
import { readAloud } from '../../src/inspect/read-aloud.ts';
import type { Kid, StructElem } from '../../src/inspect/structure.ts';

const limits = { maxPages: 1000, maxBoxes: 1_000_000, maxImagePixels: 1e8, maxImageBytes: 1e8 };

/** What is read of each sheet, and the session with the breaches that were found. */
export function readSheets(
  program: Program,
  data: unknown,
  resources: Resources,
): Promise<{ readonly sheets: readonly ReadElement[]; readonly session: LayoutSession }> {
  return withDemanded(resources, () => {
    const input = { program, resources, data, date: '2026-03-01', limits, standards: program.standards, checkTime() {} };
    let reader: SheetReader | undefined;
    const { session, pages } = layOutDocument({ ...input, isTraced: true }, (parts) => {
      reader = createSheetReader(parts);
      return reader;
    });
    const read = reader!.end();
    return { session, sheets: Array.from({ length: pages }, (_, sheet) => read(sheet)) };
  });
}

/** The lines of a sheet, as `pdfgen inspect --read` says those of a PDF. */
export function saySheet({ kids, lang }: ReadElement): string[] {
  const texts = new Map<number, { readonly text: string }>();
  const toKid = (kid: ReadElement | string, parent: StructElem): Kid => {
    if (typeof kid !== 'string') return { kind: 'element', element: toElement(kid, parent) };
    texts.set(texts.size, { text: kid });
    return { kind: 'content', page: 1, form: undefined, mcid: texts.size - 1 };
  };
  const toElement = (read: ReadElement, parent: StructElem | undefined): StructElem => {
    const { type, label, summary, colSpan, rowSpan } = read;
    const kids: Kid[] = [];
    const attributes = {
      Table: { ...(summary && { Summary: summary }), ...(colSpan && { ColSpan: colSpan }), ...(rowSpan && { RowSpan: rowSpan }) },
    };
    const element = {
      role: { type: type === 'Title' ? 'P' : type },
      parent,
      lang: read.lang,
      alt: type === 'Figure' ? label : undefined,
      attributes,
      kids,
    } as unknown as StructElem;
    const isAnnotation = type === 'Form' || type === 'Annot';
    if (isAnnotation || type === 'Link') {
      const said = type === 'Annot' ? read.kids.join('') : label;
      kids.push({ kind: 'object', page: 1, object: { text: () => said } } as unknown as Kid);
    }
    if (!isAnnotation) kids.push(...read.kids.map((kid) => toKid(kid, element)));
    return element;
  };
  const tops = kids.map((kid) => toElement(kid as ReadElement, undefined));
  const log = { forms: new Map(), pieces: new Map([['page 1', texts]]) } as unknown as Parameters<typeof readAloud>[1];
  return readAloud({ root: undefined as never, kids: tops }, log, lang);
}
