// Attachments: what PDF/A and PDF/UA ask of their specifications.
import { asDict, type Dict, Ref } from '../../pdf-file/objects.ts';
import { listFileSpecifications, type OpenedPdf } from '../opened-pdf.ts';
import { a2and3, type Broken, brokenIf, type Rule } from './rule.ts';

const ofFiles = (test: (file: Dict, opened: OpenedPdf) => string | undefined | false) =>
  function* find(opened: OpenedPdf): Iterable<Broken> {
    for (const [name, file] of listFileSpecifications(opened.file.catalog)) {
      const message = test(file, opened);
      if (message) yield { message: `The attachment "${file.text('UF') ?? file.text('F') ?? name}" ${message}` };
    }
  };

const contentOf = (file: Dict) => file.dict('EF')?.stream('UF') ?? file.dict('EF')?.stream('F');

/** Looks at the metadata only: whether the file keeps its claim is not checked. */
function claimsArchive(file: Dict, parts: string): boolean {
  const bytes = contentOf(file)?.decode();
  if (!bytes) return false;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return text.startsWith('%PDF-') && new RegExp(`pdfaid:part(?:>|\\s*=\\s*["'])[${parts}]`).test(text);
}

export const attachmentRules: readonly Rule[] = [
  {
    clauses: { 'A-1': '6.1.11-2' },
    says: 'The file has no attachments.',
    find: ({ file }) =>
      brokenIf(
        file.catalog.dict('Names')?.has('EmbeddedFiles') === true || file.catalog.has('AF'),
        'The file has attachments, which PDF/A-1 forbids',
      ),
  },
  {
    clauses: { 'UA-1': '7.11-1', ...a2and3('6.8-2'), 'A-4f': '6.9-2', 'A-4': '6.9-2' },
    matterhorn: '21-001',
    says: 'An attachment has a name as F and as UF.',
    ofTags: true,
    find: ofFiles((file) => !(file.text('F') && file.text('UF')) && 'lacks the name F or UF'),
  },
  {
    clauses: { 'A-2': '6.8-5' },
    says: 'An attachment is PDF/A-1 or PDF/A-2.',
    find: ofFiles((file) => !claimsArchive(file, '12') && 'is neither PDF/A-1 nor PDF/A-2'),
  },
  {
    clauses: { 'A-3': '6.8-1', 'A-4f': '6.9-1', 'A-4': '6.9-1' },
    says: 'An attachment has a media type.',
    find: ofFiles((file) => !/^[-\w+.]+\/[-\w+.]+$/.test(contentOf(file)?.dict.name('Subtype') ?? '') && 'has no media type'),
  },
  {
    clauses: { 'A-3': '6.8-3', 'A-4f': '6.9-4', 'A-4': '6.9-4' },
    says: 'An attachment says how it relates to the document.',
    find: ofFiles((file) => file.name('AFRelationship') === undefined && 'has no AFRelationship'),
  },
  {
    clauses: { 'A-3': '6.8-4' },
    says: 'An attachment is associated with the document or a part of it.',
    *find({ file }) {
      const associated = new Set<Dict>();
      for (const [, value] of file.objects())
        for (const one of asDict(value)?.rawItems('AF') ?? []) {
          const found = one instanceof Ref ? asDict(file.resolve(one)) : asDict(one);
          if (found) associated.add(found);
        }
      for (const [name, one] of listFileSpecifications(file.catalog))
        if (!associated.has(one)) yield { message: `The attachment "${one.text('UF') ?? name}" is associated with nothing` };
    },
  },
  {
    clauses: { 'A-4f': '6.9-5' },
    says: 'The file has an attachment.',
    find: ({ file }) => brokenIf(file.catalog.dict('Names')?.has('EmbeddedFiles') !== true, 'PDF/A-4f needs an attachment'),
  },
  {
    clauses: { 'UA-2': '8.14.1-1' },
    says: 'An attachment has a description.',
    find: ofFiles((file) => !file.text('Desc') && 'has no description'),
  },
];
