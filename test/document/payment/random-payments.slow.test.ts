// Random payments: a scanner reads each code again from the page at 300 dpi, line by line as the values say.
import { expect, test } from 'vitest';
import { readEpc } from '../../../src/document/payment/epc.ts';
import { type Random, randomBill, randomTransfer } from '../../support/payments.ts';
import { createRandom } from '../../support/random.ts';
import { readPageBarcodes } from '../../support/read-barcodes.ts';
import { compile } from '../../support/render.ts';
import { renderProgram, warningsOf } from '../../support/render-document.ts';

type Values = Readonly<Record<string, unknown>>;

/** One page for each element of `payments`. */
const pagesOf = (component: Values, size: readonly [number, number]) => ({
  pages: [{ each: 'payments', as: 'p', size, margin: 0, body: component }],
});

const bound = (values: Values) => Object.fromEntries(Object.keys(values).map((name) => [name, `{{ p.${name} }}`]));

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

async function readAgain(
  template: Readonly<Record<string, unknown>>,
  payments: readonly Values[],
  linesOf: (values: Values) => readonly string[],
): Promise<void> {
  const { program } = await compile(template);
  const data = { payments };
  expect(await warningsOf(template, { data })).toEqual([]);
  const pdf = await renderProgram(program!, { data });
  for (const [i, values] of payments.entries()) {
    const codes = await readPageBarcodes(pdf, 300, { formats: ['QRCode'], tryRotate: false, characterSet: 'UTF8' }, i + 1);
    expect(codes.map(({ text }) => text.split('\n'))).toEqual([linesOf(values)]);
  }
}

const batches = (count: number, make: (random: Random) => Values) =>
  Array.from({ length: count }, (_, i) => {
    const random = createRandom(i);
    return [i, Array.from({ length: 25 }, () => make(random))] as const;
  });

// Values that some payments lack differ from component to component, so payments with the same values share one.
const byNames = (payments: readonly Values[]) => {
  const groups = new Map<string, Values[]>();
  for (const one of payments) {
    const key = Object.keys(one).sort().join();
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
};

test.each(batches(20, randomBill))('random bills are read again: %i', async (_, payments) => {
  for (const group of byNames(payments))
    await readAgain(pagesOf({ payment: 'qrBill', ...componentOf(group[0]!) }, [210, 105]), group, linesOfBill);
});

/** Two procedures are two texts. */
function componentOf(values: Values): Values {
  const { alternativeProcedures, ...others } = bound(values);
  if (alternativeProcedures === undefined) return others;
  return { ...others, alternativeProcedures: ['{{ p.alternativeProcedures[0] }}', '{{ p.alternativeProcedures[1] }}'] };
}

test.each(batches(8, randomTransfer))('random transfers are read again: %i', async (_, payments) => {
  const fitting = payments.filter((values) => readEpc(values).payment);
  expect(fitting.length).toBeGreaterThan(15);
  for (const group of byNames(fitting))
    await readAgain(pagesOf({ margin: 10, payment: 'epc', ...bound(group[0]!), width: 30 }, [60, 60]), group, linesOfTransfer);
});
