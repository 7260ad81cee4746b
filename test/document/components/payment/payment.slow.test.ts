// QR bills and EPC codes on the page: places and sizes of the Style Guide, the four languages, faults, tags.
import { describe, expect, test } from 'vitest';
import type { PageItem } from '../../../../src/document/layout/fragment.ts';
import { inspectPdf } from '../../../../src/inspect/inspect-pdf.ts';
import { findTagFaults } from '../../../support/find-tag-faults.ts';
import { billFooter, guidelineExamples } from '../../../support/payments.ts';
import { readPageBarcodes } from '../../../support/read-barcodes.ts';
import { compile, diagnose, explain, itemLines, type LaidOut, layOut, wordsOf } from '../../../support/render.ts';
import { renderPdf, warningsOf } from '../../../support/render-document.ts';

const mm = 72 / 25.4;
const full = guidelineExamples[1]!.values;
const open = guidelineExamples[2]!.values;

/** Lays out a bill at the foot of an A4 sheet. */
const bill = (values: Readonly<Record<string, unknown>>, more: Readonly<Record<string, unknown>> = {}, locale = 'en-GB') =>
  layOut(['x'], values, { size: 'A4', margin: 20, footer: billFooter(values, more) }, {}, undefined, undefined, undefined, {
    locale,
  });

/** A text with its left edge and baseline in mm from the corner of the bill, its size and weight. */
interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly look: string;
}

const top = 297 * mm - 105 * mm;

async function placedIn(
  ...args: Parameters<typeof bill>
): Promise<{ readonly texts: PlacedText[]; readonly items: readonly PageItem[] }> {
  const { pages, warnings } = await bill(...args);
  expect(warnings).toEqual([]);
  const { items } = pages[0]!;
  const texts = items.flatMap((item) => {
    if (item.kind !== 'text' || item.y < top) return [];
    const { segment } = item;
    const x = (item.x + segment.x) / mm;
    return [
      {
        text: wordsOf(item),
        x,
        y: (item.y - top) / mm,
        right: x + segment.width / mm,
        look: `${segment.face.postscriptName} ${segment.style.size}`,
      },
    ];
  });
  return { texts, items };
}

/** The distance of every number from its place in mm is less than 0.1. */
function expectNear(found: readonly (number | undefined)[], places: readonly number[]): void {
  expect(found).toHaveLength(places.length);
  for (const [i, place] of places.entries())
    expect(Math.abs((found[i] ?? Number.NaN) - place), `${found[i]} at ${i}`).toBeLessThan(0.1);
}

const told = ({ warnings }: LaidOut) => warnings.map(({ code, message }) => `${code} ${message}`);

const bold = 'LiberationSans-Bold';
const regular = 'LiberationSans';

describe('a bill at the foot of an A4 sheet', () => {
  test('has its texts in the sizes and columns of the Style Guide', async () => {
    const { texts } = await placedIn(full);
    const lookOf = (text: string) =>
      texts.filter((one) => one.text === text).map(({ look, x }) => `${look} ${Math.round(x * 10) / 10}`);
    expect(lookOf('Receipt')).toEqual([`${bold} 11 5`]);
    expect(lookOf('Payment part')).toEqual([`${bold} 11 67`]);
    expect(lookOf('Account / Payable to')).toEqual([`${bold} 6 5`, `${bold} 8 118`]);
    expect(lookOf('CH44 3199 9123 0008 8901 2')).toEqual([`${regular} 8 5`, `${regular} 10 118`]);
    expect(lookOf('21 00000 00003 13947 14300 09017')).toEqual([`${regular} 8 5`, `${regular} 10 118`]);
    expect(lookOf('Currency')).toEqual([`${bold} 6 5`, `${bold} 8 67`]);
    expect(lookOf('Amount')).toEqual([`${bold} 6 17`, `${bold} 8 82`]);
    expect(lookOf('1 949.75')).toEqual([`${regular} 8 17`, `${regular} 10 82`]);
    expect(lookOf('Order from 15.10.2020')).toEqual([`${regular} 10 118`]);
    expect(lookOf('eBill')).toEqual([`${bold} 7 67`]);
    expect(lookOf('/B/simon.muster@example.com')[0]).toMatch(`${regular} 7`);
    const point = texts.find(({ text }) => text === 'Acceptance point')!;
    expect(point.look).toBe(`${bold} 6`);
    expectNear([point.right], [57]);
  });
  test('has its sections at the heights of the Style Guide', async () => {
    const { texts } = await placedIn(full);
    const tops = (text: string) =>
      texts.filter((one) => one.text === text).map(({ y, look }) => y - (0.905 * Number(look.split(' ')[1])) / mm);
    expectNear([...tops('Receipt'), ...tops('Payment part')], [5, 5]);
    expectNear(tops('Account / Payable to'), [12, 5]);
    expectNear([...tops('Currency'), ...tops('Amount')], [68, 68, 68, 68]);
    expectNear([...tops('Acceptance point'), ...tops('eBill')], [82, 90]);
    const lines = texts.filter(({ x }) => Math.abs(x - 118) < 0.01).map(({ y }) => y);
    const steps = lines.slice(1).map((y, i) => (y - lines[i]!) * mm);
    // Lines of 11 pt, and a blank line between blocks.
    expect(steps.map((step) => Math.round(step * 10) / 10).every((step) => step === 11 || Math.abs(step - 22) < 2)).toBe(true);
  });
  test('has its code of 46 mm, its cross of 7 mm and its cut marks in their places', async () => {
    const { items } = await placedIn(full);
    const code = items.find((item) => item.kind === 'modules')!;
    if (code.kind !== 'modules') return;
    const modules = Math.max(...code.rects.map((_, i) => (i % 4 === 0 ? code.rects[i]! + code.rects[i + 2]! : 0)));
    expectNear([code.x / mm, (code.y - top) / mm, (code.scaleX * modules) / mm, (code.scaleY * modules) / mm], [67, 17, 46, 46]);
    const rects = items.flatMap((item) => (item.kind === 'rect' && item.y >= top - 1 ? [item] : []));
    expectNear(
      rects.flatMap(({ x, y, width, height }) => [x, y - top, width, height].map((one) => one / mm)),
      [...[0, 0, 210, 105], ...[86.5, 36.5, 7, 7], ...[87, 37, 6, 6]],
    );
    const lines = itemLines(items).filter((line) => / stroke 0\.5$/.test(line));
    expect(lines).toEqual([
      expect.stringMatching(/^path 0,544\.3 14\.2x0 ML/),
      expect.stringMatching(/^path 22\.7,544\.3 572\.6x0 ML/),
      expect.stringMatching(/^path 175\.7,544\.3 0x14\.2 ML/),
      expect.stringMatching(/^path 175\.7,566\.9 0x275 ML/),
    ]);
  });
  test('has fields with corners of 3 mm where the payer writes', async () => {
    const { texts, items } = await placedIn(open);
    expect(texts.map(({ text }) => text)).toContain('Payable by (name/address)');
    const fields = itemLines(items).flatMap((line) => {
      const [, ...numbers] = /^path ([\d.]+),([\d.]+) ([\d.]+)x([\d.]+) (?:MLL){4} stroke 0\.75$/.exec(line) ?? [];
      return numbers.length > 0 ? [numbers.map(Number)] : [];
    });
    // The middle of the line is 0.375 pt inside of the edge.
    const outer = fields.map(([x, y, width, height]) =>
      [x! - 0.375, y! - top - 0.375, width! + 0.75, height! + 0.75].map((one) => one / mm),
    );
    const widthsAndHeights = outer.flatMap(([, , width, height]) => [width, height]);
    expectNear(widthsAndHeights, [...[52, 20], ...[30, 10], ...[40, 15], ...[65, 25]]);
    const lefts = outer.map(([left]) => left);
    expectNear(lefts, [5, 27, 78, 118]);
    expectNear([outer[1]![1]], [68]);
    for (const [, y, , height] of outer) expect(y! + height!).toBeLessThan(90);
  });
  test('is written in the language of the locale, or in the one that the template names', async () => {
    const titles = async (locale: string, language?: string) =>
      (await placedIn(open, language === undefined ? {} : { language }, locale)).texts
        .filter(({ look }) => look === `${bold} 11`)
        .map(({ text }) => text);
    expect(await titles('de-CH')).toEqual(['Empfangsschein', 'Zahlteil']);
    expect(await titles('fr-CH')).toEqual(['Récépissé', 'Section paiement']);
    expect(await titles('it-CH')).toEqual(['Ricevuta', 'Sezione pagamento']);
    expect(await titles('rm-CH')).toEqual(['Receipt', 'Payment part']);
    expect(await titles('de-CH', 'it')).toEqual(['Ricevuta', 'Sezione pagamento']);
  });
  test('has all headings in each language', async () => {
    const of = async (locale: string) => {
      const headings = [...(await placedIn(full, {}, locale)).texts, ...(await placedIn(open, {}, locale)).texts];
      return [...new Set(headings.filter(({ look }) => look === `${bold} 6` || look === `${bold} 8`).map(({ text }) => text))];
    };
    const headings = [
      ['Konto / Zahlbar an', 'Compte / Payable à', 'Conto / Pagabile a'],
      ['Referenz', 'Référence', 'Riferimento'],
      ['Zahlbar durch', 'Payable par', 'Pagabile da'],
      ['Währung', 'Monnaie', 'Valuta'],
      ['Betrag', 'Montant', 'Importo'],
      ['Annahmestelle', 'Point de dépôt', 'Punto di accettazione'],
      ['Zusätzliche Informationen', 'Informations supplémentaires', 'Informazioni supplementari'],
      ['Zahlbar durch (Name/Adresse)', 'Payable par (nom/adresse)', 'Pagabile da (nome/indirizzo)'],
    ];
    for (const [i, locale] of ['de', 'fr', 'it'].entries()) expect(await of(locale)).toEqual(headings.map((row) => row[i]));
  });
  test('shows the country of an address abroad', async () => {
    const { texts } = await placedIn(guidelineExamples[5]!.values);
    expect(texts.map(({ text }) => text)).toContain('DE-78462 Konstanz');
  });
  test('makes letters smaller for long texts, and leaves out streets of the receipt last', async () => {
    const long = (letter: string) => ({
      name: letter.repeat(70),
      street: letter.repeat(70),
      buildingNumber: letter.repeat(16),
      postalCode: '8000',
      town: letter.repeat(35),
      country: 'CH',
    });
    const { texts } = await placedIn({
      ...full,
      creditor: long('m'),
      debtor: long('w'),
      message: 'x'.repeat(90),
      billingInformation: '//S1/10/1',
    });
    const inReceipt = texts.filter(({ x }) => x < 60);
    expect(inReceipt.map(({ look }) => look)).toContain(`${regular} 6`);
    expect(texts.filter(({ x }) => x > 117).map(({ look }) => look)).toContain(`${regular} 8`);
    for (const { right, x, y } of texts) {
      expect(right).toBeLessThan(x > 117 ? 205.1 : x > 62 ? 118 : 57.1);
      expect(y).toBeLessThan(x > 117 ? 90 : 100);
    }
    expect(inReceipt.filter(({ y }) => y > 68).map(({ text }) => text)).toEqual([
      'Currency',
      'CHF',
      'Amount',
      '1 949.75',
      'Acceptance point',
    ]);
  });
  test('has a sentence above the lines, or neither', async () => {
    const lines = itemLines((await bill(full, { cut: 'text' })).pages[0]!.items);
    expect(lines.some((line) => line.endsWith('"Separate before paying in"'))).toBe(true);
    expect(lines.filter((line) => / stroke 0\.5$/.test(line))).toHaveLength(2);
    const bare = itemLines((await bill(full, { cut: 'none' })).pages[0]!.items);
    expect(bare.filter((line) => / stroke 0\.5$/.test(line))).toEqual([]);
  });
});

describe('a bill is left out', () => {
  const withoutBill = async (...args: Parameters<typeof bill>) => {
    const laidOut = await bill(...args);
    const items = laidOut.pages.flatMap((page) => page.items);
    expect(items.some(({ kind }) => kind === 'modules')).toBe(false);
    expect(itemLines(items).filter((line) => line.startsWith('text'))).toHaveLength(1);
    return told(laidOut);
  };
  test('with all its faults in one warning, and strict rendering refuses it', async () => {
    expect(await withoutBill({ ...full, account: 'CH4431999123000889013', amount: -1 })).toEqual([
      'bad-payment The QR bill is left out: "account" is mistyped: its check digits do not match the rest (2.9). "amount" is -1: nobody can pay less than nothing (3.5.3). Numbers in brackets are chapters of the Swiss Implementation Guidelines QR-bill 2.3.',
    ]);
  });
  test('with the object to write for data with other names', async () => {
    const [warning] = await withoutBill({ ...full, creditor: { name: 'A', zip: '8000', city: 'B', country: 'CH' } });
    expect(warning).toContain(
      'Write "creditor": { "name": "{{ creditor.name }}", "postalCode": "{{ creditor.zip }}", "town": "{{ creditor.city }}", "country": "{{ creditor.country }}" }',
    );
  });
  test('in a place that is too narrow', async () => {
    const { warnings } = await layOut([{ payment: 'qrBill', ...full }], {}, { size: 'A4', margin: 20 * mm });
    expect(warnings.map(({ message }) => message)[0]).toBe(
      'The QR bill is left out: it is 210 mm wide, and its place is 170 mm wide. Put it into a footer at the edges of an A4 sheet: "footer": [{ "on": "last", "bleed": true, "body": { "payment": "qrBill", … } }].',
    );
  });
  test('in a language that bills do not have', async () => {
    expect(await withoutBill(full, { language: "{{ 'rm' }}" })).toEqual([
      'bad-payment The QR bill is left out: "language" must be one of "de", "fr", "it", "en", got "rm".',
    ]);
  });
});

test.each([
  ['landscape', { size: 'A4', orientation: 'landscape' }, 297],
  ['letter', { size: 'letter' }, 216],
])('a bill on a sheet that is wider than A4 is told of: %s', async (_, sheet, wide) => {
  const footer = [{ bleed: true, body: { payment: 'qrBill', ...full } }];
  expect(told(await layOut(['x'], {}, { ...sheet, footer }))).toEqual([
    `payment-misplaced The QR bill stands on a sheet ${wide} mm wide, and is cut off an A4 sheet in portrait, 210 mm wide: "size": "A4".`,
  ]);
});

test('a bill that does not stand at the lower edge is told of', async () => {
  const body = [{ payment: 'qrBill', ...full }, 'Text below'];
  expect(told(await layOut(body, {}, { size: 'A4', margin: 0 }))).toEqual([
    expect.stringMatching(/^payment-misplaced The QR bill stands 192 mm above the lower edge of the sheet/),
  ]);
  const placed = await layOut(['x'], {}, { size: 'A4', overlay: [{ payment: 'qrBill', ...full, at: { x: 0, y: 192 * mm } }] });
  expect(placed.warnings).toEqual([]);
});

test.each([
  ['a margin', { margin: 5 * mm }, '"margin"'],
  ['the padding of a style', { style: 'wide' }, '"padding" of the style "wide"'],
])('%s that keeps a bill from the edges is named', async (_, own, said) => {
  const more = { styles: { wide: { padding: 5 * mm } } };
  const footer = [{ on: 'last', bleed: true, body: { payment: 'qrBill', ...full, ...own } }];
  expect(told(await layOut(['x'], {}, { size: 'A4', margin: 20, footer }, more))).toEqual([
    `bad-payment The QR bill is left out: it is 210 mm wide, and its place is 200 mm wide. Leave ${said} out.`,
  ]);
});

test('a margin below a bill is named', async () => {
  const footer = [{ on: 'last', bleed: true, body: { payment: 'qrBill', ...full, margin: [0, 0, 5 * mm, 0] } }];
  expect(told(await layOut(['x'], {}, { size: 'A4', margin: 20, footer }))).toEqual([
    'payment-misplaced The QR bill stands 5 mm above the lower edge of the sheet, where payers cut it off (3.1). Leave "margin" out.',
  ]);
});

describe('lint', () => {
  const page = (component: object) => ({ pages: [{ size: 'A4', margin: 0, body: [component] }] });
  const problems = (component: object) => explain(page(component));
  test('finds faults of what the template writes', async () => {
    expect(await problems({ payment: 'qrBill', ...full, account: 'CH00', amount: '{{ x }}' })).toEqual([
      'error wrong-value /pages/0/body/0/account "account" has 4 characters, and an IBAN of CH has 21 (2.9)',
    ]);
    expect(await diagnose(page({ payment: 'epc', account: 'BE72000000001616', creditor: 'x', amount: '0' }))).toEqual([
      'error wrong-value /pages/0/body/0/amount',
    ]);
    expect(await diagnose(page({ payment: 'qrBill', ...full, language: 'rm' }))).toEqual([
      'error wrong-value /pages/0/body/0/language',
    ]);
  });
  test('names the members that were meant', async () => {
    const { creditor: _, ...rest } = full;
    const found = await problems({
      payment: 'qrBill',
      ...rest,
      creditor: { ...(full.creditor as object), zip: '1', houseNo: '2' },
      iban: 'x',
    });
    expect(found.join('\n')).toContain('/creditor/zip "zip" is not known here; did you mean "postalCode"?');
    expect(found.join('\n')).toContain('/creditor/houseNo "houseNo" is not known here; did you mean "buildingNumber"?');
    expect(found.join('\n')).toContain('/iban "iban" is not known here; did you mean "account"?');
  });
  test('warns of properties without effect, and of fonts that bills may not have', async () => {
    const found = await diagnose(page({ payment: 'qrBill', ...full, bic: 'ABCDEFGH', size: 8, lang: 'de', font: 'noto-sans' }));
    expect(found).toEqual(
      ['bic', 'size', 'lang']
        .map((name) => `warning no-effect /pages/0/body/0/${name}`)
        .concat('warning payment-font /pages/0/body/0/font'),
    );
    expect(await diagnose(page({ payment: 'qrBill', ...full, font: 'helvetica' }))).toEqual([]);
    const framed = { border: { width: 1 }, background: '#eeeeee', opacity: 0.5 };
    expect(await diagnose(page({ payment: 'qrBill', ...full, ...framed }))).toEqual(
      ['border', 'background', 'opacity'].map((name) => `warning payment-look /pages/0/body/0/${name}`),
    );
    expect(await diagnose(page({ payment: 'epc', account: 'BE72000000001616', creditor: 'x', cut: 'none' }))).toEqual([
      'warning no-effect /pages/0/body/0/cut',
    ]);
  });
  test('warns of the look that a style gives a bill', async () => {
    const { diagnostics } = await compile({
      ...page({ payment: 'qrBill', ...full, style: ['plain', 'framed'] }),
      styles: { plain: { size: 8 }, framed: { border: { width: 1 }, background: '#eeeeee' } },
    });
    expect(diagnostics.map(({ code, pointer, message }) => `${code} ${pointer} ${message.replace(/ changes.*/, '')}`)).toEqual([
      'payment-look /pages/0/body/0/style "border" of the style "framed"',
      'payment-look /pages/0/body/0/style "background" of the style "framed"',
    ]);
  });
  test('knows the currency of the template', async () => {
    const { currency: _, ...rest } = full;
    const found = async (currency?: string) =>
      (await compile({ ...page({ payment: 'qrBill', ...rest }), ...(currency && { currency }) })).diagnostics.map(
        ({ pointer, message }) => `${pointer} ${message}`,
      );
    expect(await found('CHF')).toEqual([]);
    expect(await found('{{ "USD" }}')).toEqual([]);
    expect(await found('USD')).toEqual(['/pages/0/body/0 "currency" is USD, and a QR bill takes CHF and EUR only (4.2.2)']);
    expect(await found()).toEqual([
      '/pages/0/body/0 "currency" is missing: write "currency": "CHF", or set the "currency" of the template (4.2.2)',
    ]);
  });
});

describe('a value that is missing is told, by lint and in the document', () => {
  const address = { name: 'A', postalCode: '8000', town: 'B', country: 'CH' };
  const { debtor: _debtor, ...open } = full;
  const epc = { payment: 'epc', account: 'BE72000000001616', creditor: 'Red Cross', amount: 1 };
  const qrBill: Readonly<Record<string, unknown>> = { payment: 'qrBill', ...open };
  const { creditor: _creditor, ...unpaid } = qrBill;
  const found = async (payment: Readonly<Record<string, unknown>>, body?: unknown) => {
    const dataSchema = { type: 'object', properties: { x: { type: 'string' } } };
    const page = { size: 'A4', margin: 0, ...(body ? { body } : { body: ['x'], footer: [{ bleed: true, body: payment }] }) };
    const { diagnostics } = await compile({ pages: [page], dataSchema });
    const { warnings } = await layOut(page.body, {}, page);
    return [
      diagnostics.map(({ code, pointer }) => `${code} ${pointer.replace(/^.*body\/(?:0\/)?/, '')}`),
      warnings.map(({ code }) => code),
    ];
  };
  test.each([
    [epc, 'message', 'Invoice {{ x }}'],
    [epc, 'message', '{{ x }}'],
    [epc, 'message', ' {{ x }}'],
    [epc, 'information', '{{ x }}'],
    [epc, 'purpose', '{{ x }}'],
    [epc, 'bic', '{{ x }}'],
    [epc, 'currency', '{{ x }}'],
    [epc, 'creditor', 'Shop {{ x }}'],
    [epc, 'creditor/name', 'Shop {{ x }}'],
    [qrBill, 'message', 'Invoice {{ x }}'],
    [qrBill, 'message', '{{ x }}'],
    [qrBill, 'billingInformation', '{{ x }}'],
    [qrBill, 'alternativeProcedures/0', '{{ x }}'],
    [qrBill, 'debtor/name', 'Shop {{ x }}'],
    [qrBill, 'debtor/street', '{{ x }}'],
    [qrBill, 'debtor/buildingNumber', '{{ x }}'],
    [unpaid, 'creditor/town', 'B {{ x }}'],
  ])('in a text that the payment may lack: %o %s %s', async (payment, place, text) => {
    const [name, member] = place.split('/') as [string, string?];
    const value = member === undefined ? text : member === '0' ? [text] : { ...address, [member]: text };
    const [lint, document] = await found({ ...payment, [name]: value }, payment === epc && [{ ...payment, [name]: value }]);
    expect(lint).toEqual([`possibly-missing ${place}`]);
    expect(document).toContain('no-value');
  });
  test('but as a bad payment where there is no payment without the value', async () => {
    for (const [name, value] of [
      ['amount', '{{ x }}'],
      ['reference', '{{ x }}'],
      ['debtor', '{{ x }}'],
      ['debtor', { ...address, town: '{{ x }}' }],
    ] as const)
      expect(await found({ ...qrBill, [name]: value })).toEqual([[], ['bad-payment']]);
    expect(await found(epc, [{ ...epc, creditor: { name: '{{ x }}', town: '{{ x }}' } }])).toEqual([
      [],
      ['bad-payment', 'empty-body'],
    ]);
  });
  test("and an empty text ends it: ?? ''", async () => {
    expect(await found(epc, [{ ...epc, message: "{{ x ?? '' }}", bic: "{{ x ?? '' }}" }])).toEqual([[], []]);
  });
});

describe('an EPC code', () => {
  const epc = { payment: 'epc', account: 'BE72000000001616', creditor: 'Red Cross', amount: 1, message: 'Urgency fund' };
  test('is drawn, and read', async () => {
    const pdf = await renderPdf({ pages: [{ size: [60, 60], margin: 10, body: [{ ...epc, width: 30, align: 'right' }] }] });
    expect((await readPageBarcodes(pdf, 200))[0]?.text).toBe(
      'BCD\n002\n1\nSCT\n\nRed Cross\nBE72000000001616\nEUR1.00\n\n\nUrgency fund',
    );
  });
  test('is too small or too wide, and tells so', async () => {
    expect(await warningsOf({ pages: [{ size: [60, 60], margin: 10, body: [{ ...epc, width: 5 }] }] })).toEqual([
      expect.stringMatching(/^barcode-too-small A module of the QR code is/),
    ]);
    expect(await warningsOf({ pages: [{ size: [60, 90], margin: 10, body: [{ ...epc, width: 45 }] }] })).toEqual([
      expect.stringMatching(/^barcode-too-wide The EPC code is 14 pt wider/),
    ]);
  });
});

describe('tags', () => {
  const epc = { payment: 'epc', account: 'BE72000000001616', creditor: 'Red Cross', amount: 1 };
  const template = {
    document: { title: 'Invoice', lang: 'de' },
    locale: 'de-CH',
    pages: [{ body: ['Rechnung', epc], footer: billFooter(full) }],
  };
  test.each([[['PDF/UA-1', 'PDF/A-2a']], [['PDF/UA-2', 'PDF/A-4']], [['PDF/A-1a']], [['PDF/A-3b']]])('%j', async (standard) => {
    const pdf = await renderPdf(template, { data: full, standard });
    expect((await inspectPdf(pdf, { check: true })).check!.findings).toEqual([]);
    if (standard.some((one) => /UA|a$/.test(one))) expect(await findTagFaults(pdf)).toEqual([]);
  });
  test('a font that is not in the file is a breach, which says what to do', async () => {
    const footer = billFooter(full, { font: 'helvetica' });
    const rendering = renderPdf({ ...template, pages: [{ body: ['x'], footer }] }, { data: full, standard: 'PDF/A-2b' });
    const message = expect.stringContaining('Leave "font" out for Liberation Sans, which ships with pdfgen.');
    await expect(rendering).rejects.toMatchObject({ errors: expect.arrayContaining([expect.objectContaining({ message })]) });
  });
  test('receipt, payment part and code are read in order', async () => {
    const pdf = await renderPdf(template, { data: full, standard: 'PDF/UA-1' });
    const lines = (await inspectPdf(pdf, { read: true })).reading!;
    expect(lines.slice(0, 5)).toEqual([
      'Rechnung',
      'image: EPC QR code: Red Cross, BE72 0000 0000 1616, EUR 1.00',
      'Empfangsschein',
      'Konto / Zahlbar an',
      'CH44 3199 9123 0008 8901 2',
    ]);
    expect(lines).toContain(
      'image: Swiss QR Code. Konto / Zahlbar an: CH44 3199 9123 0008 8901 2, Max Muster & Söhne (sample company). Betrag: CHF 1 949.75. Referenz: 21 00000 00003 13947 14300 09017',
    );
    expect(lines.indexOf('Zahlteil')).toBeGreaterThan(lines.indexOf('Annahmestelle'));
  });
});
