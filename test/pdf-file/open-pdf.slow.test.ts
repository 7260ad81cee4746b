// Encrypted files: opened with a password, and what their permissions mean for screen readers.
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { type Base, makePdf } from '../inspect/make-pdf.ts';

async function encrypt(base: Base, userPassword: string, contentAccessibility = true): Promise<Uint8Array> {
  const document = await PDFDocument.load(makePdf(base), { updateMetadata: false });
  document.encrypt({ userPassword, ownerPassword: 'owner', permissions: { contentAccessibility } });
  return document.save({ useObjectStreams: false });
}

test('an encrypted file says how to open it, and opens with either password', async () => {
  const bytes = await encrypt('plain', 'user');
  await expect(inspectPdf(bytes)).rejects.toThrow(
    'is encrypted: write its password into a file, and name that file with --password-file',
  );
  await expect(inspectPdf(bytes, { password: 'wrong' })).rejects.toThrow('is encrypted, and the password does not open it');
  for (const password of ['user', 'owner']) {
    const facts = await inspectPdf(bytes, { password, read: true });
    expect(facts).toMatchObject({ encrypted: true, title: 'A title' });
    expect(facts.reading).toContain('heading 1: A');
  }
});

test.each([
  ['e\u0301\ufb01', '\u00e9fi'],
  ['soft\u00adhyphen', 'softhyphen'],
  ['no\u00a0break', 'no break'],
])('the password %j opens a file that is sealed with it as it is typed, and in its normal form %j', async (typed, normal) => {
  for (const used of [typed, normal])
    expect(await inspectPdf(await encrypt('plain', used), { password: typed })).toMatchObject({ title: 'A title' });
});

test('a password that PDF does not allow opens a file that has it all the same', async () => {
  const odd = 'mixed א';
  expect(await inspectPdf(await encrypt('plain', odd), { password: odd })).toMatchObject({ title: 'A title' });
  await expect(inspectPdf(await encrypt('plain', 'user'), { password: odd })).rejects.toThrow(
    'the password does not open it: the password mixes writing from the right',
  );
});

test.each([
  ['nothing', {}, []],
  ['a draft, and forms', { printing: 'lowResolution', fillingForms: true }, ['printDraft', 'fillForms']],
  [
    'everything',
    { printing: 'highResolution', modifying: true, copying: true, annotating: true, fillingForms: true, documentAssembly: true },
    ['print', 'printDraft', 'change', 'copy', 'annotate', 'fillForms', 'assemble'],
  ],
] as const)('the permissions of a file that allows %s', async (_, permissions, names) => {
  const document = await PDFDocument.load(makePdf('plain'), { updateMetadata: false });
  document.encrypt({ userPassword: '', ownerPassword: 'owner', permissions });
  expect((await inspectPdf(await document.save({ useObjectStreams: false }))).permissions).toEqual(names);
});

test('a file without a user password opens without one', async () => {
  expect(await inspectPdf(await encrypt('plain', ''))).toMatchObject({ encrypted: true, title: 'A title' });
});

test('encryption breaks PDF/A, and PDF/UA only where it refuses text to screen readers', async () => {
  const rulesOf = async (allows: boolean) => {
    const bytes = await encrypt('UA-1 A-3a', '', allows);
    return (await inspectPdf(bytes, { check: true })).check!.findings.map(({ rule }) => rule);
  };
  expect(await rulesOf(true)).toContain('A-3 6.1.3-2');
  expect(await rulesOf(true)).not.toContain('UA-1 7.16-1');
  expect(await rulesOf(false)).toContain('UA-1 7.16-1');
});
