// The address of somebody in a payment.
import { countries } from '../../invoice/codes/countries.ts';
import { isObject } from '../../json/is-object.ts';
import { showJson } from '../../words/show-json.ts';
import { propertiesOfName } from '../other-names/properties.ts';
import { findForeign, notKnownYet, type PaymentInput, type ValueReader } from './faults.ts';

export interface Address {
  readonly name: string;
  readonly street: string;
  readonly buildingNumber: string;
  readonly postalCode: string;
  readonly town: string;
  readonly country: string;
}

type Member = keyof Address;

/** The members with their lengths, in the order of the code. */
const members: readonly (readonly [name: Member, max: number, isNeeded: boolean])[] = [
  ['name', 70, true],
  ['street', 70, false],
  ['buildingNumber', 16, false],
  ['postalCode', 16, true],
  ['town', 35, true],
  ['country', 2, true],
];

/** The second lines of combined addresses, in small letters. */
const combined = ['addressline2', 'streetoraddressline2', 'line2', 'street2'];

/** Characters that the Swiss QR code may have (Swiss Implementation Guidelines QR-bill, 4.1.1). */
export const permitted = /^[\x20-\x7e\xa0-\u017f\u0218-\u021b\u20ac]$/u;
export const notPermitted = (text: string): string | undefined => {
  const foreign = findForeign(text, permitted);
  return foreign && `${foreign}, which the Swiss QR code cannot have (4.1.1)`;
};

/** Reads the address of a creditor or debtor. Undefined: it is faulty, or not known yet. `place`: the property. */
export function readAddress(reader: ValueReader, given: PaymentInput, place: 'creditor' | 'debtor'): Address | undefined {
  const value = given[place];
  if (value === notKnownYet) {
    reader.isPartial = true;
    return undefined;
  }
  if (!isObject(value)) {
    const got = value === null || value === undefined || value === '' ? 'has no value' : `is ${showJson(value)}`;
    const open = place === 'debtor' ? '. The text "open" leaves it to the payer' : '';
    const form = 'an object with "name", "street", "buildingNumber", "postalCode", "town" and "country"';
    return reader.add(place, `${got}, and an address is needed: ${form}${open} (4.3.1)`);
  }
  const source = given.sources?.[place];
  const line2 = Object.keys(value).find((name) => combined.includes(name.toLowerCase()) && !isEmpty(value[name]));
  if (line2 !== undefined && isEmpty(value.town))
    return reader.add(
      place,
      `is a combined address ("${line2}"), which banks refuse since November 2025. Give "street", "buildingNumber", "postalCode", "town" and "country" apart (4.3.1)`,
    );
  const foreign = findOtherNames(value);
  if (foreign.length > 0) {
    const named = foreign.map((one) => `"${one.given}" is called "${one.member}"`).join(', ');
    return reader.add(place, `has other names (4.3.1): ${named}. Write "${place}": ${addressForm(value, foreign, source)}`);
  }
  const before = reader.faults.length;
  const read: Partial<Record<Member, string>> = {};
  for (const [name, max, isNeeded] of members) {
    const at = `${place}/${name}`;
    const text = reader.text(value[name], at, {
      max: name === 'country' ? 100 : max,
      ...(isNeeded && { needed: `is missing (4.2.2)` }),
    });
    read[name] = text ?? '';
    const unknown = text === undefined ? undefined : name === 'country' ? findCountryFault(text) : notPermitted(text);
    if (unknown !== undefined) reader.add(at, unknown);
  }
  const { postalCode = '', country = '' } = read;
  if (/^[A-Z]{1,3}[- ]\d/.test(postalCode))
    reader.add(`${place}/postalCode`, `is ${postalCode}, and has no country in it: give the country as "country" (4.2.2)`);
  if (reader.faults.length > before || reader.isPartial) return undefined;
  return { ...(read as Address), country: country.toUpperCase() };
}

function findCountryFault(text: string): string | undefined {
  const code = text.toUpperCase();
  if (/^[A-Z]{2}$/.test(code) && countries.has(code)) return undefined;
  return `is ${showJson(text)}, and has two letters by ISO 3166-1, such as CH (4.2.2)`;
}

/** The members of other names for which the standard member is missing. */
function findOtherNames(
  value: Readonly<Record<string, unknown>>,
): readonly { readonly given: string; readonly member: Member }[] {
  return members.flatMap(([member]) => {
    if (!isEmpty(value[member])) return [];
    const given = Object.keys(value).find((name) => propertiesOfName(name)?.includes(member) && !isEmpty(value[name]));
    return given === undefined ? [] : [{ given, member }];
  });
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** The object to write. `source`: the expression that gives the object. */
function addressForm(value: Readonly<Record<string, unknown>>, foreign: ReturnType<typeof findOtherNames>, source = '…'): string {
  const shown = members.flatMap(([name, , isNeeded]) => {
    const given = foreign.find(({ member }) => member === name)?.given;
    if (given === undefined && isEmpty(value[name]) && !isNeeded) return [];
    return [`"${name}": "{{ ${source}.${given ?? name} }}"`];
  });
  return `{ ${shown.join(', ')} }`;
}
