// Compiles payments: their values, and what is known to be wrong with them before there are data.
import type { ComponentNode } from '../../layout/component-node.ts';
import type { BoundScope } from '../../layout/session.ts';
import { readEpc } from '../../payment/epc.ts';
import { notKnownYet, type PaymentInput } from '../../payment/faults.ts';
import { readQrBill } from '../../payment/qr-bill.ts';
import type { StyleProperties } from '../../template/styles.ts';
import { isBound, textPropertyNames } from '../../text/text-properties.ts';
import { type CompileContext, nameOf, type Props } from '../component.ts';
import { literalStyleNames } from '../shared/bound-values/bound-style.ts';
import { billNode } from './bill-node.ts';
import { epcNode } from './epc-node.ts';
import type { PaymentPlan } from './payment-plan.ts';
import { type Kind, kinds, paymentAddress, type paymentProperties } from './payment-properties.ts';
import { compilePaymentValue, type PaymentValue, withoutEmpty } from './payment-value.ts';

const titles: Readonly<Record<Kind, string>> = { qrBill: 'QR bill', epc: 'EPC code' };
const standards: Readonly<Record<Kind, string>> = {
  qrBill: ' Numbers in brackets are chapters of the Swiss Implementation Guidelines QR-bill 2.3.',
  epc: '',
};

/** The properties that only one kind has. */
const ownProperties: Readonly<Record<Kind, readonly string[]>> = {
  qrBill: ['debtor', 'billingInformation', 'alternativeProcedures', 'language', 'cut', 'font'],
  epc: ['bic', 'purpose', 'information', 'version', 'width', 'align', 'color'],
};

/** The properties whose values the checks read. */
const valueNames = [
  ...[
    'account',
    'creditor',
    'debtor',
    'amount',
    'currency',
    'reference',
    'message',
    'billingInformation',
    'alternativeProcedures',
  ],
  ...['bic', 'purpose', 'information'],
] as const;

/** The values without which a payment is left out. An EPC code has the name of the creditor alone, so it lacks no other part of the address. */
const neededValues: Readonly<Record<Kind, ReadonlySet<string>>> = {
  qrBill: new Set([
    ...['account', 'amount', 'currency', 'reference', 'creditor', 'debtor'],
    ...['creditor', 'debtor'].flatMap((one) => ['name', 'postalCode', 'town', 'country'].map((member) => `${one}/${member}`)),
  ]),
  epc: new Set([
    ...['account', 'amount', 'reference', 'creditor'],
    ...Object.keys(paymentAddress.properties).map((member) => `creditor/${member}`),
  ]),
};

/** Properties of every component that a bill should not have: banks take bills as the guidelines draw them. */
const foreignLooks = ['border', 'background', 'opacity'];

/** Families that the guidelines allow (3.4). */
const allowedFonts = ['Arial', 'Frutiger', 'Helvetica', 'Liberation Sans'];

type PaymentProps = Props<typeof paymentProperties, readonly ['payment', 'account', 'creditor']>;

export function compilePayment(props: PaymentProps, context: CompileContext, pointer: string): ComponentNode {
  const kind: Kind = props.payment;
  const name = nameOf(props, pointer);
  warnOfProperties(props, kind, context, pointer);
  const values = valueNames.map(
    (one) => [one, compilePaymentValue(props[one], context, pointer, one, neededValues[kind])] as const,
  );
  const written = { checkDigit: props.checkDigit, version: props.version };
  const read = kind === 'qrBill' ? readQrBill : readEpc;
  const known = Object.fromEntries(values.map(([one, value]) => [one, value.known]));
  const { currency } = context.template;
  const { faults } = read({ currency: isBound(currency) ? notKnownYet : currency, ...written, ...withoutEmpty(known) });
  for (const { place, message } of faults) reportFault(place, message, values, context, pointer);
  const sources = Object.fromEntries(values.flatMap(([one, { source }]) => (source === undefined ? [] : [[one, source]])));
  const givenFor = (scope: BoundScope): PaymentInput => ({
    currency: scope.format.currency,
    sources,
    ...written,
    ...withoutEmpty(Object.fromEntries(values.map(([one, value]) => [one, value.read(scope)]))),
  });
  const alt = props.alt === undefined ? undefined : context.text(props.alt, `${pointer}/alt`);
  const leaveOut: PaymentPlan['leaveOut'] = (reason, scope, session) => {
    session.warn('bad-payment', name, scope.place, `The ${titles[kind]} is left out: ${reason}`);
    return [];
  };
  const refuse: PaymentPlan['refuse'] = (found, scope, session) =>
    leaveOut(
      found.map(({ place, message }) => `"${place.replaceAll('/', '.')}" ${message}.`).join(' ') + standards[kind],
      scope,
      session,
    );
  const spacing = ['margin', 'padding'].flatMap((one) => sourceOf(one, props, context.template) ?? [])[0]?.said;
  const plan: PaymentPlan = { name, givenFor, alt, spacing, leaveOut, refuse };
  return kind === 'qrBill' ? billNode(plan, props, context, pointer) : epcNode(plan, props, context);
}

/** Reports a fault of what the template itself writes. */
function reportFault(
  place: string,
  message: string,
  values: readonly (readonly [name: string, PaymentValue])[],
  { template }: CompileContext,
  pointer: string,
): void {
  const isWritten = values.some(([one, { known }]) => place.split('/')[0] === one && known !== undefined);
  template.report(
    'error',
    'wrong-value',
    isWritten ? `${pointer}/${place}` : pointer,
    `"${place.replaceAll('/', '.')}" ${message}`,
  );
}

function warnOfProperties(
  props: Readonly<Record<string, unknown>>,
  kind: Kind,
  { template }: CompileContext,
  pointer: string,
): void {
  const noEffect = (one: string, reason: string) =>
    template.report('warning', 'no-effect', `${pointer}/${one}`, `"${one}" has no effect ${reason}`);
  const [other] = kinds.filter((one) => one !== kind);
  for (const one of ownProperties[other!])
    if (props[one] !== undefined) noEffect(one, `on "payment": "${kind}". "${other}" has it.`);
  if (kind === 'epc') return;
  for (const one of textPropertyNames)
    if (one !== 'font' && one !== 'color' && props[one] !== undefined)
      noEffect(one, 'on a QR bill: the guidelines say how its texts look. Leave it out.');
  if (props.lang !== undefined) noEffect('lang', 'on a QR bill. Write "language".');
  for (const one of foreignLooks) {
    const { said, property } = sourceOf(one, props, template) ?? {};
    if (said === undefined) continue;
    const message = `${said} changes the look of the QR bill, which the Swiss Implementation Guidelines prescribe: a bank may refuse it. Leave it out.`;
    template.report('warning', 'payment-look', `${pointer}/${property}`, message);
  }
  const { font } = props;
  const plain = (family: string) => family.toLowerCase().replace(/[^a-z]/g, '');
  if (typeof font === 'string' && !allowedFonts.some((one) => plain(font).startsWith(plain(one)))) {
    const message = `A QR bill is written in ${allowedFonts.slice(0, -1).join(', ')} or ${allowedFonts.at(-1)} (Swiss Implementation Guidelines QR-bill 2.3, 3.4). Leave "font" out for Liberation Sans, or write one of these families of "fonts".`;
    template.report('warning', 'payment-font', `${pointer}/font`, message);
  }
}

/** The property that gives a payment a look: its own, or its `style`. `said`: in messages. Undefined: neither has it. */
function sourceOf(
  name: string,
  props: Readonly<Record<string, unknown>>,
  { styles: { styles } }: CompileContext['template'],
): { readonly property: string; readonly said: string } | undefined {
  if (props[name] !== undefined) return { property: name, said: `"${name}"` };
  const style = literalStyleNames(props).find((one) => styles[one]?.[name as keyof StyleProperties] !== undefined);
  return style === undefined ? undefined : { property: 'style', said: `"${name}" of the style "${style}"` };
}
