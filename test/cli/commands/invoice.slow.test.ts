import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { inspectPdf } from '../../../src/inspect/inspect-pdf.ts';
import { ends } from '../../support/ends.ts';
import { makeFolder, runCli } from '../../support/run-cli.ts';

const example = fileURLToPath(new URL('../../../templates-examples/invoice/', import.meta.url));

/** A folder with the shipped invoice, its mapping or data changed. */
function makeInvoice(change: { readonly invoice?: unknown; readonly data?: (data: Record<string, never>) => void } = {}): string {
  const cwd = makeFolder();
  cpSync(example, join(cwd, 'invoice'), { recursive: true });
  const path = join(cwd, 'invoice/template.json');
  const template = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...template, ...('invoice' in change && { invoice: change.invoice }) }));
  const data = JSON.parse(readFileSync(join(example, 'example.json'), 'utf8'));
  change.data?.(data);
  writeFileSync(join(cwd, 'order.json'), JSON.stringify(data, null, 2));
  return cwd;
}

const run = (cwd: string, ...more: string[]) => runCli(['invoice', './invoice', '-d', 'order.json', ...more], { cwd });

describe('invoice', () => {
  test('writes the XML under the name of the document and says its profile', async () => {
    const cwd = makeInvoice();
    const { stdout, stderr, exitCode } = await run(cwd, '--xml');
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 0 });
    expect(stderr).toMatch(/^invoice-2026-0417\.xml {2}EN 16931 {2}\d+ kB\n$/);
    expect(readFileSync(join(cwd, 'invoice-2026-0417.xml'), 'utf8')).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<rsm:CrossIndustryInvoice /,
    );
  });
  test('makes every profile of one data set, in any case, and the same bytes twice', async () => {
    const cwd = makeInvoice();
    const sizes: number[] = [];
    for (const profile of ['minimum', 'BASIC WL', 'BASIC', 'EN 16931', 'XRechnung']) {
      const [first, second] = [
        await run(cwd, '--xml', '--profile', profile, '-o', '-'),
        await run(cwd, '--xml', '--profile', profile, '-o', '-'),
      ];
      expect(first, profile).toMatchObject({ exitCode: 0 });
      expect(second.stdout).toBe(first.stdout);
      sizes.push(first.stdout.length);
    }
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  });
  test('refuses to write the XML under the name of a PDF', async () => {
    const cwd = makeInvoice();
    await ends(run(cwd, '--xml', '-o', 'invoice.PDF'), 2, '-o invoice.PDF is the name of a PDF, and this command writes XML.');
    expect(existsSync(join(cwd, 'invoice.PDF'))).toBe(false);
  });
  test('--json prints what the API answers but the XML', async () => {
    const { stdout } = await run(makeInvoice(), '--xml', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ profile: 'EN 16931', filename: 'invoice-2026-0417.xml', templateVersion: null });
  });
  test('a value that is no date is told at its place in the data, and no file appears', async () => {
    const open = { number: 'X-1', day: 'soon' };
    const cwd = makeFolder({
      'note/template.json': JSON.stringify({
        pages: [{ body: ['{{ number }}'] }],
        invoice: {
          ...{ profile: 'MINIMUM', 'BT-1': '{{ number }}', 'BT-2': '{{ day }}', 'BT-3': '380', 'BT-5': 'EUR' },
          ...{ 'BG-4': { 'BT-27': 'S', 'BG-5': { 'BT-40': 'DE' } }, 'BG-7': { 'BT-44': 'B' } },
        },
      }),
      'order.json': JSON.stringify(open, null, 2),
    });
    await ends(
      runCli(['invoice', './note', '-d', 'order.json', '--xml'], { cwd }),
      3,
      'order.json:3:10  /day wrong-type: BT-2 (Invoice issue date) must be a date such as 2026-04-17, got "soon"',
    );
    expect(readdirSync(cwd)).not.toContain('note.xml');
  });
  test('a template without a mapping is an error that says what to add', async () => {
    await ends(
      run(makeInvoice({ invoice: undefined }), '--xml'),
      3,
      'maps no electronic invoice. Add "invoice" with the business terms to it.',
    );
  });
  test.each([
    [[], 'Add --xml: this command writes the XML alone. "pdfgen generate single TEMPLATE'],
    [['--xml', '--profile', 'COMFORT'], '--profile "COMFORT" is not a profile; did you mean "EN 16931"?'],
    [['--xml', '--profile', 'en16931'], 'did you mean "EN 16931"?'],
    [['--xml', '--profile', 'Factur-X'], '--profile "Factur-X" is not a profile. There are: MINIMUM, BASIC WL'],
    [['--xml', '--profile', 'xrechnun'], 'did you mean "XRECHNUNG"?'],
    [['--xml', '-o', 'out/'], 'Write: -o out/NAME.xml'],
  ])('wrong usage: %s', async (args, message) => {
    await ends(run(makeInvoice(), ...args), 2, message);
  });
});

describe('a PDF with an electronic invoice', () => {
  const generate = (cwd: string, ...more: string[]) =>
    runCli(['generate', 'single', './invoice', '-d', 'order.json', '-o', 'out.pdf', ...more], { cwd });
  const inspect = (cwd: string) => inspectPdf(readFileSync(join(cwd, 'out.pdf')), { check: true });
  const mapping = JSON.parse(readFileSync(join(example, 'template.json'), 'utf8')).invoice;

  test.each([
    ['EN 16931', 'factur-x.xml', 'Alternative', '1.0'],
    ['MINIMUM', 'factur-x.xml', 'Data', '1.0'],
    // The version of XRechnung, as the examples of ZUGFeRD have it.
    ['XRECHNUNG', 'xrechnung.xml', 'Alternative', '3.0'],
  ])('PDF/A-3 carries the XML of %s', async (profile, name, relationship, version) => {
    const cwd = makeInvoice({ invoice: { ...mapping, profile } });
    expect(await generate(cwd, '--standard', 'PDF/A-3b')).toMatchObject({ exitCode: 0 });
    const { attachments, standards, check } = await inspect(cwd);
    expect(attachments).toMatchObject([{ name, relationship, mediaType: 'text/xml' }]);
    expect({ standards, findings: check!.findings }).toEqual({ standards: ['PDF/A-3b', `Factur-X ${profile}`], findings: [] });
    const file = readFileSync(join(cwd, 'out.pdf'), 'latin1');
    expect(file).toContain(`<fx:ConformanceLevel>${profile}</fx:ConformanceLevel>`);
    expect(file).toContain(`<fx:DocumentFileName>${name}</fx:DocumentFileName>`);
    expect(file).toContain(`<fx:Version>${version}</fx:Version>`);
    expect(file).toContain('<pdfaSchema:prefix>fx</pdfaSchema:prefix>');
  });
  test('the XML is the source of the PDF if the template says so', async () => {
    const cwd = makeInvoice({ invoice: { ...mapping, relationship: 'Source' } });
    expect(await generate(cwd, '--standard', 'PDF/A-3b')).toMatchObject({ exitCode: 0 });
    expect((await inspect(cwd)).attachments).toMatchObject([{ name: 'factur-x.xml', relationship: 'Source' }]);
  });
  test('other documents carry no invoice', async () => {
    const cwd = makeInvoice();
    await generate(cwd, '--standard', 'PDF/A-2b');
    expect((await inspect(cwd)).attachments).toEqual([]);
  });
  test('an invoice that breaks a rule makes no PDF, and the rule and the place are told', async () => {
    const cwd = makeInvoice({ data: (data) => void Object.assign(data, { net: 8322.14 }) });
    await ends(generate(cwd, '--standard', 'PDF/A-3b'), 3, /^order\.json:\d+:\d+ {2}\/net BR-CO-13: /m);
    expect(existsSync(join(cwd, 'out.pdf'))).toBe(false);
  });
  test('a rule that only warns is a warning of the document, and an error with --strict', async () => {
    const cwd = makeInvoice({
      invoice: { ...mapping, profile: 'XRECHNUNG', 'BT-3': '383' },
      data: (data) => void Object.assign(data.bank!, { iban: 'CH0000762011623852957' }),
    });
    const { stdout } = await ends(generate(cwd, '--standard', 'PDF/A-3b', '--json'), 0);
    const place = { file: 'invoice/template.json', line: 1, column: expect.any(Number) };
    expect(JSON.parse(stdout).warnings).toEqual([
      {
        ...place,
        ...{ code: 'invoice-rule', component: '/invoice/BT-3', dataPath: null, page: null },
        message: expect.stringMatching(/^BR-DE-17: .* Found: "383"\.$/),
      },
      {
        ...place,
        ...{ code: 'invoice-rule', component: '/invoice', dataPath: '/bank/iban', page: null },
        message: expect.stringMatching(/^BR-DE-19: /),
      },
    ]);
    await ends(generate(cwd, '--standard', 'PDF/A-3b', '--strict'), 3, '(invoice-rule, /invoice, data /bank/iban)');
  });
  test('an attachment cannot take the name of the invoice', async () => {
    const cwd = makeInvoice();
    const path = join(cwd, 'invoice/template.json');
    const template = JSON.parse(readFileSync(path, 'utf8'));
    const attachments = [{ text: '<a/>', filename: 'Factur-X.xml' }];
    writeFileSync(path, JSON.stringify({ ...template, document: { ...template.document, attachments } }));
    await ends(generate(cwd, '--standard', 'PDF/A-3b'), 3, 'has the name of the electronic invoice, factur-x.xml');
  });
});

describe('XML that is an electronic invoice already', () => {
  /** A template that takes the invoice from `cii`, and data that hold it. */
  function makeTaking(cii: string, invoice: object = {}): string {
    const template = {
      document: { title: 'Invoice', lang: 'en' },
      pages: [{ body: ['Invoice'] }],
      invoice: { xml: '{{ cii }}', ...invoice },
    };
    return makeFolder({ 'bill/template.json': JSON.stringify(template), 'order.json': JSON.stringify({ cii }, null, 2) });
  }
  const generate = (cwd: string) =>
    runCli(['generate', 'single', './bill', '-d', 'order.json', '--standard', 'PDF/A-3b', '-o', 'out.pdf'], { cwd });
  const written = async (profile: string) => (await run(makeInvoice(), '--xml', '--profile', profile, '-o', '-')).stdout;

  test.each([
    ['EN 16931', 'factur-x.xml', 'Source', '\ufeff'],
    ['BASIC WL', 'factur-x.xml', 'Data', ''],
    ['XRECHNUNG', 'xrechnung.xml', 'Source', ''],
  ])('is attached as it is, in the profile %s that it names', async (profile, name, relationship, mark) => {
    const xml = `${mark}${await written(profile)}<!-- ß -->\n`;
    const cwd = makeTaking(xml, { relationship });
    expect(await generate(cwd)).toMatchObject({ exitCode: 0 });
    const pdf = readFileSync(join(cwd, 'out.pdf'));
    const { attachments, standards, check } = await inspectPdf(pdf, { check: true });
    expect(attachments).toMatchObject([{ name, relationship, bytes: Buffer.byteLength(xml) }]);
    expect({ standards, findings: check!.findings }).toEqual({ standards: ['PDF/A-3b', `Factur-X ${profile}`], findings: [] });
    const alone = await runCli(['invoice', './bill', '-d', 'order.json', '--xml', '-o', '-'], { cwd });
    expect(alone.stdout).toBe(xml);
  });
  test('makes no PDF if it is something else, and its place in the data and the line are told', async () => {
    const cwd = makeTaking('<!-- x -->\n<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>');
    await ends(generate(cwd), 3, 'order.json:2:10  /cii not-cii: Line 2: <Invoice> is UBL, which a PDF cannot carry.');
    expect(existsSync(join(cwd, 'out.pdf'))).toBe(false);
  });
  test('is data beside the PDF if it has no lines, and nothing else', async () => {
    const cwd = makeTaking(await written('BASIC WL'), { relationship: 'Source' });
    await ends(generate(cwd), 3, 'The XML of BASIC WL is "Data", because it has no lines: leave "relationship" out.');
  });
  test('makes no PDF if it breaks a rule, unless the template says that it only warns', async () => {
    const wrong = (await written('EN 16931')).replace(/<ram:DuePayableAmount>[^<]+/, '<ram:DuePayableAmount>1.00');
    await ends(
      generate(makeTaking(wrong)),
      3,
      /^order\.json:2:10 {2}\/cii BR-CO-16: Line \d+: .* Found: 1\.00 instead of 8967\.12\. XPath: \/rsm:CrossIndustryInvoice\/\S*\/ram:DuePayableAmount$/m,
    );
    await ends(generate(makeTaking(wrong, { breaches: 'warn' })), 0, 'BR-CO-16: Line ');
  });
  test('cannot be written as another profile', async () => {
    const cwd = makeTaking(await written('BASIC'));
    const args = ['invoice', './bill', '-d', 'order.json', '--xml', '--profile', 'MINIMUM'];
    await ends(runCli(args, { cwd }), 3, 'The data hold an invoice of the profile BASIC, which cannot be written as MINIMUM.');
  });
});

describe('a missing value is one fault at its place', () => {
  type Data = Record<string, unknown> & { lines: Record<string, unknown>[]; seller: Record<string, unknown> };
  test.each<[string, (data: Data) => void, RegExp]>([
    ['an empty list of lines', (data) => Object.assign(data, { lines: [] }), /:71:12 {2}\/lines BR-16: /],
    ['a number', (data) => delete data.number, /:1:1 {2}\/number BR-02: /],
    ['the price of a line', (data) => delete data.lines[0]!.price, /:72:5 {2}\/lines\/0\/price BR-26: /],
    ['the amount of a line', (data) => delete data.lines[0]!.amount, /:72:5 {2}\/lines\/0\/amount BR-24: /],
    ['the rate of a line', (data) => delete data.lines[0]!.vat, /:72:5 {2}\/lines\/0\/vat BR-S-05: /],
    ['all of the seller', (data) => Object.assign(data, { seller: {} }), /:14:13 {2}\/seller\/name BR-06: /],
    ['the VAT identifier', (data) => delete data.seller.vatId, /:14:13 {2}\/seller\/vatId BR-S-02: /],
    ['a known currency', (data) => Object.assign(data, { currency: 'XXQ' }), /:5:15 {2}\/currency BR-CL-04: /],
    ['the bank', (data) => delete data.bank, /:1:1 {2}\/bank\/iban BR-50: /],
  ])('%s', async (_, change, told) => {
    const cwd = makeInvoice({ data: change as unknown as (data: Record<string, never>) => void });
    const demands = ['required', 'minItems', 'pattern'];
    const schema = JSON.parse(readFileSync(join(example, 'schema.json'), 'utf8'), (key, value) =>
      demands.includes(key) ? undefined : value,
    );
    writeFileSync(join(cwd, 'invoice/schema.json'), JSON.stringify(schema));
    const { stderr } = await run(cwd, '--xml');
    expect(stderr.split('\n').filter((line) => line.startsWith('order.json'))).toEqual([expect.stringMatching(told)]);
    expect(stderr).toContain('invoice of the data: 1 fault.');
  });
});
