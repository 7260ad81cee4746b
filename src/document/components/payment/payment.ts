// The component `payment`: the Swiss QR bill, and the QR code for SEPA credit transfers.
import type { JsonSchema } from '../../../contract/schema.ts';
import type { BoundScope } from '../../layout/session.ts';
import { onDemand } from '../../on-demand.ts';
import { type GivenPayment, later } from '../../payment/faults.ts';
import { billLanguages } from '../../payment/languages.ts';
import { sizeOrPercent, text } from '../../template/property-schemas.ts';
import { textPropertyNames } from '../../text/text-properties.ts';
import { type CompileContext, defineComponent, nameOf } from '../component.ts';
import { compileGiven, type GivenValue, withoutEmpty } from './given-values.ts';
import type { PaymentPlan } from './payment-plan.ts';

const parts = onDemand('payments', () => import('./payment-parts.ts'));

/** The address of somebody in a payment. */
export const paymentAddress = {
  type: 'object',
  additionalProperties: false,
  properties: {
    name: { ...text, description: 'The name of a person or company: at most 70 characters.' },
    street: { ...text, description: 'The street: at most 70 characters.' },
    buildingNumber: { ...text, description: 'The number of the building: at most 16 characters.' },
    postalCode: { ...text, description: 'The postal code without a country: at most 16 characters.' },
    town: { ...text, description: 'The town: at most 35 characters.' },
    country: { ...text, description: 'The country: two letters by ISO 3166-1, such as `CH`.' },
  },
  required: ['name'],
} as const satisfies JsonSchema;

const party = { oneOf: [paymentAddress, { ...text, title: 'a text such as `"{{ seller }}"`' }] } as const satisfies JsonSchema;

const kinds = ['qrBill', 'epc'] as const;
type Kind = (typeof kinds)[number];

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

/** Families that the guidelines allow (3.4). */
const allowedFonts = ['Arial', 'Frutiger', 'Helvetica', 'Liberation Sans'];

export const payment = defineComponent({
  type: 'payment',
  content: 'figure',
  knownAs: ['pay', 'payments'],
  group: 'graphic',
  summary: 'A payment: the Swiss QR bill, or the QR code for a SEPA credit transfer.',
  properties: {
    payment: {
      enum: kinds,
      'x-written': true,
      description:
        '`qrBill`: the Swiss QR bill, receipt and payment part, 210 × 105 mm. `epc`: the QR code by which banking apps fill in a SEPA credit transfer.',
    },
    account: { ...text, description: 'The IBAN of the creditor.' },
    creditor: {
      ...party,
      description:
        'Who is paid: an address, or a binding such as `"{{ seller }}"` that gives an object with these members. An `epc` takes the name alone too.',
    },
    debtor: {
      ...party,
      description:
        'Who pays. Without it, or with the text `open`, a QR bill has a field in which the payer writes name and address.',
    },
    amount: {
      oneOf: [
        { ...text, title: 'a text such as `"{{ total }}"`' },
        { type: 'number', 'x-written': true },
      ],
      description:
        'The amount: a number with at most two decimals. Without it, or with the text `open`, the payer writes the amount.',
    },
    currency: {
      ...text,
      description:
        'The currency: CHF or EUR for a QR bill, EUR for an `epc`. Default: the `currency` of the template; EUR for an `epc` without one.',
    },
    reference: {
      ...text,
      description:
        'The reference by which the creditor finds the payment: a QR reference where the account is a QR-IBAN, otherwise a creditor reference by ISO 11649 (`RF…`). The text `none` is no reference.',
    },
    checkDigit: {
      enum: ['given', 'computed'],
      default: 'given',
      description:
        '`given`: the reference has its check digits, which are checked. `computed`: they are computed and added; a QR reference gets leading zeros, a creditor reference `RF`.',
    },
    message: { ...text, description: 'A text for the creditor: at most 140 characters.' },
    billingInformation: {
      ...text,
      description:
        'Information for the accounting of the payer, such as `//S1/10/10201409/11/190512` by Swico. With the `message` it has at most 140 characters.',
    },
    alternativeProcedures: {
      type: 'array',
      items: text,
      maxItems: 2,
      description: 'Data of other procedures, such as `eBill/B/simon.muster@example.com`: at most 100 characters each.',
    },
    language: {
      ...text,
      description: `The language of the QR bill: ${billLanguages.map((one) => `\`${one}\``).join(', ')}. Default: the language of the \`locale\`, or \`en\` if bills do not have it.`,
    },
    cut: {
      enum: ['scissors', 'text', 'none'],
      default: 'scissors',
      description:
        'Where the QR bill is cut off: lines with scissors, lines with the sentence above that asks to separate it, or nothing, for perforated paper.',
    },
    bic: { ...text, description: 'The BIC of the bank: needed by version `001`, and outside of the European Economic Area.' },
    purpose: { ...text, description: 'The purpose of the transfer by ISO 20022: up to four letters, such as `CHAR`.' },
    information: { ...text, description: 'A text for the payer: at most 70 characters.' },
    version: { enum: ['001', '002'], default: '002', description: 'The version of the `epc`.' },
    width: {
      ...sizeOrPercent,
      description: 'Width of the `epc` without the room around it: leave 4 modules free. Default: 25 mm.',
    },
    align: {
      enum: ['left', 'center', 'right'],
      default: 'left',
      description: 'Horizontal position of the `epc` in the available width.',
    },
  },
  required: ['account', 'creditor'],
  example: {
    payment: 'epc',
    account: 'DE71110220330123456789',
    creditor: 'Gratwerk GmbH',
    amount: '{{ total }}',
    message: 'Invoice {{ number }}',
  },
  sizesItself: true,
  warnsOfWidth: true,
  canPrint: () => true,
  compile(props, context, pointer) {
    const kind: Kind = props.payment;
    const name = nameOf(props, pointer, context);
    warnOfProperties(props, kind, context, pointer);
    const values = valueNames.map((one) => [one, compileGiven(props[one], context, `${pointer}/${one}`)] as const);
    const written = { checkDigit: props.checkDigit, version: props.version };
    const read = kind === 'qrBill' ? parts().readQrBill : parts().readEpc;
    const known = Object.fromEntries(values.map(([one, value]) => [one, value.known]));
    // The data may bring the currency of the template.
    const { faults } = read({ currency: later, ...written, ...withoutEmpty(known) });
    for (const { place, message } of faults) reportFault(place, message, values, context, pointer);
    const sources = Object.fromEntries(values.flatMap(([one, { source }]) => (source === undefined ? [] : [[one, source]])));
    const givenFor = (scope: BoundScope): GivenPayment => ({
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
    const plan: PaymentPlan = { name, givenFor, alt, leaveOut, refuse };
    return kind === 'qrBill' ? parts().billNode(plan, props, context, pointer) : parts().epcNode(plan, props, context);
  },
});

/** Reports a fault of what the template itself writes. */
function reportFault(
  place: string,
  message: string,
  values: readonly (readonly [name: string, GivenValue])[],
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
  const { font } = props;
  const plain = (family: string) => family.toLowerCase().replace(/[^a-z]/g, '');
  if (typeof font === 'string' && !allowedFonts.some((one) => plain(font).startsWith(plain(one)))) {
    const message = `A QR bill is written in ${allowedFonts.slice(0, -1).join(', ')} or ${allowedFonts.at(-1)} (Swiss Implementation Guidelines QR-bill 2.3, 3.4). Leave "font" out for Liberation Sans, or write one of these families of "fonts".`;
    template.report('warning', 'payment-font', `${pointer}/font`, message);
  }
}
