// The values of a payment: what the template writes, and what its bindings give.
import { isObject } from '../../../json/is-object.ts';
import { findBindingEnd } from '../../expression/binding-end.ts';
import { type Decimal, decimalText, isDecimal } from '../../expression/decimal.ts';
import type { BoundScope } from '../../layout/session.ts';
import { notKnownYet, type PaymentInput } from '../../payment/faults.ts';
import type { CompileContext } from '../component.ts';

export interface PaymentValue {
  /** What is known before there are data. */
  readonly known: unknown;
  /** The expression, if the value is a single binding. */
  readonly source?: string;
  read(scope: BoundScope): unknown;
}

/**
 * Compiles a value of a template: a text with bindings, an object or a list of such texts. `pointer`: of the payment. `place`: of the value in it.
 * `needed`: the places of values without which the payment is left out, with a warning of its own.
 */
export function compilePaymentValue(
  given: unknown,
  context: CompileContext,
  pointer: string,
  place: string,
  needed: ReadonlySet<string>,
): PaymentValue {
  const compileMember = (one: unknown, name: string) => compilePaymentValue(one, context, pointer, `${place}/${name}`, needed);
  if (Array.isArray(given)) {
    const entries = given.map((one, i) => compileMember(one, String(i)));
    return { known: entries.map(({ known }) => known), read: (scope) => entries.map(({ read }) => read(scope)) };
  }
  if (isObject(given)) {
    const entries = Object.entries(given).map(([key, one]) => [key, compileMember(one, key)] as const);
    return {
      known: Object.fromEntries(entries.map(([key, { known }]) => [key, known])),
      read: (scope) => Object.fromEntries(entries.map(([key, { read }]) => [key, read(scope)])),
    };
  }
  if (typeof given !== 'string') return { known: given, read: () => given };
  // A text with words of its own is there without the value too.
  const isBinding = given.startsWith('{{') && findBindingEnd(given, 2) === given.length - 2;
  const compiled = context.value(given, `${pointer}/${place}`, isBinding && needed.has(place) ? 'asked' : 'lost');
  if (compiled.isLiteral) {
    const known = compiled.plain({} as BoundScope);
    return { known, read: () => known };
  }
  const [only, ...others] = compiled.parts;
  if (typeof only !== 'object' || others.length > 0) return { known: notKnownYet, read: (scope) => compiled.plain(scope) };
  return {
    known: notKnownYet,
    source: given.slice(2, -2).trim(),
    read(scope) {
      const value = only.evaluate(scope);
      // A missing value is an empty one; the property itself is there.
      if (value === undefined) return null;
      return isDecimal(value) && typeof value !== 'number' ? decimalText(value as Decimal) : value;
    },
  };
}

/** Without the properties that the template leaves out. */
export const withoutEmpty = (given: PaymentInput): PaymentInput =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
