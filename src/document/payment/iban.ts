// IBANs (ISO 13616): their lengths by country, and their check digits.
import { counted } from '../../words/counts.ts';

/** Lengths by country. Source: the IBAN registry of SWIFT, release 99. */
const lengths: Readonly<Record<string, number>> = Object.fromEntries(
  `
  AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27
  GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22
  MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28
  TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .trim()
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** An account without spaces, in capital letters. */
export const plainCode = (text: string): string => text.replace(/\s/g, '').toUpperCase();

/** Why a text is not a valid IBAN, as a clause. Undefined: the IBAN is valid. */
export function findIbanFault(iban: string): string | undefined {
  const foreign = /[^A-Z0-9]/.exec(iban)?.[0];
  if (foreign !== undefined) return `has the character "${foreign}", and an IBAN has letters and digits only`;
  if (!/^[A-Z]{2}\d{2}/.test(iban)) return 'is no IBAN, which begins with the two letters of a country and two check digits';
  const country = iban.slice(0, 2);
  const length = Object.hasOwn(lengths, country) ? lengths[country] : undefined;
  if (length === undefined) return `begins with ${country}, and no such country has IBANs`;
  if (iban.length !== length) return `has ${counted(iban.length, 'character')}, and an IBAN of ${country} has ${length}`;
  return modulo97(iban) === 1 ? undefined : 'is mistyped: its check digits do not match the rest';
}

/** The remainder by ISO 7064, MOD 97-10: the first four characters are moved to the end, and letters are numbers from 10. */
export function modulo97(code: string): number {
  let rest = 0;
  for (const character of code.slice(4) + code.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** `CH44 3199 9123 0008 8901 2` */
export const inGroups = (code: string, size = 4): string => code.replace(new RegExp(`.{${size}}(?=.)`, 'g'), '$& ');
