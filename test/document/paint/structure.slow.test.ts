import { expect, test } from 'vitest';
import type { LinkItem, Page, PageItem } from '../../../src/document/layout/fragment.ts';
import { type Artifact, Element, type StructureType, type Tag, type TagFacts } from '../../../src/document/layout/tag.ts';
import { describeStandard } from '../../../src/document/standard.ts';
import { inspectPdf } from '../../../src/inspect/inspect-pdf.ts';
import { contentOf, findObject, readObjects } from '../../support/read-pdf.ts';
import { makeLink, makePage, makeRect, makeText, makeWord, writePdf } from './samples.ts';

const header: Artifact = { kind: 'artifact', type: 'Pagination', subtype: 'Header' };

function write(structure: Element, items: readonly PageItem[], ...more: readonly Page[]) {
  return writePdf([makePage(items), ...more], { structure }).file;
}

/** The content of a page of these items. */
function contentOfTagged(make: (root: Element) => readonly PageItem[]): string {
  const root = new Element('Document', undefined);
  return contentOf(write(root, make(root)));
}

function text(tag: Tag, content = 'A', more: Parameters<typeof makeText>[1] = {}): PageItem {
  return { ...makeText([makeWord(content)], more), tag };
}

test('neighbouring texts of one element are one sequence inside the text object', () => {
  const content = contentOfTagged((root) => {
    const [first, second] = [new Element('P', root), new Element('H1', root)];
    return [text(first), text(first, 'B'), text(second, 'C')];
  });
  expect(content).toBe(
    'BT\n/P<</MCID 0>>BDC\n/F1 10 Tf\n10 80 Td\n[(\0$)]TJ\n0 0 Td\n[(\0%)]TJ\nEMC\n/H1<</MCID 1>>BDC\n0 0 Td\n[(\0&)]TJ\nEMC\nET\n',
  );
});

test('filled areas and rules are artifacts, whatever element they belong to', () => {
  const content = contentOfTagged((root) => {
    const cell = new Element('TD', root);
    return [{ ...makeRect(), tag: cell }, { ...makeRect({ x: 50 }), tag: undefined }, text(cell)];
  });
  expect(content).toBe(
    '/Artifact<</Type/Layout>>BDC\n1 0 0 rg\n10 40 30 40 re\n50 40 30 40 re\nf\nEMC\nBT\n/TD<</MCID 0>>BDC\n0 0 0 rg\n/F1 10 Tf\n10 80 Td\n[(\0$)]TJ\nEMC\nET\n',
  );
});

test('an underline is an artifact after the text, and does not divide its element', () => {
  const content = contentOfTagged((root) => {
    const tag = new Element('P', root);
    return [text(tag, 'A', { style: { underline: true } }), text(tag, 'B')];
  });
  expect(content.match(/MCID/g)).toHaveLength(1);
  expect(content).toMatch(/EMC\nET\n\/Artifact<<\/Type\/Layout>>BDC\n[^B]*re f\nEMC\n$/);
});

test('the content of a header is an artifact of its kind', () => {
  expect(contentOfTagged(() => [text(header)])).toContain('BT\n/Artifact<</Type/Pagination/Subtype/Header>>BDC\n');
});

test('a background says which area it covers', () => {
  const background: Artifact = { kind: 'artifact', type: 'Background' };
  expect(contentOfTagged(() => [{ ...makeRect(), tag: background }])).toContain(
    '/Artifact<</Type/Background/BBox[0 0 200 100]>>BDC\n',
  );
});

test('text with a text of its own is marked inside the sequence of its element', () => {
  const content = contentOfTagged((root) => [{ ...makeText([makeWord('A', { actualText: 'x' })]), tag: new Element('P', root) }]);
  expect(content).toContain('/P<</MCID 0>>BDC\n');
  expect(content).toContain('/Span<</ActualText<feff0078>>>BDC\n[(\0$)]TJ\nEMC\nEMC\nET\n');
});

test('a sequence ends before the graphics state is saved and before it is restored', () => {
  const content = contentOfTagged((root) => {
    const tag = new Element('P', root);
    const group = { kind: 'group', x: 0, y: 0, rotate: 90, clip: undefined, items: [text(tag)] } as const;
    return [text(tag), group, text(tag)];
  });
  expect(content).toMatch(/EMC\nET\nq\n[^/]*BT\n\/P<<\/MCID 1>>BDC\n[^E]*EMC\nET\nQ\nBT\n\/P<<\/MCID 2>>BDC/);
});

test('marked content is numbered on in the late items of a long document', () => {
  const root = new Element('Document', undefined);
  const pages = Array.from({ length: 12 }, () => {
    const [early, late] = [new Element('P', root), new Element('P', root)];
    return makePage([text(early)], () => [text(late, 'B')]);
  });
  const { file } = writePdf(pages, { structure: root });
  expect(findObject(file, '/Type/Page/').body).toMatch(/\/Contents\[\d+ 0 R \d+ 0 R\]/);
  expect(contentOf(file, 0).match(/MCID \d/g)).toEqual(['MCID 0', 'MCID 1']);
  expect(outlineOf(file)).toBe(`Document(${Array.from({ length: 12 }, (_, i) => `P(${i}:0) P(${i}:1)`).join(' ')})`);
});

interface Structure {
  readonly body: string;
  readonly kids: string;
}

/** Elements with their content: `P(0:3)` has the sequence 3 of the first page. Annotations: `link`. */
function outlineOf(file: Buffer): string {
  const objects = readObjects(file);
  const pages = [...objects].filter(([, { body }]) => body.includes('/Type/Page/')).map(([id]) => id);
  const read = (id: number): Structure => {
    const { body } = objects.get(id)!;
    const kids = /\/K ?(\[.*\]|<<.*>>|\d+ 0 R|\d+)(?=[/>])/.exec(body)?.[1] ?? '';
    const page = /^(?:(?!\/K).)*\/Pg (\d+)/.exec(body)?.[1];
    const parts = [...kids.matchAll(/<<(.*?)>>|(\d+) 0 R|(\d+)/g)].map(([, dictionary, reference, mark]) => {
      if (reference) return print(Number(reference));
      if (dictionary?.includes('/OBJR')) return 'link';
      const on = dictionary ? /\/Pg (\d+)/.exec(dictionary)![1] : page;
      return `${pages.indexOf(Number(on))}:${mark ?? /\/MCID (\d+)/.exec(dictionary!)![1]}`;
    });
    return { body, kids: parts.join(' ') };
  };
  const print = (id: number): string => {
    const { body, kids } = read(id);
    return `${/\/S\/(\w+)/.exec(body)![1]}(${kids})`;
  };
  const root = findObject(file, '/StructTreeRoot/K').body;
  return print(Number(/\/K (\d+)/.exec(root)![1]));
}

function elementOf(file: Buffer, type: StructureType): string {
  return findObject(file, `<</S/${type}/`).body;
}

test('an element that goes on on the next page says where each part stands', () => {
  const root = new Element('Document', undefined);
  const tag = new Element('P', root);
  const file = write(root, [text(tag)], makePage([text(tag, 'B'), text(new Element('P', root))]));
  expect(outlineOf(file)).toBe('Document(P(0:0 1:0) P(1:1))');
});

test('elements without content are left out, but cells stay', () => {
  const root = new Element('Document', undefined);
  new Element('P', new Element('Sect', root));
  new Element('TD', new Element('TR', new Element('TBody', new Element('Table', root))));
  const body = new Element('TBody', new Element('Table', root));
  const row = new Element('TR', body);
  const cells = [new Element('TD', row), new Element('TD', row)];
  new Element('TD', new Element('TR', body));
  expect(outlineOf(write(root, [text(cells[1]!)]))).toBe('Document(Table(TBody(TR(TD() TD(0:0)) TR(TD()))))');
});

test('what is in an element without a type stands in the element around it', () => {
  const root = new Element('Document', undefined);
  const place = new Element(undefined, root);
  const first = new Element('P', place);
  const second = new Element('P', root);
  expect(outlineOf(write(root, [text(second), text(first, 'B')]))).toBe('Document(P(0:1) P(0:0))');
});

function bodyWith(type: StructureType, facts: TagFacts, parent?: StructureType): string {
  const root = new Element('Document', undefined);
  const tag = new Element(type, parent ? new Element(parent, root) : root, facts);
  return elementOf(write(root, [text(tag)]), type);
}

test('an element says its language and what stands for it', () => {
  expect(bodyWith('P', { lang: 'fr', alt: 'Größe' })).toContain('/Alt<feff0047007200f600df0065>/Lang(fr)');
});

test('a header cell says what it heads, and a wide cell its width', () => {
  expect(bodyWith('TH', { scope: 'Column', colSpan: 2 }, 'TR')).toContain('/A<</O/Table/Scope/Column/ColSpan 2>>');
});

test('a list says what labels it has, in PDF 1.7 as far as that knows them', () => {
  expect(bodyWith('L', { list: { numbering: 'LowerRoman' } })).toContain('/A<</O/List/ListNumbering/LowerRoman>>');
  expect(bodyWith('L', { list: { numbering: 'None' } })).toContain('/A<</O/List/ListNumbering/None>>');
  expect(bodyWith('L', { list: { numbering: 'Ordered' } })).toContain('/A<</O/List/ListNumbering/Decimal>>');
});

test('notes have different identifiers', () => {
  const root = new Element('Document', undefined);
  const file = write(root, [text(new Element('Note', root)), text(new Element('Note', root))]);
  const notes = [...readObjects(file).values()].filter(({ body }) => body.includes('/S/Note'));
  expect(notes.map(({ body }) => /\/ID\((.*?)\)/.exec(body)![1])).toEqual(['note1', 'note2']);
  const ids = [...readObjects(file)].filter(([, { body }]) => body.includes('/S/Note')).map(([id]) => id);
  expect(findObject(file, '/Names[').body).toContain(`/Names[(note1) ${ids[0]} 0 R (note2) ${ids[1]} 0 R]`);
});

test('a title is mapped to a type that PDF 1.7 has', () => {
  const root = new Element('Document', undefined);
  const file = write(root, [text(new Element('Title', root))]);
  expect(findObject(file, '/Type/StructTreeRoot').body).toContain('/RoleMap<</Title/P>>');
});

test('PDF 2.0 has titles of its own, in its namespace', () => {
  const root = new Element('Document', undefined);
  const pages = [makePage([text(new Element('Title', root)), text(new Element('P', root))])];
  const { file } = writePdf(pages, { structure: root, standard: describeStandard(['PDF/UA-2']) });
  const tree = findObject(file, '/Type/StructTreeRoot').body;
  const [, namespace] = /\/Namespaces\[(\d+) 0 R\]/.exec(tree)!;
  expect(readObjects(file).get(Number(namespace))!.body).toBe('<</Type/Namespace/NS(http://iso.org/pdf2/ssn)>>');
  for (const type of ['Document', 'Title'] as const) expect(elementOf(file, type)).toContain(`/NS ${namespace} 0 R`);
  expect(elementOf(file, 'P')).not.toContain('/NS');
  expect(tree).not.toContain('RoleMap');
});

test('PDF 1.4 has neither THead nor TBody, and a table of more than 8,191 rows stays one, with its headers', async () => {
  const root = new Element('Document', undefined);
  const table = new Element('Table', root);
  const head = new Element('TH', new Element('TR', new Element('THead', table)), { scope: 'Column' });
  const body = new Element('TBody', table);
  const cells = Array.from({ length: 8200 }, () => new Element('TD', new Element('TR', body)));
  const standard = describeStandard(['PDF/A-1a', 'PDF/UA-1']);
  const { file } = writePdf([makePage([text(head), text(cells[0]!)])], { structure: root, standard });
  const syntax = file.toString('latin1');
  expect(syntax).not.toMatch(/\/S\/T(?:Head|Body)/);
  expect(syntax.match(/\/S\/Table\//g)).toHaveLength(1);
  const counts = [...syntax.matchAll(/\/S\/NonStruct.*?\/K\[(.*?)\]/g)].map(([, kids]) => kids!.match(/ 0 R/g)?.length);
  expect(counts.sort()).toEqual([10, 8191]);
  const { check } = await inspectPdf(file, { check: true });
  const ofTables = check!.findings.filter(({ rule }) =>
    /UA-1 7\.(?:2-(?:3|4|8|9|10|15|41|42)|5-1)\b|A-1a|A-1 6\.1\.12/.test(rule),
  );
  expect(ofTables).toEqual([]);
});

test('more than 8,191 paragraphs of PDF 1.4 stand in groups', () => {
  const root = new Element('Document', undefined);
  const items = Array.from({ length: 8200 }, () => text(new Element('P', root)));
  const pages = [makePage(items.slice(0, 4100)), makePage(items.slice(4100))];
  const { file } = writePdf(pages, { structure: root, standard: describeStandard(['PDF/A-1b']) });
  const syntax = file.toString('latin1');
  expect(syntax.match(/\/S\/P\//g)).toHaveLength(8200);
  const groups = [...syntax.matchAll(/\/S\/Div\/.*?\/K\[(.*?)\]/g)].map(([, kids]) => kids!.match(/ 0 R/g)?.length);
  expect(groups.sort()).toEqual([8191, 9]);
});

test('a text of more than 8,191 pieces holds spans in PDF 1.4', () => {
  const root = new Element('Document', undefined);
  const long = new Element('P', root);
  const pieces = Array.from({ length: 8000 }, () => [text(long), text(header)]).flat();
  const pages = [makePage(pieces), makePage(pieces.slice(0, 400))];
  const { file } = writePdf(pages, { structure: root, standard: describeStandard(['PDF/A-1b']) });
  const syntax = file.toString('latin1');
  const spans = [...syntax.matchAll(/\/S\/Span\/.*?\/K\[(.*?)\]>>/g)].map(([, kids]) =>
    kids!.replace(/<<.*?>>/g, '0').split(' '),
  );
  expect(spans.map(({ length }) => length).sort()).toEqual([8191, 9]);
  expect(syntax).not.toContain('/S/Div');
});

test('a figure says which area of the page it covers, with its rules and its texts', () => {
  const root = new Element('Document', undefined);
  const figure = new Element('Figure', root, { alt: 'A box' });
  const file = write(root, [
    { ...makeRect(), tag: figure },
    { ...makeRect({ x: 100, y: 0 }), tag: figure },
  ]);
  expect(elementOf(file, 'Figure')).toContain('/Alt(A box)/A<</O/Layout/BBox[10 40 130 100]>>');
  expect(contentOf(file)).toBe('/Figure<</MCID 0>>BDC\n1 0 0 rg\n10 40 30 40 re\n100 60 30 40 re\nf\nEMC\n');
});

const link = (tag: Element | undefined, more: Partial<LinkItem> = {}): LinkItem => ({
  ...makeLink('https://example.com/'),
  contents: 'the shop',
  tag,
  ...more,
});

test('a link is one annotation for each line, in its element', () => {
  const root = new Element('Document', undefined);
  const text1 = new Element('P', root);
  const tag = new Element('Link', text1, {}, { inline: true });
  const items = [text(text1), text(tag), link(tag), text(tag), link(tag, { x: 40 }), text(tag), link(tag, { y: 40 })];
  const file = write(root, items);
  expect(outlineOf(file)).toBe('Document(P(0:0 Link(0:1 link link)))');
  const annotations = [...readObjects(file).values()].filter(({ body }) => body.includes('/Annot/'));
  expect(annotations.map(({ body }) => /\/Rect\[(.*?)\]/.exec(body)![1])).toEqual(['10 70 70 80', '10 50 40 60']);
  for (const { body } of annotations) expect(body).toContain('/Contents(the shop)/StructParent ');
});

test('the text of a link that leads nowhere stays in its paragraph', () => {
  const root = new Element('Document', undefined);
  const tag = new Element('P', root);
  const lost = new Element('Link', tag, {}, { inline: true });
  const file = write(root, [text(tag), text(lost), link(lost, { target: '#nowhere' }), text(tag)]);
  expect(outlineOf(file)).toBe('Document(P(0:0 0:1 0:2))');
});

test('a link in a header has an element, because each link must have one', () => {
  const root = new Element('Document', undefined);
  const file = write(root, [text(header), link(undefined), text(new Element('P', root))]);
  expect(outlineOf(file)).toBe('Document(P(0:0) Link(link))');
});

test('the parent tree leads from each sequence and each annotation to its element', () => {
  const root = new Element('Document', undefined);
  const paragraph = new Element('P', root);
  const tag = new Element('Link', paragraph, {}, { inline: true });
  const file = write(root, [text(paragraph), text(tag), link(tag)], makePage([text(new Element('H1', root))]));
  const objects = readObjects(file);
  const idOf = (type: string) => [...objects].find(([, { body }]) => body.includes(`<</S/${type}/`))![0];
  const keys = [...objects.values()].flatMap(({ body }) => /\/StructParents? (\d+)/.exec(body)?.[1] ?? []);
  expect(keys.sort()).toEqual(['0', '1', '2']);
  const annotation = Number(/\/StructParent (\d+)/.exec(findObject(file, '/Annot/').body)![1]);
  const numbers = findObject(file, '/Nums').body;
  expect(numbers).toContain(`${annotation} ${idOf('Link')} 0 R`);
  expect(numbers).toContain(`[${idOf('P')} 0 R ${idOf('Link')} 0 R]`);
  expect(numbers).toContain(`[${idOf('H1')} 0 R]`);
  expect(findObject(file, '/StructTreeRoot/K').body).toContain('/ParentTreeNextKey 3');
});

test('a document without a structure has no marked content', () => {
  const file = writePdf([makePage([text(header), makeRect()])]).file.toString('latin1');
  expect(file).not.toMatch(/StructParents|MarkInfo|StructTreeRoot/);
});
