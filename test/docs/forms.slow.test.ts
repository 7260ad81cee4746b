// What the guide to forms shows: each form is made without a warning, keeps the standards, and its fields have the values of the data.
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { kinds } from '../../src/document/components/field/field-properties.ts';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { renderPdf, warningsOf } from '../support/render-document.ts';
import { blocksOf, readPage, rowsOf } from './guide.ts';
import { holdPicture } from './pictures.ts';

const page = readPage('docs/guides/forms.md');
const [data, form, list, notes] = blocksOf(page).map(({ text }) => JSON.parse(text) as Record<string, unknown>);

test('the form', async () => {
  expect(await warningsOf(form!, { data })).toEqual([]);
  const pdf = await renderPdf(form!, { data });
  const filled = (await PDFDocument.load(pdf)).getForm();
  expect(filled.getTextField('member.name').getText()).toBe('Jana Nováková');
  expect(filled.getTextField('member.born').getText()).toBe('17/05/1994');
  expect(filled.getDropdown('member.country').getSelected()).toEqual(['CZ']);
  expect(filled.getRadioGroup('fee').getSelected()).toBe('full');
  expect(filled.getCheckBox('news').isChecked()).toBe(true);
  expect(page).toContain(`this form has ${Math.floor(pdf.length / 1000)} kB`);
  await holdPicture('forms/membership', pdf, 110);
});

test.each(['PDF/A-2a', 'PDF/UA-1'])('the form keeps %s', async (standard) => {
  const { check } = await inspectPdf(await renderPdf(form!, { data, standard }), { check: true });
  expect(check!.findings).toEqual([]);
});

test('the list', async () => {
  const template = { pages: [{ size: [56, 30], margin: 4, body: [list] }] };
  expect(await warningsOf(template)).toEqual([]);
  await holdPicture('forms/list', await renderPdf(template), 110);
});

test('the text notes', async () => {
  const template = { document: { title: 'Fee', lang: 'en' }, pages: [{ size: [80, 25], margin: 4, body: [notes] }] };
  expect(await warningsOf(template, { data })).toEqual([]);
  const pdf = await renderPdf(template, { data, standard: ['PDF/UA-1', 'PDF/A-2a'] });
  const { reading, check } = await inspectPdf(pdf, { read: true, check: true });
  expect(reading).toEqual([
    'field: VAT number',
    'annotation: Country code and digits, such as ATU12345678. Leave it empty if you have none.',
    'The fee is due on 1 March.',
    'annotation: Jana Nováková asks for 1 April.',
    'annotation: Agreed.',
  ]);
  expect(check!.findings).toEqual([]);
  await holdPicture('forms/notes', await renderPdf(template, { data }), 110);
});

test('every kind of field is in the table', () => {
  expect(rowsOf(page, 'kind').map(([kind]) => kind)).toEqual(kinds);
});
