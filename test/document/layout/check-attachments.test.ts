// Attachments that a standard does not allow, and how that is told.
import { expect, test } from 'vitest';
import type { StandardName } from '../../../src/contract/standards.ts';
import { checkAttachments } from '../../../src/document/layout/check-attachments.ts';
import type { Attachment } from '../../../src/document/layout/fragment.ts';
import { LayoutSession } from '../../../src/document/layout/session.ts';
import { defaultLimits } from '../../support/render.ts';

const attach = (filename: string, text: string, description: string | undefined = 'A file'): Attachment => ({
  filename,
  description,
  mimeType: 'application/pdf',
  relationship: 'Unspecified',
  bytes: Buffer.from(text),
});

function messagesOf(attachments: readonly Attachment[], standard: StandardName, part: number | undefined): string[] {
  const session = new LayoutSession(
    defaultLimits,
    () => ({ problem: 'none' }),
    () => {},
    [standard],
  );
  checkAttachments(attachments, part, session);
  for (const { params } of session.breaches) expect(params).toEqual({ component: '/document/attachments', page: null, standard });
  return session.breaches.map(({ keyword, message }) => `${keyword}: ${message}`);
}

/** Of each part of PDF/A, in both ways of writing XMP, and other files. */
const files = [1, 2, 3, 4].flatMap((part) => [
  attach(`${part}-element.pdf`, `%PDF-1.7 <pdfaid:part>${part}</pdfaid:part>`),
  attach(`${part}-attribute.pdf`, `%PDF-1.7 <rdf:Description pdfaid:part = '${part}'/>`),
]);
const others = [attach('plain.pdf', '%PDF-1.7'), attach('data.xml', '<pdfaid:part>1</pdfaid:part>')];

test.each([
  ['PDF/A-1b', 1, [], 'no attachments are'],
  ['PDF/A-2b', 2, [1, 2], 'only files of PDF/A-1, PDF/A-2 are'],
  ['PDF/A-4', 4, [1, 2, 4], 'only files of PDF/A-1, PDF/A-2, PDF/A-4 are'],
] as const)('under %s', (standard, part, allowed: readonly number[], which) => {
  const isAllowed = ({ filename }: Attachment) => allowed.includes(Number(filename[0]));
  for (const file of files.filter(isAllowed)) expect(messagesOf([file], standard, part)).toEqual([]);
  const refused = [...files.filter((file) => !isAllowed(file)), ...others];
  for (const file of refused)
    expect(messagesOf([file], standard, part)).toEqual([
      `attachment: ${standard}: ${which} allowed, so "${file.filename}" cannot be attached.`,
    ]);
  const names = refused.map(({ filename }) => `"${filename}"`).join(', ');
  expect(messagesOf([...files, ...others], standard, part)).toEqual([
    `attachment: ${standard}: ${which} allowed, so ${names} cannot be attached.`,
  ]);
});

test('any file is allowed under PDF/A-3', () => {
  expect(messagesOf([...files, ...others], 'PDF/A-3b', 3)).toEqual([]);
});

test('PDF/A-4f needs an attachment, and no other standard does', () => {
  expect(messagesOf([], 'PDF/A-4f', 4)).toEqual([
    'attachment-missing: PDF/A-4f: the document needs an attachment. Add one, or choose PDF/A-4.',
  ]);
  expect(messagesOf([], 'PDF/A-4', 4)).toEqual([]);
});

test('PDF/UA-2 needs a description of each file', () => {
  const silent = [attach('a.xml', '', ''), attach('b.xml', 'x'), { ...attach('c.xml', 'x'), description: undefined }];
  expect(messagesOf(silent, 'PDF/UA-2', undefined)).toEqual([
    'attachment-description: PDF/UA-2: "a.xml", "c.xml" needs a "description".',
  ]);
  expect(messagesOf(silent, 'PDF/A-3b', 3)).toEqual([]);
});
