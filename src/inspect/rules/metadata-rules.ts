// The metadata of a file, its title and language, and the standard that it claims.
import { type Xmp, type XmpForm, xmpNamespaces, xmpText } from '../../pdf-file/xmp.ts';
import { toIsoTime } from '../signatures.ts';
import { a2and3, type Broken, brokenIf, type Rule } from './rule.ts';

const { dc, pdf, pdfaid, pdfuaid, xmp: basic, facturX } = xmpNamespaces;

/** Namespaces that PDF/A knows without a description (ISO 19005-2, 6.6.2.3.1). */
const predefined = new Set<string>([
  ...[dc, pdf, basic, pdfaid],
  ...['http://ns.adobe.com/xap/1.0/mm/', 'http://ns.adobe.com/xap/1.0/rights/', 'http://ns.adobe.com/xap/1.0/bj/'],
  ...['http://ns.adobe.com/xap/1.0/t/pg/', 'http://ns.adobe.com/xmp/1.0/DynamicMedia/', 'http://ns.adobe.com/photoshop/1.0/'],
  ...['http://ns.adobe.com/tiff/1.0/', 'http://ns.adobe.com/exif/1.0/'],
]);

/** Whether a value of this type is written in this form. Types of one value are texts, or structures that the schema describes. */
function hasForm(type: string, form: XmpForm): boolean {
  const [, list] = /^(?:(seq|bag|alt) |lang (alt)$)/i.exec(type)?.filter((part) => part !== undefined) ?? [];
  return list === undefined ? form === 'text' || form === 'structure' : list.toLowerCase() === form.toLowerCase();
}

const conformance: Readonly<Record<number, RegExp>> = { 1: /^[AB]$/, 2: /^[ABU]$/, 3: /^[ABU]$/, 4: /^[EF]?$/ };

const prefixOf = (xmp: Xmp | undefined, namespace: string): string | undefined =>
  xmp?.properties.find((one) => one.namespace === namespace)?.prefix;

/** Entries of the document information dictionary, each with the property of the same meaning. */
const infoPairs = [
  ['6.7.3-2', 'Title', dc, 'title'],
  ['6.7.3-3', 'Author', dc, 'creator'],
  ['6.7.3-4', 'Subject', dc, 'description'],
  ['6.7.3-5', 'Keywords', pdf, 'Keywords'],
  ['6.7.3-6', 'Creator', basic, 'CreatorTool'],
  ['6.7.3-7', 'Producer', pdf, 'Producer'],
] as const;

const infoDates = [
  ['6.7.3-1', 'CreationDate', 'CreateDate'],
  ['6.7.3-8', 'ModDate', 'ModifyDate'],
] as const;

export const metadataRules: readonly Rule[] = [
  {
    clauses: {
      'UA-1': '7.1-8',
      'UA-2': '8.11.1-2',
      'A-1': '6.7.2-1',
      ...a2and3('6.6.2.1-1'),
      'A-4': '6.7.2.1-1',
    },
    matterhorn: '06-001',
    says: 'The catalog holds a stream of metadata.',
    ofTags: true,
    find: ({ xmp }) => brokenIf(!xmp, 'The file has no metadata'),
  },
  {
    clauses: { 'A-1': '6.7.9-1', ...a2and3('6.6.2.1-4'), 'A-4': '6.7.2.1-4' },
    says: 'The metadata is well-formed XML.',
    find: ({ xmp }) => brokenIf(xmp?.fault !== undefined, `The metadata is no XML: ${xmp?.fault ?? ''}`),
  },
  {
    clauses: { 'A-1': '6.7.5-1', ...a2and3('6.6.2.1-2'), 'A-4': '6.7.2.1-2' },
    says: 'The header of the metadata has no attribute bytes.',
    find: ({ xmp }) => brokenIf(/\sbytes\s*=/.test(xmp?.header ?? ''), 'The header of the metadata has the attribute bytes'),
  },
  {
    clauses: { 'A-1': '6.7.5-2', ...a2and3('6.6.2.1-3'), 'A-4': '6.7.2.1-3' },
    says: 'The header of the metadata has no attribute encoding.',
    find: ({ xmp }) =>
      brokenIf(/\sencoding\s*=/.test(xmp?.header ?? ''), 'The header of the metadata has the attribute encoding'),
  },
  {
    clauses: { 'A-1': '6.7.2-2' },
    says: 'The stream of metadata has no filter.',
    find: ({ file }) => brokenIf(file.catalog.dict('Metadata')?.has('Filter') === true, 'The metadata is compressed'),
  },
  {
    clauses: { 'UA-1': '5-3', 'UA-2': '5-3' },
    says: 'The properties that claim PDF/UA have the prefix pdfuaid.',
    find: ({ xmp }) => brokenIf((prefixOf(xmp, pdfuaid) ?? 'pdfuaid') !== 'pdfuaid', 'PDF/UA is claimed with another prefix'),
  },
  {
    clauses: { 'UA-2': '5-5' },
    says: 'pdfuaid:rev is the year of the standard.',
    find: ({ xmp }) => brokenIf(!/^\d{4}$/.test(xmpText(xmp, pdfuaid, 'rev') ?? ''), 'pdfuaid:rev is no year'),
  },
  {
    clauses: { 'A-1': '6.7.11-4', ...a2and3('6.6.4-4'), 'A-4': '6.7.3-4' },
    says: 'The properties that claim PDF/A have the prefix pdfaid.',
    find: ({ xmp }) => brokenIf((prefixOf(xmp, pdfaid) ?? 'pdfaid') !== 'pdfaid', 'PDF/A is claimed with another prefix'),
  },
  {
    clauses: { 'A-1': '6.7.11-3', ...a2and3('6.6.4-3'), 'A-4': '6.7.3-3' },
    says: 'pdfaid:conformance is a level of the part.',
    find: ({ claims: { a } }) =>
      brokenIf(a !== undefined && !conformance[a.part]?.test(a.level), `PDF/A-${a?.part} has no level "${a?.level}"`),
  },
  {
    clauses: { 'A-4': '6.7.3-5' },
    says: 'pdfaid:rev is the year of the standard.',
    find: ({ xmp }) => brokenIf(!/^\d{4}$/.test(xmpText(xmp, pdfaid, 'rev') ?? ''), 'pdfaid:rev is no year'),
  },
  {
    clauses: { 'A-1': '6.7.9-2', ...a2and3('6.6.2.3.1-1') },
    says: 'An extension schema describes each property of a namespace that PDF/A does not know.',
    *find({ xmp }) {
      for (const { namespace, prefix, name } of xmp?.properties ?? [])
        if (!predefined.has(namespace) && !xmp!.extensions.get(namespace)?.has(name))
          yield { message: `No extension schema describes ${prefix}:${name}` };
    },
  },
  {
    clauses: { 'A-1': '6.7.9-3', ...a2and3('6.6.2.3.1-2') },
    says: 'A value has the type that the extension schema describes.',
    *find({ xmp }) {
      for (const { namespace, prefix, name, form } of xmp?.properties ?? []) {
        const type = xmp!.extensions.get(namespace)?.get(name);
        if (type !== undefined && !hasForm(type, form))
          yield {
            message: `${prefix}:${name} is described as "${type}", but is written as ${form === 'text' ? 'a text' : form}`,
          };
      }
    },
  },
  ...infoPairs.map(
    ([clause, entry, namespace, property]): Rule => ({
      clauses: { 'A-1': clause },
      says: `${entry} of the document information is the same in the metadata.`,
      find({ file, xmp }) {
        const given = file.trailer.dict('Info')?.text(entry);
        const said = xmpText(xmp, namespace, property);
        return brokenIf(given !== undefined && given !== said, `${entry} is "${given}", but "${said ?? ''}" in the metadata`);
      },
    }),
  ),
  ...infoDates.map(
    ([clause, entry, property]): Rule => ({
      clauses: { 'A-1': clause },
      says: `${entry} of the document information is the same time in the metadata.`,
      find({ file, xmp }) {
        const given = toIsoTime(file.trailer.dict('Info')?.text(entry));
        const said = xmpText(xmp, basic, property);
        const isSame = given === undefined || (said !== undefined && Date.parse(given) === Date.parse(said));
        return brokenIf(!isSame, `${entry} is ${given}, but ${said ?? 'missing'} in the metadata`);
      },
    }),
  ),
  {
    clauses: { 'UA-1': '7.1-9', 'UA-2': '8.11.1-1' },
    matterhorn: '06-003',
    says: 'The metadata holds a title.',
    find: ({ xmp }) => brokenIf((xmpText(xmp, dc, 'title') ?? '') === '', 'The metadata has no title'),
  },
  {
    clauses: { 'UA-1': '7.1-10', 'UA-2': '8.11.2-1' },
    matterhorn: '07-001',
    says: 'The viewer shows the title in its window bar.',
    find: ({ file }) =>
      brokenIf(
        file.catalog.dict('ViewerPreferences')?.boolean('DisplayDocTitle') !== true,
        'DisplayDocTitle of the viewer preferences is not true',
      ),
  },
  {
    clauses: { 'UA-1': '7.2-33', 'UA-2': '8.4.4-1' },
    matterhorn: '11-006',
    says: 'The catalog names the language of the document.',
    find: ({ file }) => brokenIf((file.catalog.text('Lang') ?? '') === '', 'The document has no language'),
  },
  {
    clauses: { 'Factur-X': 'XMP' },
    says: 'An electronic invoice names its file, and the file is attached.',
    *find({ file, xmp, claims }): Iterable<Broken> {
      if (claims.invoice === undefined) return;
      const name = xmpText(xmp, facturX, 'DocumentFileName');
      const names = file.catalog.list('AF').map((one) => (one && typeof one === 'object' && 'text' in one ? one.text('UF') : ''));
      if (name === undefined || !names.includes(name))
        yield { message: `The metadata claims the invoice "${name ?? ''}", which is not attached` };
    },
  },
];
