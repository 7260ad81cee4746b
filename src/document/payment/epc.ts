// The QR code for SEPA credit transfers: checks its values and writes its text (EPC069-12, Quick Response Code Guidelines, versions 001 and 002).

import { isObject } from '../../json/is-object.ts';
import { utf8Length } from '../../platform/bytes.ts';
import { counted } from '../../words/counts.ts';
import { cutJson } from '../../words/show-json.ts';
import { readAmount } from './amount.ts';
import { type Fault, findForeign, notKnownYet, type PaymentInput, ValueReader } from './faults.ts';
import { findIbanFault, plainCode } from './iban.ts';
import { readCreditorReference } from './references.ts';

export interface EpcPayment {
  readonly version: '001' | '002';
  readonly bic: string;
  readonly name: string;
  readonly account: string;
  /** With two decimals. Undefined: the payer says how much. */
  readonly amount: string | undefined;
  readonly purpose: string;
  readonly reference: string;
  readonly message: string;
  readonly information: string;
}

const standard = 'EPC069-12';
const mostBytes = 331;

/** Countries of the European Economic Area: within it, an account needs no BIC. */
const economicArea = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ');

/** No control characters, such as line breaks: a line is an element. None that turn the direction of a text, so that people read another one. */
const printable = /^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]$/u;

/** Checks the values of a payment. Without a payment and faults, some values are not known yet. */
export function readEpc(given: PaymentInput): { readonly payment?: EpcPayment; readonly faults: readonly Fault[] } {
  const reader = new ValueReader(standard);
  const fail = (place: string, message: string) => reader.add(place, `${message} (${standard})`);
  const read = (value: unknown, place: string, max: number, needed?: string) => {
    const text = reader.text(value, place, { max, ...(needed !== undefined && { needed }) });
    const foreign = text === undefined ? undefined : findForeign(text, printable);
    if (foreign !== undefined) fail(place, foreign);
    return text ?? '';
  };
  const version = given.version === '001' ? '001' : '002';
  const account = plainCode(read(given.account, 'account', 60, `has no value: the IBAN is needed (${standard})`));
  const wrongAccount = account === '' ? undefined : findIbanFault(account);
  if (wrongAccount !== undefined) fail('account', wrongAccount);
  const creditor = isObject(given.creditor) ? given.creditor.name : given.creditor;
  const name = read(
    creditor,
    isObject(given.creditor) ? 'creditor/name' : 'creditor',
    70,
    `has no value: the name of the payee is needed (${standard})`,
  );
  const bic = plainCode(read(given.bic, 'bic', 20));
  if (bic !== '' && !/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic))
    fail('bic', `is ${bic}, and a BIC has 8 or 11 characters, such as MARKDEF1100`);
  if (bic === '' && given.bic !== notKnownYet && account !== '' && wrongAccount === undefined) {
    if (version === '001') fail('bic', 'is missing, and version 001 needs it. Version 002 does not');
    else if (!economicArea.includes(account.slice(0, 2)))
      fail('bic', `is missing, and an account outside of the European Economic Area (${account.slice(0, 2)}) needs it`);
  }
  const currency = reader.text(given.currency, 'currency')?.toUpperCase();
  if (currency !== undefined && currency !== 'EUR')
    fail('currency', `is ${cutJson(currency)}, and the code takes EUR only. If the amount is in euros, write "currency": "EUR"`);
  const amount = readAmount(reader, given.amount, standard, 'the least amount is 0.01');
  const purpose = read(given.purpose, 'purpose', 4).toUpperCase();
  if (purpose !== '' && !/^[A-Z0-9]{1,4}$/.test(purpose))
    fail('purpose', `is ${purpose}, and has up to four letters, such as CHAR or SALA`);
  const noReference = `has no value. For a payment without reference leave it out, or give the text "none" (${standard})`;
  const isWritten = given.reference !== undefined && given.reference !== 'none';
  const writtenReference = isWritten ? plainCode(read(given.reference, 'reference', 60, noReference)) : '';
  let reference = '';
  if (writtenReference !== '') {
    const found = readCreditorReference(writtenReference, given.checkDigit === 'computed' ? 'computed' : 'given');
    if ('fault' in found) fail('reference', found.fault);
    else ({ reference } = found);
  }
  const message = read(given.message, 'message', 140);
  if (message !== '' && writtenReference !== '') fail('message', 'stands beside a "reference", and a payment has one of them');
  const information = read(given.information, 'information', 70);
  if (reader.faults.length > 0 || reader.isPartial) return { faults: reader.faults };
  const payment: EpcPayment = { version, bic, name, account, amount, purpose, reference, message, information };
  const bytes = utf8Length(writeEpc(payment));
  if (bytes > mostBytes) fail('payment', `has ${counted(bytes, 'byte')} in its code, and ${mostBytes} are allowed`);
  return reader.faults.length > 0 ? { faults: reader.faults } : { payment, faults: [] };
}

/** The text of the code. */
export function writeEpc({ version, bic, name, account, amount, purpose, reference, message, information }: EpcPayment): string {
  const money = amount === undefined ? '' : `EUR${amount}`;
  return ['BCD', version, '1', 'SCT', bic, name, account, money, purpose, reference, message, information].join('\n').trimEnd();
}
