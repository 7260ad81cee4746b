// Codes of GS1 elements: values after their application identifiers, as in `(01)09521234543213(10)A7`.
import { drawWithEncoder } from './draw-with-encoder.ts';
import { checkDigitOf, wrongCheckDigit } from './encode-retail.ts';
import type { Modules, Unencodable } from './modules.ts';

export function encodeElements(name: 'gs1-128' | 'gs1-datamatrix', text: string): Modules | Unencodable {
  // The encoder drops an open bracket at the end, and draws an empty code of a single character.
  if (!/^\(.*[^(]$/s.test(text)) return { error: 'It is no list of GS1 elements, such as (01)09521234543213(10)A7.' };
  const code = drawWithEncoder(name, text);
  return 'error' in code ? { error: explain(code.error, text) } : code;
}

/** What the encoder says of an element, with the remedy where people often need one. */
function explain(error: string, text: string): string {
  const [, identifier, fault] = /^AI (\d+): (.*)$/s.exec(error) ?? [];
  // GS1 General Specifications, 3.4: production, due, packaging, best before, sell by, expiration.
  if (identifier && /^1[123567]$/.test(identifier)) return `${error}. A date has six digits, as in {{ … | date: 'yyMMdd' }}.`;
  const digits = fault === 'Bad checksum' ? new RegExp(`\\(${identifier}\\)(\\d+)(?=\\(|$)`).exec(text)?.[1] : undefined;
  return digits === undefined ? error : `AI ${identifier}: ${wrongCheckDigit(digits, checkDigitOf(digits.slice(0, -1)))}`;
}
