// Codes of GS1 elements: values after their application identifiers, as in `(01)09521234543213(10)A7`.
import { counted } from '../../words/counts.ts';
import { drawWithEncoder } from './draw-with-encoder.ts';
import { checkDigitOf, wrongCheckDigit } from './encode-retail.ts';
import type { Modules, Unencodable } from './modules.ts';

export function encodeElements(name: 'gs1-128' | 'gs1-datamatrix', text: string): Modules | Unencodable {
  // The encoder drops an open bracket at the end, and draws an empty code of a single character.
  if (!/^\(.*[^(]$/s.test(text)) return { error: 'It is no list of GS1 elements, such as (01)09521234543213(10)A7.' };
  const code = drawWithEncoder(name, text);
  return 'error' in code ? { error: explain(code.error, text) } : code;
}

/** Digits of the elements that end with a check digit and have nothing else (GS1 General Specifications, 3.2 to 3.6). */
const lengths: Readonly<Record<string, number>> = {
  ...{ '00': 18, '01': 14, '02': 14, '03': 14, 402: 17, 8006: 18, 8017: 18, 8018: 18 },
  ...Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`41${i}`, 13])),
};

/** The encoder's message about an element, with a remedy where people often need one. */
function explain(error: string, text: string): string {
  const [, identifier = '', fault = ''] = /^AI (\d+): (.*)$/s.exec(error) ?? [];
  // GS1 General Specifications, 3.4: production, due, packaging, best before, sell by, expiration.
  if (/^1[123567]$/.test(identifier)) return `${error}. A date has six digits, as in {{ … | date: 'yyMMdd' }}.`;
  const value = new RegExp(`\\(${identifier}\\)([^(]*)`).exec(text)?.[1] ?? '';
  const foreign = /\D/u.exec(value)?.[0];
  if (fault === 'Bad checksum' && !foreign)
    return `AI ${identifier}: ${wrongCheckDigit(value, checkDigitOf(value.slice(0, -1)))}`;
  const length = lengths[identifier];
  if (length === undefined || !/^Too (?:short|long)/.test(fault)) return error;
  if (foreign !== undefined)
    return `AI ${identifier}: "${foreign}" is no digit, and its value has ${counted(length, 'digit')} only.`;
  return `AI ${identifier}: The value has ${counted(value.length, 'digit')}, and needs ${length}, with its check digit.`;
}
