// Random payments: a scanner reads each code again from the page at 300 dpi, line by line as the values say. PDFGEN_TEST_COUNT and PDFGEN_TEST_SEED try
// more of them.
import { expect, test } from 'vitest';
import { readEpc } from '../../../src/document/payment/epc.ts';
import { type Random, randomBill, randomTransfer } from '../../support/payments.ts';
import { createRandom } from '../../support/random.ts';
import { type PageArea, readQrCodes } from '../../support/read-barcodes.ts';
import { compile, defaultLimits } from '../../support/render.ts';
import { renderProgram } from '../../support/render-document.ts';
import { trialSeeds } from '../../support/trials.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a bill's code says, by the order of the guidelines (4.2.2), written here once more. */
function linesOfBill(values: Values): readonly string[] {
  const { creditor, debtor, amount, reference, billingInformation = '', alternativeProcedures = [], message = '' } = values;
  const address = (one: unknown) => {
    if (one === undefined) return Array(7).fill('');
    const { name, street = '', buildingNumber = '', postalCode, town, country } = one as Record<string, string>;
    return ['S', name, street, buildingNumber, postalCode, town, country];
  };
  const isQr = /^..\d\d3[01]/.test(String(values.account));
  const more = [billingInformation, ...(alternativeProcedures as readonly string[])];
  return [
    ...['SPC', '0200', '1', values.account],
    ...address(creditor),
    ...address(undefined),
    amount === undefined ? '' : (amount as number).toFixed(2),
    values.currency,
    ...address(debtor),
    ...(reference === undefined ? ['NON', ''] : [isQr ? 'QRR' : 'SCOR', reference]),
    ...[message, 'EPD'],
    ...(more.some(Boolean) ? more : []),
  ] as string[];
}

function linesOfTransfer(values: Values): readonly string[] {
  const { bic = '', creditor, account, amount, purpose = '', reference = '', message = '', information = '' } = values;
  const name = typeof creditor === 'string' ? creditor : (creditor as Record<string, unknown>).name;
  const money = amount === undefined ? '' : `EUR${(amount as number).toFixed(2)}`;
  const lines = ['BCD', '002', '1', 'SCT', bic, name, account, money, purpose, reference, message, information] as string[];
  while (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Renders a page for each payment, and reads its code. Values that a payment lacks are said so. */
async function readAgain(
  component: Values,
  size: readonly [number, number],
  payments: readonly Values[],
  area: PageArea,
): Promise<(string | undefined)[]> {
  const { program } = await compile({ pages: [{ each: 'payments', as: 'p', size, margin: 0, body: component }] });
  const data = { payments: payments.map((values) => ({ amount: 'open', debtor: 'open', reference: 'none', ...values })) };
  return readQrCodes(await renderProgram(program!, { data, limits }), 300, payments.length, area);
}

const limits = { ...defaultLimits, maxPages: 1000 };
const bound = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `{{ p.${name} }}`]));
const common = ['account', 'creditor', 'amount', 'reference', 'message'];

/** Fifty payments for each seed. */
const batches = (make: (random: Random) => Values) =>
  trialSeeds('random-payments.slow').map((seed) => {
    const random = createRandom(seed);
    return [seed, Array.from({ length: 50 }, () => make(random))] as const;
  });

test.each(batches(randomBill))('random bills are read again: %i', async (_, payments) => {
  const component = {
    payment: 'qrBill',
    ...bound(...common, 'currency', 'debtor', 'billingInformation'),
    alternativeProcedures: ['{{ p.alternativeProcedures[0] }}', '{{ p.alternativeProcedures[1] }}'],
  };
  const found = await readAgain(component, [210, 105], payments, { left: 64, top: 14, width: 52, height: 52 });
  expect(found.map((text) => text?.split('\n'))).toEqual(payments.map(linesOfBill));
});

test.each(batches(randomTransfer))('random transfers are read again: %i', async (_, given) => {
  const payments = given.filter((values) => readEpc(values).payment);
  expect(payments.length).toBeGreaterThan(40);
  const component = { margin: 5, payment: 'epc', ...bound(...common, 'bic', 'purpose', 'information'), width: 30 };
  const found = await readAgain(component, [40, 40], payments, { left: 0, top: 0, width: 40, height: 40 });
  expect(found.map((text) => text?.split('\n'))).toEqual(payments.map(linesOfTransfer));
});
