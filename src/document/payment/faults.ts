// What is wrong with the values of a payment, and how values are read.
import { counted } from '../../words/counts.ts';
import { quoteText, showJson } from '../../words/show-json.ts';

/** A value that breaks a rule. `place`: the property, and the member in it: `creditor/town`. */
export interface Fault {
  readonly place: string;
  readonly message: string;
}

/** Stands for a value that is not known while a template is checked. */
export const notKnownYet: unique symbol = Symbol('a value of the data');

/** The values of a payment. Missing: the template leaves the property out. Null: the data have no value for it. */
export interface PaymentInput {
  readonly [property: string]: unknown;
  /** The expressions that give whole objects, for messages: `seller`. */
  readonly sources?: Readonly<Record<string, string>>;
}

/** Collects faults. A value that is not known yet is read as undefined, without a fault. */
export class ValueReader {
  readonly faults: Fault[] = [];
  readonly #rule: string;
  /** Some values are not known yet. */
  isPartial = false;

  /** `rule`: where the standard gives the lengths of texts. */
  constructor(rule: string) {
    this.#rule = rule;
  }

  add(place: string, message: string): undefined {
    this.faults.push({ place, message });
  }

  /** The text of a value. Undefined: no text, which is a fault if `needed` says what to do about it. */
  text(
    value: unknown,
    place: string,
    { max, needed }: { readonly max?: number; readonly needed?: string } = {},
  ): string | undefined {
    if (value === notKnownYet) {
      this.isPartial = true;
      return undefined;
    }
    if (value !== null && value !== undefined && typeof value !== 'string' && typeof value !== 'number')
      return this.add(place, `must be a text, got ${showJson(value)}`);
    const text = tidy(String(value ?? ''));
    if (text === '') return needed === undefined ? undefined : this.add(place, needed);
    if (max !== undefined && text.length > max)
      return this.add(place, `has ${counted(text.length, 'character')}, and ${max} are allowed (${this.#rule})`);
    return text;
  }
}

/** Characters that people and word processors write in place of permitted ones. */
const standIns: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u201b\u2032]/g, "'"],
  [/[\u201c\u201d\u201e\u201f\u2033]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/\u2026/g, '...'],
  // Spaces of all widths, and a soft hyphen, which prints nothing.
  [/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' '],
  [/[\u00ad\u200b\u2060\ufeff]/g, ''],
];

function tidy(text: string): string {
  return standIns.reduce((all, [from, to]) => all.replace(from, to), text.normalize('NFC')).trim();
}

/** The fault of the first forbidden character, as a sentence. Undefined: all characters are permitted. */
export function findForeign(text: string, permitted: RegExp): string | undefined {
  const foreign = [...text].find((character) => !permitted.test(character));
  if (foreign === undefined) return undefined;
  if (/[\r\n]/.test(foreign)) return 'has a line break';
  const code = `U+${foreign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
  return `has the character ${/\p{C}/u.test(foreign) ? '' : `${quoteText(foreign)} `}(${code})`;
}
