// The properties of payments.
import { type JsonSchema, objectOf } from '../../../contract/schema.ts';
import { billLanguages } from '../../payment/languages.ts';
import { sizeOrPercent, text } from '../../template/property-schemas.ts';
import { placedAlign } from '../shared/placed-align.ts';

/** The address of somebody in a payment. */
export const paymentAddress = objectOf(['name'], {
  name: { ...text, description: 'The name of a person or company: at most 70 characters.' },
  street: { ...text, description: 'The street: at most 70 characters.' },
  buildingNumber: { ...text, description: 'The number of the building: at most 16 characters.' },
  postalCode: { ...text, description: 'The postal code without a country: at most 16 characters.' },
  town: { ...text, description: 'The town: at most 35 characters.' },
  country: { ...text, description: 'The country: two letters by ISO 3166-1, such as `CH`.' },
});

const party = { oneOf: [paymentAddress, { ...text, title: 'a text such as `"{{ seller }}"`' }] } as const satisfies JsonSchema;

export const kinds = ['qrBill', 'epc'] as const;
export type Kind = (typeof kinds)[number];

const cuts = ['scissors', 'text', 'none'] as const;
export type Cut = (typeof cuts)[number];

export const paymentProperties = {
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
    enum: cuts,
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
  align: placedAlign('`epc`'),
} as const satisfies Readonly<Record<string, JsonSchema>>;
