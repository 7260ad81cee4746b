// The XML of electronic invoices as the XML schema of UN/CEFACT judges it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { writeCii } from '../../src/invoice/cii/write-cii.ts';
import { makeInvoice, takeInvoice } from '../../src/invoice/make-invoice.ts';
import type { Group } from '../../src/invoice/model.ts';
import { groups, type ProfileName, profileNames, terms } from '../../src/invoice/terms.ts';
import { blocksOf, readPage } from '../docs/guide.ts';
import { goodInvoice, modelOf } from '../invoice/good-invoices.ts';
import { richInvoice } from '../invoice/rich-invoice.ts';
import { fullInvoice } from '../invoice/support.ts';
import { createRandom } from '../support/random.ts';
import { makeFolder, runCli } from '../support/run-cli.ts';
import { trialSeeds } from '../support/trials.ts';
import { validateCii } from '../support/validate-cii.ts';

const fileOf = (profile: ProfileName, number = 0) => `${profile.replace(' ', '-')}-${number}.xml`;

/** Without the reference in an advance payment, which came after D16B. */
function withoutNewer(invoice: Group): Group {
  const payments = (invoice.groups['BG-X-45'] ?? []).map(({ groups: { 'BG-X-85': _, ...others }, ...one }) => ({
    ...one,
    groups: others,
  }));
  return { ...invoice, groups: { ...invoice.groups, ...(payments.length > 0 && { 'BG-X-45': payments }) } };
}

test('the XML of every term of every profile is valid, and a fault is found', () => {
  const files = profileNames.map((profile) => [fileOf(profile), writeCii(withoutNewer(fullInvoice(profile)))]);
  const faulty = writeCii(fullInvoice('EN 16931')).replace(/<ram:ChargeAmount>.*\n/, '');
  expect(validateCii({ ...Object.fromEntries(files), 'faulty.xml': faulty })).toEqual([
    expect.stringMatching(/^faulty\.xml:\d+ cvc-complex-type\.2\.4\.a: /),
  ]);
});

test('a base quantity without a gross price makes no gross price', () => {
  const plain = goodInvoice('S');
  const line = plain['BG-25']![1]!;
  line['BG-29'] = [{ ...line['BG-29']![0], 'BT-149': '1', 'BT-150': 'C62' }];
  const { xml, breaches } = makeInvoice(modelOf(plain), 'EN 16931');
  expect(breaches).toEqual([]);
  expect(validateCii({ 'a.xml': xml })).toEqual([]);
  expect(xml.match(/<ram:GrossPriceProductTradePrice>/g)).toHaveLength(1);
  expect(xml.match(/<ram:BasisQuantity unitCode="C62">1</g)).toHaveLength(3);
});

/** An invoice without some of what it may leave out, and with some groups several times. D16B has one preceding invoice (BG-3); the edition of Factur-X has several. A breakdown (BG-23) twice makes no invoice. */
function drop(group: Group, random: () => number): Group {
  const isKept = (id: string) => (terms.get(id) ?? groups.get(id))!.cardinality.startsWith('1') || random() < 0.6;
  const kept = <T extends object>(parts: T): T => Object.fromEntries(Object.entries(parts).filter(([id]) => isKept(id))) as T;
  const several = ([first, ...others]: readonly Group[], id: string): readonly Group[] =>
    groups.get(id)!.cardinality.endsWith('n') && !['BG-3', 'BG-23'].includes(id) && random() < 0.3
      ? [first!, first!, ...others]
      : [first!, ...others];
  const inside = Object.entries(kept(group.groups)).map(([id, list = []]) => [
    id,
    several(list, id).map((one) => drop(one, random)),
  ]);
  return { origin: group.origin, terms: kept(group.terms), groups: Object.fromEntries(inside) };
}

test('random invoices are valid', () => {
  const files: Record<string, string> = {};
  for (const seed of trialSeeds('invoice-schema.rest')) {
    const profile = profileNames[seed % profileNames.length]!;
    const random = createRandom(seed);
    const isWhole = random() < 0.5;
    const invoice = isWhole ? withoutNewer(fullInvoice(profile)) : modelOf(richInvoice());
    const { xml } = makeInvoice(drop(invoice, random), profile);
    files[fileOf(profile, seed)] = xml;
    const taken = takeInvoice({ xml, origin: { of: 'data', pointer: '' }, breaches: 'refuse' }, () => {});
    const ofForm = 'rule' in taken ? [taken] : taken.breaches.filter(({ rule }) => /^(?:cii-|wrong-type|CII-)/.test(rule));
    expect(ofForm, `${profile} ${seed}`).toEqual([]);
  }
  expect(validateCii(files)).toEqual([]);
});

/** XML in which each element in turn is missing, stands twice or is empty: once for each path. */
function* variantsOf(xml: string): Generator<readonly [what: string, xml: string]> {
  const tags = [...xml.matchAll(/<(\/?)([\w:]+)[^>]*?(\/?)>/g)].filter(({ index }) => index > xml.indexOf('?>'));
  const open: { path: string; start: number; inside: number }[] = [];
  const seen = new Set<string>();
  for (const { 0: text, 1: isEnd, 2: tag, 3: isEmpty, index } of tags) {
    if (!isEnd) open.push({ path: `${open.at(-1)?.path ?? ''}/${tag}`, start: index, inside: index + text.length });
    if (!isEnd && !isEmpty) continue;
    const { path, start, inside } = open.pop()!;
    if (seen.has(path) || open.length === 0) continue;
    seen.add(path);
    const end = index + text.length;
    const element = xml.slice(start, end);
    yield [`${path} is missing`, xml.slice(0, start) + xml.slice(end)];
    yield [`${path} stands twice`, xml.slice(0, end) + element + xml.slice(end)];
    yield [`${path} is empty`, xml.slice(0, inside) + xml.slice(isEmpty ? end : index)];
  }
}

test('pdfgen finds what the schema refuses', () => {
  const { xml } = makeInvoice(modelOf(richInvoice()), 'EN 16931');
  const variants = [...variantsOf(xml)].map(([what, variant], n) => ({ name: `${n}.xml`, what, variant }));
  const refused = new Set(
    validateCii(Object.fromEntries(variants.map(({ name, variant }) => [name, variant]))).map((line) => line.split(':')[0]!),
  );
  const passed = variants.filter(({ variant }) => {
    const taken = takeInvoice({ xml: variant, origin: { of: 'data', pointer: '' }, breaches: 'refuse' }, () => {});
    return !('rule' in taken) && !taken.breaches.some((one) => 'severity' in one && one.severity === 'error');
  });
  expect(refused.size).toBeGreaterThan(100);
  const missed = passed.filter(({ name }) => refused.has(name)).map(({ what }) => what.slice(what.lastIndexOf('/')));
  // The edition of Factur-X has several preceding invoices.
  expect(missed).toEqual(['/ram:InvoiceReferencedDocument stands twice']);
});

const example = fileURLToPath(new URL('../../templates-examples/invoice', import.meta.url));

test('what the guide maps is valid, and pdfgen adds up the VAT breakdown', async () => {
  const guide = blocksOf(readPage('docs/guides/electronic-invoices.md'));
  const shown = guide.filter(({ language }) => language === 'json').map(({ text }) => JSON.parse(`{${text}}`) as object);
  expect(shown.flatMap((one) => Object.keys(one))).toEqual(['BG-23', 'BT-20']);
  const { invoice } = JSON.parse(readFileSync(join(example, 'template.json'), 'utf8'));
  delete invoice['BG-22'];
  invoice['BG-25']['BG-30'] = { 'BT-151': "{{ loop.index == 1 ? 'E' : 'S' }}", 'BT-152': '{{ loop.index == 1 ? 0 : 19 }}' };
  const template = { document: { title: 'Invoice' }, pages: [{ body: ['Invoice'] }], invoice: Object.assign(invoice, ...shown) };
  const cwd = makeFolder({ 'i/template.json': template });
  const args = ['invoice', './i', '-d', join(example, 'example.json'), '--xml', '--profile', 'XRECHNUNG', '-o', 'a.xml'];
  const { exitCode, stderr } = await runCli(args, { cwd });
  expect(`${exitCode} ${stderr}`).toMatch(/^0 /);
  const xml = readFileSync(join(cwd, 'a.xml'), 'utf8');
  expect(validateCii({ 'a.xml': xml })).toEqual([]);
  expect(xml).toContain('#PROZENT=1.00#\n</ram:Description>');
  const amounts = [...xml.matchAll(/<ram:CalculatedAmount>(.*)<[\s\S]*?<ram:BasisAmount>(.*)<\/[\s\S]*?<ram:CategoryCode>(.)/g)];
  expect(amounts.map((match) => match.slice(1).join(' '))).toEqual(['1480.66 7792.93 S', '0.00 529.20 E']);
});

test('the XML of the example invoice, which the guides show, is valid in every profile', async () => {
  const cwd = makeFolder();
  const files: Record<string, string> = {};
  for (const profile of profileNames) {
    const args = ['invoice', example, '-d', join(example, 'example.json'), '--xml', '--profile', profile, '-o', fileOf(profile)];
    const { exitCode, stderr } = await runCli(args, { cwd });
    expect(`${exitCode} ${stderr}`).toMatch(/^0 /);
    files[fileOf(profile)] = readFileSync(join(cwd, fileOf(profile)), 'utf8');
  }
  expect(validateCii(files)).toEqual([]);
});
