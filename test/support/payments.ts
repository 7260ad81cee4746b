// Payments for tests: the examples of the Swiss Implementation Guidelines QR-bill 2.3, annex A, and random ones.
import { qrCheckDigit, readCreditorReference } from '../../src/document/payment/references.ts';

const address = (name: string, street: string, buildingNumber: string, postalCode: string, town: string, country = 'CH') => ({
  name,
  ...(street && { street }),
  ...(buildingNumber && { buildingNumber }),
  postalCode,
  town,
  country,
});

const sarah = address('Sarah Beispiel', 'Musterstrasse', '1', '8000', 'Seldwyla');
const max = address('Max Muster & Söhne', 'Musterstrasse', '123', '8000', 'Seldwyla');
const sample = address('Max Muster & Söhne (sample company)', 'Musterstrasse', '123', '8000', 'Seldwyla');
const simon = address('Simon Muster', 'Musterstrasse', '1', '8000', 'Seldwyla');

interface Example {
  readonly values: Readonly<Record<string, unknown>>;
  readonly code: string;
}

/** A bill in francs. */
const example = (account: string, creditor: object, values: object, code: string): Example => ({
  values: { account, creditor, ...values, currency: 'CHF' },
  code,
});

/** The values of the examples, and the lines of their codes. The guidelines print RF72 for RF24 in example 4, whose check digits are wrong then. */
export const guidelineExamples: readonly Example[] = [
  example(
    'CH6431961000004421557',
    sample,
    { debtor: simon, amount: 50, reference: '000008207791225857421286694', message: 'Payment of travel' },
    'SPC|0200|1|CH6431961000004421557|S|Max Muster & Söhne (sample company)|Musterstrasse|123|8000|Seldwyla|CH||||||||50.00|CHF|S|Simon Muster|Musterstrasse|1|8000|Seldwyla|CH|QRR|000008207791225857421286694|Payment of travel|EPD',
  ),
  example(
    'CH4431999123000889012',
    sample,
    {
      debtor: simon,
      amount: 1949.75,
      reference: '210000000003139471430009017',
      message: 'Order from 15.10.2020',
      billingInformation: '//S1/10/1234/11/201021/30/102673386/32/7.7/40/0:30',
      alternativeProcedures: ['eBill/B/simon.muster@example.com'],
    },
    'SPC|0200|1|CH4431999123000889012|S|Max Muster & Söhne (sample company)|Musterstrasse|123|8000|Seldwyla|CH||||||||1949.75|CHF|S|Simon Muster|Musterstrasse|1|8000|Seldwyla|CH|QRR|210000000003139471430009017|Order from 15.10.2020|EPD|//S1/10/1234/11/201021/30/102673386/32/7.7/40/0:30|eBill/B/simon.muster@example.com',
  ),
  example(
    'CH5204835012345671000',
    address('Muster Stiftung (sample foundation)', 'P.O. Box', '', '3001', 'Bern'),
    {},
    'SPC|0200|1|CH5204835012345671000|S|Muster Stiftung (sample foundation)|P.O. Box||3001|Bern|CH|||||||||CHF||||||||NON|||EPD',
  ),
  example(
    'CH5800791123000889012',
    address('Muster Krankenkasse (sample health insurer)', 'Musterstrasse', '12', '8000', 'Seldwyla'),
    { debtor: sarah, amount: 211, reference: 'RF240191230100405JSH0438' },
    'SPC|0200|1|CH5800791123000889012|S|Muster Krankenkasse (sample health insurer)|Musterstrasse|12|8000|Seldwyla|CH||||||||211.00|CHF|S|Sarah Beispiel|Musterstrasse|1|8000|Seldwyla|CH|SCOR|RF240191230100405JSH0438||EPD',
  ),
  example(
    'CH5800791123000889012',
    address('Max Muster & Söhne', 'Musterstrasse', '123', '9490', 'Vaduz', 'LI'),
    { debtor: sarah, amount: 199.95, reference: 'RF18539007547034' },
    'SPC|0200|1|CH5800791123000889012|S|Max Muster & Söhne|Musterstrasse|123|9490|Vaduz|LI||||||||199.95|CHF|S|Sarah Beispiel|Musterstrasse|1|8000|Seldwyla|CH|SCOR|RF18539007547034||EPD',
  ),
  example(
    'CH5800791123000889012',
    max,
    {
      debtor: address('Sarah Beispiel', 'Musterstrasse', '1', '78462', 'Konstanz', 'DE'),
      amount: 199.95,
      reference: 'RF18539007547034',
    },
    'SPC|0200|1|CH5800791123000889012|S|Max Muster & Söhne|Musterstrasse|123|8000|Seldwyla|CH||||||||199.95|CHF|S|Sarah Beispiel|Musterstrasse|1|78462|Konstanz|DE|SCOR|RF18539007547034||EPD',
  ),
];

/** A footer with a payment whose values come from the data. */
export const billFooter = (values: Readonly<Record<string, unknown>>, more: Readonly<Record<string, unknown>> = {}) => [
  {
    on: 'last',
    bleed: true,
    body: {
      payment: 'qrBill',
      ...Object.fromEntries(
        Object.keys(values).map((name) => [name, name === 'alternativeProcedures' ? values[name] : `{{ ${name} }}`]),
      ),
      ...more,
    },
  },
];

const letters = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  ...'äöüÄÖÜéèêàçßñøåłŁőůřšžŻăâîșȘțȚ€',
  ...`.,;:'+-/()?!"#%&*<>=@_$£[]{}\\^|~\`§°²¿`,
];

export type Random = () => number;
const below = (random: Random, count: number) => Math.floor(random() * count);
const pick = <T>(random: Random, list: readonly T[]): T => list[below(random, list.length)]!;

/** A text that begins and ends with a letter. */
export function randomText(random: Random, most: number): string {
  const length = 1 + below(random, most);
  const text = Array.from({ length }, () => (random() < 0.12 ? ' ' : pick(random, letters))).join('');
  return text.replace(/^ | $/g, 'x').replace(/ {2,}/g, (spaces) => 'x'.repeat(spaces.length));
}

/** An account whose check digits are right. */
export function randomIban(random: Random, country: string, bank: string, length: number): string {
  const digits = bank + Array.from({ length: length - 4 - bank.length }, () => below(random, 10)).join('');
  const plain = [...`${digits}${country}00`].map((sign) => Number.parseInt(sign, 36)).join('');
  return `${country}${String(98n - (BigInt(plain) % 97n)).padStart(2, '0')}${digits}`;
}

function randomAddress(random: Random) {
  return {
    name: randomText(random, 70),
    ...(random() < 0.8 && { street: randomText(random, 70) }),
    ...(random() < 0.7 && { buildingNumber: randomText(random, 16) }),
    postalCode: String(1000 + below(random, 9000)),
    town: randomText(random, 35),
    country: pick(random, ['CH', 'LI', 'DE', 'FR', 'IT', 'AT', 'US']),
  };
}

export const randomCreditorReference = (random: Random): string => {
  const text = Array.from({ length: 1 + below(random, 21) }, () =>
    pick(random, [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']),
  ).join('');
  const read = readCreditorReference(text, 'computed');
  return 'reference' in read ? read.reference : '';
};

export const randomAmount = (random: Random): number => Number((10 ** (random() * 10.9 - 2)).toFixed(2)) || 0.01;

/** A bill that keeps all rules. */
export function randomBill(random: Random): Record<string, unknown> {
  const isQr = random() < 0.4;
  const bank = isQr ? String(30000 + below(random, 2000)) : String(below(random, 10000)).padStart(5, '0');
  const digits = Array.from({ length: 26 }, () => below(random, 10)).join('');
  const reference = isQr ? `${digits}${qrCheckDigit(digits)}` : random() < 0.5 ? randomCreditorReference(random) : undefined;
  const message = random() < 0.6 ? randomText(random, 140) : undefined;
  const room = 140 - (message?.length ?? 0);
  const billing = room > 40 && random() < 0.5 ? `//S1/10/${randomText(random, 20).replace(/[\\/]/g, '-')}/11/201021` : undefined;
  return {
    account: randomIban(random, pick(random, ['CH', 'LI']), bank, 21),
    creditor: randomAddress(random),
    currency: pick(random, ['CHF', 'EUR']),
    ...(random() < 0.8 && { amount: randomAmount(random) }),
    ...(random() < 0.8 && { debtor: randomAddress(random) }),
    ...(reference !== undefined && { reference }),
    ...(message !== undefined && { message }),
    ...(billing !== undefined && { billingInformation: billing }),
    ...(random() < 0.3 && { alternativeProcedures: [`eBill/B/${randomText(random, 60)}`, 'XY;XYService;54321'] }),
  };
}

/** A credit transfer that keeps all rules. */
export function randomTransfer(random: Random): Record<string, unknown> {
  const [country, length] = pick(random, [
    ['DE', 22],
    ['AT', 20],
    ['BE', 16],
    ['FI', 18],
    ['NL', 18],
  ] as const);
  const bank = country === 'NL' ? 'ABNA' : '';
  const reference = random() < 0.4 ? randomCreditorReference(random) : undefined;
  return {
    account: randomIban(random, country, bank, length),
    creditor: random() < 0.5 ? randomText(random, 40) : { name: randomText(random, 40) },
    ...(random() < 0.9 && { amount: randomAmount(random) }),
    ...(random() < 0.3 && { bic: 'MARKDEF1100' }),
    ...(random() < 0.3 && { purpose: 'CHAR' }),
    ...(reference !== undefined && { reference }),
    ...(reference === undefined && random() < 0.8 && { message: randomText(random, 70) }),
    ...(random() < 0.3 && { information: randomText(random, 40) }),
  };
}
