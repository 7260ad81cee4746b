// `--set lines[0].price=3`: one value put into data by its path.
import { InputError } from './input-error.ts';
import { type PathStep, parsePath } from './parse-path.ts';

/** Splits `lines[0].price=3` at its first `=` outside of brackets. Raises InputError, exit 2. */
export function splitAssignment(text: string): { readonly path: string; readonly value: string } {
  const at = text.replace(/\["(?:[^"\\]|\\.)*"\]/g, (part) => ' '.repeat(part.length)).indexOf('=');
  if (at < 1) throw new InputError(2, `--set takes PATH=VALUE, such as customer.name=Ada, got ${JSON.stringify(text)}`);
  return { path: text.slice(0, at), value: text.slice(at + 1) };
}

/**
 * A copy of the data with one value changed; objects and arrays on the way are made where they are missing. The value is read as JSON, or
 * is a string where it is no JSON. Raises InputError, exit 2, naming the path.
 */
export function setPath(data: unknown, path: string, value: string): unknown {
  return put(data, parsePath(path, `--set ${path}`), readValue(value, path), path);
}

function readValue(text: string, path: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
    throw new InputError(2, `--set ${path}: ${text} is too large for a number`);
  return value;
}

function put(data: unknown, steps: readonly PathStep[], value: unknown, path: string): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const items = data ?? [];
    if (!Array.isArray(items))
      throw new InputError(2, `--set ${path}: [${step}] needs an array, but there is ${describe(items)}`);
    if (step > items.length)
      throw new InputError(2, `--set ${path}: [${step}] is past the end; the array has ${items.length} items`);
    const copy = [...items];
    copy[step] = put(items[step], rest, value, path);
    return copy;
  }
  const members = data ?? {};
  if (typeof members !== 'object' || Array.isArray(members))
    throw new InputError(2, `--set ${path}: "${step}" needs an object, but there is ${describe(members)}`);
  const below = Object.hasOwn(members, step) ? (members as Record<string, unknown>)[step] : undefined;
  return { ...members, [step]: put(below, rest, value, path) };
}

function describe(value: unknown): string {
  return Array.isArray(value)
    ? 'an array'
    : typeof value === 'object'
      ? 'an object'
      : `the ${typeof value} ${JSON.stringify(value)}`;
}
