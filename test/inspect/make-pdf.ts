// A small file that keeps the rules of its standards, written as PDF syntax, and changes of it that break one.

export type Base = 'UA-1 A-3a' | 'UA-1 A-2a' | 'A-1a' | 'UA-2 A-4f' | 'plain';

/** The objects of a file by name; `@name` in them is a reference. */
export interface Parts {
  header: string;
  trailer: string;
  end: string;
  readonly objects: Map<string, { body: string; data?: string | Uint8Array }>;
}

/** Edits the parts. An edit that finds nothing to change fails, so that no test passes by accident. */
export class Edit {
  readonly parts: Parts;
  constructor(parts: Parts) {
    this.parts = parts;
  }

  body(name: string, from: string | RegExp, to: string): this {
    const object = this.parts.objects.get(name)!;
    const changed = object.body.replace(from, to);
    if (changed === object.body) throw new Error(`${name} does not hold ${String(from)}: ${object.body}`);
    object.body = changed;
    return this;
  }

  data(name: string, from: string | RegExp, to: string): this {
    const object = this.parts.objects.get(name)!;
    const before = typeof object.data === 'string' ? object.data : Buffer.from(object.data!).toString('latin1');
    const changed = before.replace(from, to);
    if (changed === before) throw new Error(`${name} does not hold ${String(from)}: ${before}`);
    object.data = typeof object.data === 'string' ? changed : Buffer.from(changed, 'latin1');
    return this;
  }

  add(name: string, body: string, data?: string | Uint8Array): this {
    this.parts.objects.set(name, data === undefined ? { body } : { body, data });
    return this;
  }
}

export function makePdf(base: Base, change: (edit: Edit) => unknown = () => {}): Uint8Array {
  const edit = new Edit(makeParts(base));
  change(edit);
  return writeParts(edit.parts);
}

/** A stream whose data each of the filters has packed, the last filter first. */
export const packed =
  (name: string, filters: string, data: Uint8Array, more = '') =>
  (edit: Edit): void => {
    edit.parts.objects.set(name, { body: `${more}/Filter[${filters}]`, data });
  };

export function writeParts({ header, trailer, end, objects }: Parts): Uint8Array {
  const ids = new Map([...objects.keys()].map((name, i) => [name, i + 1]));
  const link = (text: string): string => text.replace(/@([A-Za-z]\w*)/g, (_, name: string) => `${ids.get(name) ?? 9999} 0 R`);
  const chunks: Buffer[] = [Buffer.from(header, 'latin1')];
  let at = chunks[0]!.length;
  const places: number[] = [];
  const write = (chunk: string | Uint8Array) => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : Buffer.from(chunk);
    chunks.push(bytes);
    at += bytes.length;
  };
  for (const [name, { body, data }] of objects) {
    places.push(at);
    write(`${ids.get(name)} 0 obj\n`);
    if (data === undefined) write(`${link(body)}\nendobj\n`);
    else {
      const bytes = typeof data === 'string' ? Buffer.from(data, 'utf8') : data;
      write(`<<${link(body)}/Length ${bytes.length}>>\nstream\n`);
      write(bytes);
      write('\nendstream\nendobj\n');
    }
  }
  const xref = at;
  write(`xref\n0 ${places.length + 1}\n0000000000 65535 f \n`);
  for (const place of places) write(`${String(place).padStart(10, '0')} 00000 n \n`);
  write(`trailer\n<</Size ${places.length + 1}${link(trailer)}>>\nstartxref\n${xref}\n%%EOF${end}`);
  return Buffer.concat(chunks);
}

/** Four glyphs, each half an em wide: .notdef, A, B, space. */
export function makeFont(): Uint8Array {
  const table = (tag: string, length: number, fill: (view: DataView) => void) => {
    const bytes = new Uint8Array(length);
    fill(new DataView(bytes.buffer));
    return { tag, bytes };
  };
  const tables = [
    table('head', 54, (view) => view.setUint16(18, 1000)),
    table('hhea', 36, (view) => view.setUint16(34, 4)),
    table('hmtx', 16, (view) => [0, 1, 2, 3].forEach((glyph) => void view.setUint16(glyph * 4, 500))),
    table('maxp', 6, (view) => view.setUint16(4, 4)),
  ];
  const head = Buffer.alloc(12 + 16 * tables.length);
  head.writeUInt32BE(0x00010000);
  head.writeUInt16BE(tables.length, 4);
  let at = head.length;
  for (const [i, { tag, bytes }] of tables.entries()) {
    head.write(tag, 12 + i * 16, 'latin1');
    head.writeUInt32BE(at, 12 + i * 16 + 8);
    head.writeUInt32BE(bytes.length, 12 + i * 16 + 12);
    at += bytes.length;
  }
  return Buffer.concat([head, ...tables.map(({ bytes }) => bytes)]);
}

function makeProfile(): Uint8Array {
  const bytes = Buffer.alloc(128);
  bytes[8] = 2;
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  return bytes;
}

const show = (text: string): string =>
  `<${[...text].map((letter) => ({ A: '0001', B: '0002', ' ': '0003' })[letter] ?? '0000').join('')}> Tj`;

const said = (tag: string, mcid: number, text: string): string =>
  `/${tag} <</MCID ${mcid}>> BDC BT /F1 10 Tf 10 ${90 - mcid * 5} Td ${show(text)} ET EMC\n`;

function makeXmp(base: Base): string {
  const part = /(?:^| )A-(\d)([af]?)/.exec(base);
  const ua = /UA-(\d)/.exec(base)?.[1];
  const conformance = part?.[2] ? `<pdfaid:conformance>${part[2].toUpperCase()}</pdfaid:conformance>` : '';
  const revision = part?.[1] === '4' ? '<pdfaid:rev>2020</pdfaid:rev>' : '';
  const describes =
    ua && part
      ? `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA</pdfaSchema:schema><pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>part</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>`
      : '';
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">A title</rdf:li></rdf:Alt></dc:title><dc:creator><rdf:Seq><rdf:li>An author</rdf:li></rdf:Seq></dc:creator><dc:description><rdf:Alt><rdf:li xml:lang="x-default">A subject</rdf:li></rdf:Alt></dc:description></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"><pdf:Producer>A producer</pdf:Producer><pdf:Keywords>some words</pdf:Keywords></rdf:Description>
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"><xmp:CreatorTool>A creator</xmp:CreatorTool><xmp:CreateDate>2026-01-02T03:04:05Z</xmp:CreateDate><xmp:ModifyDate>2026-01-02T03:04:05Z</xmp:ModifyDate></rdf:Description>
${part ? `<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>${part[1]}</pdfaid:part>${conformance}${revision}</rdf:Description>` : ''}
${ua ? `<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>${ua}</pdfuaid:part>${ua === '2' ? '<pdfuaid:rev>2024</pdfuaid:rev>' : ''}</rdf:Description>` : ''}
${describes}
</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
}

/** The tags of a page: heading, paragraph with a link, table, list, figure. */
function addTags(add: (name: string, body: string) => void, isPdf2: boolean): void {
  const space = isPdf2 ? '/NS @ns' : '';
  const element = (name: string, type: string, parent: string, kids: string, more = '') =>
    add(name, `<</Type/StructElem/S/${type}/P @${parent}/Pg @page/K[${kids}]${more}>>`);
  add('root', `<</Type/StructTreeRoot/K[@doc]/ParentTree @parents/ParentTreeNextKey 2${isPdf2 ? '/Namespaces[@ns]' : ''}>>`);
  if (isPdf2) add('ns', '<</Type/Namespace/NS(http://iso.org/pdf2/ssn)>>');
  add('parents', '<</Nums[0[@h1 @p @link @th1 @th2 @td1 @td2 @lbl @lbody @fig] 1 @link]>>');
  element('doc', 'Document', 'root', '@h1 @p @table @list @fig', space);
  element('h1', 'H1', 'doc', '0');
  element('p', 'P', 'doc', '1 @link');
  element('link', 'Link', 'p', '2 <</Type/OBJR/Obj @annot/Pg @page>>');
  element('table', 'Table', 'doc', '@thead @tbody');
  element('thead', 'THead', 'table', '@tr1');
  element('tbody', 'TBody', 'table', '@tr2');
  element('tr1', 'TR', 'thead', '@th1 @th2');
  element('tr2', 'TR', 'tbody', '@td1 @td2');
  element('th1', 'TH', 'tr1', '3', '/A<</O/Table/Scope/Column>>');
  element('th2', 'TH', 'tr1', '4', '/A<</O/Table/Scope/Column>>');
  element('td1', 'TD', 'tr2', '5');
  element('td2', 'TD', 'tr2', '6');
  element('list', 'L', 'doc', '@li', '/A<</O/List/ListNumbering/Disc>>');
  element('li', 'LI', 'list', '@lbl @lbody');
  element('lbl', 'Lbl', 'li', '7');
  element('lbody', 'LBody', 'li', '8');
  element('fig', 'Figure', 'doc', '9', '/Alt(A line)');
}

function makeParts(base: Base): Parts {
  const isPdf2 = base === 'UA-2 A-4f';
  const objects: Parts['objects'] = new Map();
  const add = (name: string, body: string, data?: string | Uint8Array) =>
    void objects.set(name, data === undefined ? { body } : { body, data });
  const hasFiles = base === 'UA-1 A-3a' || isPdf2;
  const files = hasFiles ? '/AF[@file]/Names<</EmbeddedFiles<</Names[(a.txt) @file]>>>>' : '';
  const intent = base === 'plain' ? '' : '/OutputIntents[@intent]';
  add(
    'catalog',
    `<</Type/Catalog/Pages @pages/Lang(en)/MarkInfo<</Marked true>>/StructTreeRoot @root/Metadata @xmp/Outlines @outlines/ViewerPreferences<</DisplayDocTitle true>>${intent}${files}>>`,
  );
  add('pages', '<</Type/Pages/Kids[@page]/Count 1>>');
  add(
    'page',
    '<</Type/Page/Parent @pages/MediaBox[0 0 200 100]/Resources @resources/Contents @content/StructParents 0/Tabs/S/Annots[@annot]>>',
  );
  add('resources', '<</Font<</F1 @font>>/ExtGState<</G1 @gs>>/XObject<</I1 @image/X1 @form>>>>');
  add('gs', '<</Type/ExtGState/CA 1/ca 1/BM/Normal>>');
  add('image', '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace[/ICCBased @profile]/BitsPerComponent 8', 'abc');
  add('form', '/Type/XObject/Subtype/Form/BBox[0 0 1 1]', '0 0 1 1 re f');
  add(
    'content',
    '',
    [
      '/Artifact BMC q /G1 gs 0 0 m 10 10 l S /I1 Do /X1 Do Q EMC\n',
      said('H1', 0, 'A'),
      said('P', 1, 'AB '),
      said('Link', 2, 'B'),
      said('TH', 3, 'A'),
      said('TH', 4, 'B'),
      said('TD', 5, 'AA'),
      said('TD', 6, 'BB'),
      said('Lbl', 7, 'B'),
      said('LBody', 8, 'BA'),
      '/Figure <</MCID 9>> BDC 0 0 m 10 10 l S EMC\n',
    ].join(''),
  );
  add('annot', `<</Type/Annot/Subtype/Link/Rect[0 0 1 1]/F 4/Contents(B)/StructParent 1/A<</S/URI/URI(https://example.com)>>>>`);
  add('font', '<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+Test/Encoding/Identity-H/DescendantFonts[@cid]/ToUnicode @unicode>>');
  add(
    'cid',
    '<</Type/Font/Subtype/CIDFontType2/BaseFont/ABCDEF+Test/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor @descriptor/CIDToGIDMap/Identity/DW 500/W[1[500 500] 3 3 500]>>',
  );
  add(
    'descriptor',
    `<</Type/FontDescriptor/FontName/ABCDEF+Test/Flags 4/FontFile2 @program${base === 'A-1a' ? '/CIDSet @cidset' : ''}>>`,
  );
  if (base === 'A-1a') add('cidset', '', Uint8Array.of(0xf0));
  add('program', '', makeFont());
  add(
    'unicode',
    '',
    '1 begincodespacerange <0000> <FFFF> endcodespacerange 2 beginbfchar <0003> <0020> <0001> <0041> endbfchar 1 beginbfrange <0002> <0002> <0042> endbfrange',
  );
  add('xmp', '/Type/Metadata/Subtype/XML', makeXmp(base));
  add('outlines', '<</Type/Outlines/First @entry/Last @entry/Count 1>>');
  add('entry', `<</Title(A)/Parent @outlines${isPdf2 ? '/Dest[@h1/Fit]' : '/Dest[@page/Fit]'}>>`);
  add('profile', '/N 3', makeProfile());
  if (base !== 'plain')
    add('intent', '<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/DestOutputProfile @profile>>');
  if (hasFiles) {
    add('file', '<</Type/Filespec/F(a.txt)/UF(a.txt)/Desc(A text)/AFRelationship/Data/EF<</F @embedded/UF @embedded>>>>');
    add('embedded', '/Type/EmbeddedFile/Subtype/text#2Fplain', 'a text');
  }
  addTags((name, body) => add(name, body), isPdf2);
  const isArchive4 = isPdf2;
  if (!isArchive4)
    add(
      'info',
      '<</Title(A title)/Author(An author)/Subject(A subject)/Keywords(some words)/Creator(A creator)/Producer(A producer)/CreationDate(D:20260102030405Z)/ModDate(D:20260102030405Z)>>',
    );
  return {
    header: `%PDF-${isPdf2 ? '2.0' : base === 'A-1a' ? '1.4' : '1.7'}\n%\xff\xff\xff\xff\n`,
    trailer: `/Root @catalog${isArchive4 ? '' : '/Info @info'}/ID[<00><00>]`,
    end: '\n',
    objects,
  };
}
