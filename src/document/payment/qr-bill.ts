// The Swiss QR bill: checks its values and writes the text of its code (Swiss Implementation Guidelines QR-bill 2.3; numbers in messages are its chapters).
import { counted } from '../../words/counts.ts';
import { cutJson } from '../../words/show-json.ts';
import { type Address, notPermitted, readAddress } from './address.ts';
import { open, readAmount } from './amount.ts';
import { type Fault, notKnownYet, type PaymentInput, ValueReader } from './faults.ts';
import { headingsOf } from './headings.ts';
import { findIbanFault, plainCode } from './iban.ts';
import { type CheckDigit, readCreditorReference, readQrReference } from './references.ts';

export interface QrBill {
  readonly account: string;
  readonly creditor: Address;
  /** Undefined: the payer writes who pays. */
  readonly debtor: Address | undefined;
  /** With two decimals. Undefined: the payer writes how much. */
  readonly amount: string | undefined;
  readonly currency: string;
  readonly reference: { readonly type: 'QRR' | 'SCOR'; readonly text: string } | undefined;
  readonly message: string;
  readonly billingInformation: string;
  readonly procedures: readonly string[];
}

const notifications = Object.values(headingsOf).map(({ notification }) => notification);

/** Checks the values of a bill. Without a bill and faults, some values are not known yet. */
export function readQrBill(given: PaymentInput): { readonly bill?: QrBill; readonly faults: readonly Fault[] } {
  const reader = new ValueReader('4.2.2');
  const account = readAccount(reader, given.account);
  const creditor = readAddress(reader, given, 'creditor');
  const debtor = given.debtor === undefined || given.debtor === open ? undefined : readAddress(reader, given, 'debtor');
  const currency = readCurrency(reader, given.currency);
  const message = readText(reader, given.message, 'message', 140);
  const amount = readBillAmount(reader, given.amount, message, given.message === notKnownYet);
  const billingInformation = readText(reader, given.billingInformation, 'billingInformation', 140);
  const wrongBilling = billingInformation === '' ? undefined : findBillingFault(billingInformation);
  if (wrongBilling !== undefined) reader.add('billingInformation', `${wrongBilling} (4.3.3)`);
  const together = message.length + billingInformation.length;
  if (together > 140 && message.length <= 140 && billingInformation.length <= 140)
    reader.add(
      'message',
      `and "billingInformation" have ${counted(together, 'character')} together, and 140 are allowed (4.3.3)`,
    );
  const reference = readReference(reader, given, account);
  const procedures = readProcedures(reader, given.alternativeProcedures);
  if (reader.faults.length > 0 || reader.isPartial || !account || !creditor || !currency) return { faults: reader.faults };
  const bill = { account, creditor, debtor, amount, currency, reference, message, billingInformation, procedures };
  const length = writeQrBill(bill).length;
  if (length > 997) reader.add('payment', `has ${counted(length, 'character')} in its code, and 997 are allowed (6.2)`);
  return reader.faults.length > 0 ? { faults: reader.faults } : { bill, faults: [] };
}

/** The text of the code (4.2.2). */
export function writeQrBill({ account, creditor, debtor, amount, currency, reference, ...rest }: QrBill): string {
  const addressLines = (one: Address | undefined) =>
    one ? ['S', one.name, one.street, one.buildingNumber, one.postalCode, one.town, one.country] : Array<string>(7).fill('');
  const more = [rest.billingInformation, ...rest.procedures];
  return [
    ...['SPC', '0200', '1'],
    account,
    ...addressLines(creditor),
    // The ultimate creditor, which must stay empty.
    ...addressLines(undefined),
    amount ?? '',
    currency,
    ...addressLines(debtor),
    ...(reference ? [reference.type, reference.text] : ['NON', '']),
    rest.message,
    'EPD',
    ...(more.some((one) => one !== '') ? more : []),
  ].join('\n');
}

/** Whether an account is a QR-IBAN, which needs a QR reference (2.10). */
function isQrIban(account: string): boolean {
  const id = Number(account.slice(4, 9));
  return id >= 30000 && id <= 31999;
}

function readAccount(reader: ValueReader, value: unknown): string | undefined {
  const text = reader.text(value, 'account', { needed: 'has no value: a bill needs the IBAN of the creditor (4.2.2)' });
  if (text === undefined) return undefined;
  const iban = plainCode(text);
  const fault = findIbanFault(iban);
  if (fault !== undefined) return reader.add('account', `${fault} (2.9)`);
  if (/^(?:CH|LI)/.test(iban)) return iban;
  return reader.add(
    'account',
    `is of ${iban.slice(0, 2)}, and a QR bill takes accounts of CH and LI only (4.2.2). For others there is "payment": "epc"`,
  );
}

function readCurrency(reader: ValueReader, value: unknown): string | undefined {
  const needed = 'is missing: write "currency": "CHF", or set the "currency" of the template (4.2.2)';
  const currency = reader.text(value, 'currency', { needed })?.toUpperCase();
  if (currency === undefined || currency === 'CHF' || currency === 'EUR') return currency;
  return reader.add('currency', `is ${cutJson(currency)}, and a QR bill takes CHF and EUR only (4.2.2)`);
}

function readText(reader: ValueReader, value: unknown, place: string, max: number): string {
  const text = reader.text(value, place, { max }) ?? '';
  const foreign = notPermitted(text);
  if (foreign !== undefined) reader.add(place, foreign);
  return text;
}

/** A bill of 0.00 is a notification, and its message says so (4.4). `isLater`: the message is not known yet. */
function readBillAmount(reader: ValueReader, value: unknown, message: string, isLater: boolean): string | undefined {
  const isNotification = notifications.includes(message);
  const said = `the "message" of a bill that nobody pays is one of ${notifications.map((one) => `"${one}"`).join(', ')}`;
  const zero = isLater || isNotification || said;
  if (isNotification && (value === undefined || value === open))
    return reader.add('amount', 'is open, and a bill that nobody pays has the amount 0 (4.4)');
  const amount = readAmount(reader, value, isNotification ? '4.4' : '3.5.3', zero);
  if (isNotification && amount !== undefined && Number(amount) !== 0)
    return reader.add('amount', `is ${amount}, and a bill that nobody pays has the amount 0 (4.4)`);
  return amount;
}

function readReference(reader: ValueReader, given: PaymentInput, account: string | undefined): QrBill['reference'] {
  const isWritten = given.reference !== undefined && given.reference !== 'none';
  const id = account && `the account ${account} has the IID ${account.slice(4, 9)}`;
  const isQr = account !== undefined && isQrIban(account);
  const need = `: ${id}, so it is a QR-IBAN and needs a QR reference`;
  const text = isWritten
    ? reader.text(given.reference, 'reference', {
        needed: isQr
          ? `has no value${need} (2.12, 4.3.2)`
          : 'has no value. For a payment without reference leave it out, or give the text "none" (4.3.2)',
      })
    : undefined;
  if (account === undefined) return undefined;
  const fail = (message: string) => reader.add('reference', `${message} (2.12, 4.3.2)`);
  if (!isWritten) return isQr ? fail(`is missing${need}`) : undefined;
  if (text === undefined) return undefined;
  const plain = plainCode(text);
  if (typeof given.reference === 'number' && !Number.isSafeInteger(given.reference))
    return fail('is a number, which loses digits: give it as a text');
  const checkDigit: CheckDigit = given.checkDigit === 'computed' ? 'computed' : 'given';
  if (!isQr && /^\d{26,27}$/.test(plain))
    return fail(`is a QR reference, which needs a QR-IBAN: ${id}, and that of a QR-IBAN is from 30000 to 31999`);
  if (isQr && /^RF\d\d/.test(plain))
    return fail(`is a creditor reference, and the account needs a QR reference: ${id}, so it is a QR-IBAN`);
  const read = isQr ? readQrReference(plain, checkDigit) : readCreditorReference(plain, checkDigit);
  if ('fault' in read) return fail(read.fault);
  return { type: isQr ? 'QRR' : 'SCOR', text: read.reference };
}

function readProcedures(reader: ValueReader, value: unknown): readonly string[] {
  if (value === notKnownYet) reader.isPartial = true;
  if (value === undefined || value === null || value === '' || value === notKnownYet) return [];
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  const texts = list.flatMap((one, i) => {
    const place = `alternativeProcedures/${i}`;
    const text = readText(reader, one, place, 100);
    if (text === '') return [];
    if (nameOfProcedure(text) === undefined)
      reader.add(place, `begins with the name of the procedure and a separator, such as "eBill/B/", got "${text}" (3.5.5)`);
    return [text];
  });
  if (texts.length > 2) reader.add('alternativeProcedures', `are ${texts.length}, and 2 are allowed (3.5.5)`);
  return texts;
}

/** The name at the beginning of an alternative procedure. */
export const nameOfProcedure = (text: string): string | undefined => /^[\p{L}\d][\p{L}\d ]*(?=[^\p{L}\d ])/u.exec(text)?.[0];

/** Why a text is no billing information, as a clause. The syntax S1 of Swico has numbered parts, each once and in order. */
function findBillingFault(text: string): string | undefined {
  if (!/^\/\/[A-Za-z0-9]{2}(?:\/|$)/.test(text))
    return 'begins with // and the two characters of its syntax, such as "//S1/10/10201409"';
  if (!text.startsWith('//S1')) return undefined;
  // A slash of a value is written as \/.
  const parts = (text.slice('//S1/'.length).match(/(?:\\.|[^\\/])*(?:\/|$)/g) ?? []).slice(0, -1);
  const tags = parts.filter((_, i) => i % 2 === 0).map((part) => part.replace(/\/$/, ''));
  const wrong = tags.find((tag) => !/^\d\d$/.test(tag));
  if (wrong !== undefined)
    return `has "${wrong}" where S1 has the number of a part, such as /10/ before the number of the invoice; a slash in a value is \\/`;
  const twice = tags.find((tag, i) => i > 0 && tag <= tags[i - 1]!);
  return twice === undefined
    ? undefined
    : `has the part /${twice}/ after /${tags[tags.indexOf(twice) - 1] ?? twice}/: S1 has each once, in ascending order`;
}
