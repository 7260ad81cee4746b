// The XML of electronic invoices as the XML schema of UN/CEFACT judges it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { writeCii } from '../../src/invoice/cii/write-cii.ts';
import { makeInvoice, takeInvoice } from '../../src/invoice/make-invoice.ts';
import type { Group } from '../../src/invoice/model.ts';
import { groups, type ProfileName, profileNames, terms } from '../../src/invoice/terms.ts';
import { goodInvoice, modelOf } from '../invoice/good-invoices.ts';
import { richInvoice } from '../invoice/rich-invoice.ts';
import { fullInvoice } from '../invoice/support.ts';
import { createRandom } from '../support/random.ts';
import { makeFolder, runCli } from '../support/run-cli.ts';
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

/** An invoice without some of what it may leave out. */
function drop(group: Group, random: () => number): Group {
  const isKept = (id: string) => (terms.get(id) ?? groups.get(id))!.cardinality.startsWith('1') || random() < 0.6;
  const kept = <T extends object>(parts: T): T => Object.fromEntries(Object.entries(parts).filter(([id]) => isKept(id))) as T;
  const inside = Object.entries(kept(group.groups)).map(([id, list]) => [id, list?.map((one) => drop(one, random))]);
  return { origin: group.origin, terms: kept(group.terms), groups: Object.fromEntries(inside) };
}

test('random invoices are valid', () => {
  const files: Record<string, string> = {};
  for (let seed = 1; seed <= 240; seed++) {
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

test('the XML of the example invoice, which the guides show, is valid in every profile', async () => {
  const example = fileURLToPath(new URL('../../templates-examples/invoice', import.meta.url));
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
