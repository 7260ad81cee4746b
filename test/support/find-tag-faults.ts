// Holds the marked content of a PDF against its structure tree (ISO 32000-2, 14.6 and 14.7), with a reader of its own.
import { inflateSync } from 'node:zlib';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, type PDFObject, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';

const painting = new Set(['Tj', 'TJ', "'", '"', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's', 'sh', 'Do', 'EI']);

/** Everything that is wrong with the tags of a PDF; empty: nothing. */
export async function findTagFaults(pdf: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(pdf);
  const { context, catalog } = document;
  const faults: string[] = [];
  const root = catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
  const elements = listElements(root);
  const parents = readNumbers(root.lookup(PDFName.of('ParentTree'), PDFDict));
  const pageOf = new Map(document.getPages().map(({ ref }, index) => [ref.tag, index]));
  /** By page and MCID, and by annotation: the elements that hold it. */
  const holders = new Map<string, string[]>();
  for (const { ref, dict } of elements) {
    for (const { key, page } of listContent(dict)) {
      const name = page === undefined ? key : `${pageOf.get(page)} ${key}`;
      holders.set(name, [...(holders.get(name) ?? []), ref.tag]);
    }
  }
  for (const [index, page] of document.getPages().entries()) {
    const ids = readMarks(contentOf(page.node), (fault) => faults.push(`page ${index}: ${fault}`));
    const key = page.node.lookupMaybe(PDFName.of('StructParents'), PDFNumber)?.asNumber();
    const owners = key === undefined ? undefined : context.lookupMaybe(parents.get(key), PDFArray);
    for (const [i, id] of ids.entries()) {
      if (id !== i) faults.push(`page ${index}: the sequence ${i} has the number ${id}`);
      const held = holders.get(`${index} ${id}`) ?? [];
      if (held.length !== 1) faults.push(`page ${index}: ${held.length} elements hold the sequence ${id}`);
      if (owners?.get(id)?.toString() !== held[0])
        faults.push(`page ${index}: the parent tree leads from ${id} to another element`);
    }
    if (owners && owners.size() !== ids.length) faults.push(`page ${index}: the parent tree has ${owners.size()} sequences`);
    const annotations = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray)?.asArray() ?? [];
    for (const annotation of annotations) {
      const dict = context.lookup(annotation, PDFDict);
      const parent = parents.get(dict.lookup(PDFName.of('StructParent'), PDFNumber).asNumber());
      const held = holders.get(annotation.toString()) ?? [];
      if (held.length !== 1 || parent?.toString() !== held[0])
        faults.push(`page ${index}: the link ${annotation} has no element`);
      if (!dict.has(PDFName.of('Contents'))) faults.push(`page ${index}: the link ${annotation} has no /Contents`);
    }
  }
  return faults;
}

interface Found {
  readonly ref: PDFRef;
  readonly dict: PDFDict;
}

function kidsOf(dict: PDFDict): readonly PDFObject[] {
  const kids = dict.get(PDFName.of('K'));
  return kids instanceof PDFArray ? kids.asArray() : kids ? [kids] : [];
}

/** All elements, each reached from its parent. */
function listElements(parent: PDFDict, ref?: PDFRef): Found[] {
  return kidsOf(parent).flatMap((kid) => {
    if (!(kid instanceof PDFRef)) return [];
    const dict = parent.context.lookup(kid, PDFDict);
    if (ref && dict.get(PDFName.of('P')) !== ref) throw new Error(`${kid} says another parent than ${ref}.`);
    return [{ ref: kid, dict }, ...listElements(dict, kid)];
  });
}

/** The marked content, by its page, and the annotations of an element. */
function listContent(dict: PDFDict): { key: string; page: string | undefined }[] {
  const own = dict.get(PDFName.of('Pg'))?.toString();
  return kidsOf(dict).flatMap((kid) => {
    if (kid instanceof PDFNumber) return [{ key: String(kid.asNumber()), page: own }];
    if (!(kid instanceof PDFDict)) return [];
    const object = kid.get(PDFName.of('Obj'));
    if (object) return [{ key: object.toString(), page: undefined }];
    const page = kid.get(PDFName.of('Pg'))?.toString() ?? own;
    return [{ key: kid.lookup(PDFName.of('MCID'), PDFNumber).toString(), page }];
  });
}

function readNumbers(node: PDFDict): Map<number, PDFObject> {
  const numbers = new Map<number, PDFObject>();
  for (const kid of node.lookupMaybe(PDFName.of('Kids'), PDFArray)?.asArray() ?? [])
    for (const [key, value] of readNumbers(node.context.lookup(kid, PDFDict))) numbers.set(key, value);
  const entries = node.lookupMaybe(PDFName.of('Nums'), PDFArray)?.asArray() ?? [];
  for (let i = 0; i < entries.length; i += 2) numbers.set((entries[i] as PDFNumber).asNumber(), entries[i + 1]!);
  return numbers;
}

function contentOf(page: PDFDict): string {
  const contents = page.lookup(PDFName.of('Contents'));
  const streams = contents instanceof PDFArray ? contents.asArray().map((one) => page.context.lookup(one)) : [contents];
  return streams
    .flatMap((stream) => (stream instanceof PDFRawStream ? inflateSync(stream.contents).toString('latin1') : []))
    .join('\n');
}

/** Strings, dictionaries of one level and hex strings are one token each. */
const tokens = /\((?:[^()\\]|\\[\s\S])*\)|<<(?:[^<>]|<[^<>]*>|<<[^<>]*>>)*>>|<[^>]*>|\/[^\s/<>[\]()]*|[[\]]|[^\s/<>[\]()]+/g;

/** The numbers of the marked content, in order. Reports what stands in no sequence, and sequences that are nested or open. */
function readMarks(content: string, report: (fault: string) => void): number[] {
  const ids: number[] = [];
  const open: { kind: 'element' | 'artifact' | 'span'; inText: boolean }[] = [];
  let inText = false;
  let saved = 0;
  const operands: string[] = [];
  const isOpen = (kind: string): boolean => open.some((one) => one.kind === kind);
  for (const [token] of content.matchAll(tokens)) {
    if (!/^[A-Za-z'"][A-Za-z*01'"]*$/.test(token)) {
      operands.push(token);
      continue;
    }
    if (token === 'BT' || token === 'ET') {
      inText = token === 'BT';
      if (open.some((one) => one.inText !== inText)) report(`${token} divides a sequence`);
    } else if (token === 'q') saved++;
    else if (token === 'Q') saved--;
    else if (token === 'BDC' || token === 'BMC') {
      const id = /\/MCID (\d+)/.exec(operands.at(-1)!)?.[1];
      const kind = operands.includes('/Artifact') ? 'artifact' : id === undefined ? 'span' : 'element';
      if (kind !== 'span' && (isOpen('element') || isOpen('artifact'))) report(`${operands.join('')} stands in a sequence`);
      if (id !== undefined) ids.push(Number(id));
      open.push({ kind, inText });
    } else if (token === 'EMC') {
      if (open.pop()?.inText !== inText) report('EMC ends nothing, or outside of the text object where the sequence began');
    } else if (painting.has(token) && !isOpen('element') && !isOpen('artifact')) report(`${token} paints what no tag holds`);
    operands.length = 0;
  }
  if (open.length > 0 || saved !== 0) report('a sequence or a saved state does not end');
  return ids;
}
