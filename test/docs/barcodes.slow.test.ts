// What the guide to barcodes shows: each code is drawn without a warning, and a scanner reads it.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { symbologyNames } from '../../src/document/barcode/symbologies.ts';
import { readPageBarcodes } from '../support/read-barcodes.ts';
import { blocksOf, readPage, rowsOf } from './guide.ts';
import { holdPicture } from './pictures.ts';
import { renderTemplate } from './render-template.ts';

const page = readPage('docs/guides/barcodes.md');
const [dataBlock, ...blocks] = blocksOf(page);
const data = JSON.parse(dataBlock!.text) as Readonly<Record<string, string>>;
const images = { 'logo.png': readFileSync(new URL('../../templates-examples/invoice/assets/logo.png', import.meta.url)) };
/** Heights of the pictures in mm. */
const heights = { goods: 36, parcels: 50, labels: 32, logo: 34 };
const gs1 = (value: string) => value.replaceAll(/[()]/g, '');

test.each([
  ['goods', [data.ean!, '9783161484100', '0012345678905']],
  ['parcels', [data.carton!, gs1(data.parcel!)]],
  ['labels', [data.url!, data.ticket!, '0109521234543213' + '10AB-12\u001d' + '17261231', data.order!]],
  ['logo', [data.url!]],
] as const)('%s', async (name, codes) => {
  const example: unknown = JSON.parse(blocks.splice(0, 1)[0]!.text);
  const template = { pages: [{ size: [140, heights[name]], margin: 4, body: [example] }], exampleData: data };
  const pdf = await renderTemplate(template, data, images);
  const read = (await readPageBarcodes(pdf, 300)).map(({ text }) => text);
  expect(read.toSorted()).toEqual([...codes].toSorted());
  await holdPicture(`barcodes/${name}`, pdf, 110);
});

test('every kind of code is in one of the tables, and no other', () => {
  expect(
    rowsOf(page, 'symbology')
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(symbologyNames.toSorted());
});
