// What the guide to payments shows: each payment is drawn without a warning, and a scanner reads it.
import { expect, test } from 'vitest';
import { readPageBarcodes } from '../support/read-barcodes.ts';
import { warningsOf } from '../support/render-document.ts';
import { blocksOf, readPage } from './guide.ts';
import { holdPicture } from './pictures.ts';
import { renderTemplate } from './render-template.ts';

const page = readPage('docs/guides/payments.md');
const [data, invoice, open, renamed, computed, epc] = blocksOf(page).map(
  ({ text }) => JSON.parse(text) as Record<string, unknown>,
);
const template = (layout: Readonly<Record<string, unknown>>) => ({ pages: [layout], exampleData: data });
const bill =
  'SPC|0200|1|CH4431999123000889012|S|Max Muster & Söhne|Musterstrasse|123|8000|Seldwyla|CH||||||||1949.75|CHF|S|Simon Muster|Musterstrasse|1|8000|Seldwyla|CH|QRR|210000000003139471430009017|Invoice 2026-0417|EPD';
const gift = 'SPC|0200|1|CH5204835012345671000|S|Muster Stiftung|P.O. Box||3001|Bern|CH|||||||||CHF||||||||NON|||EPD';
const transfer = (creditor: string, rest: string) => `BCD|002|1|SCT||${creditor}|DE71110220330123456789|EUR1949.75||${rest}`;

test.each([
  ['bill', { size: [210, 135], ...invoice }, [bill]],
  ['open', { size: [210, 112], body: [], footer: [{ on: 'last', bleed: true, body: open }] }, [gift]],
  ['renamed', { size: [60, 40], margin: 5, body: [renamed] }, [transfer('Gratwerk GmbH', '|Invoice 2026-0417')]],
  ['computed', { size: [60, 40], margin: 5, body: [computed] }, [transfer('Max Muster & Söhne', 'RF5120260417')]],
  ['epc', { size: [100, 40], margin: 5, body: [epc] }, [transfer('Max Muster & Söhne', '|Invoice 2026-0417')]],
] as const)('%s', async (name, layout, codes) => {
  expect(await warningsOf(template(layout), { data })).toEqual([]);
  const pdf = await renderTemplate(template(layout), data!, {});
  const read = await readPageBarcodes(pdf, 300, { formats: ['QRCode'], characterSet: 'UTF8' });
  expect(read.map(({ text }) => text.replaceAll('\n', '|'))).toEqual(codes);
  if (page.includes(`payments/${name}.png`)) await holdPicture(`payments/${name}`, pdf, 110);
});
