// Sets one value in the data by its path: `lines[0].price=3`.

import { readJson } from '../json/read-json.ts';
import { counted } from '../words/counts.ts';
import { InputError } from './input-error.ts';
import { type PathStep, parsePath } from './parse-path.ts';
import { defaultMaxDepth } from './read-records.ts';

/** Splits `lines[0].price=3` at its first `=` outside of brackets. `option`: its name, for messages. Raises InputError of kind `usage`. */
export function splitAssignment(text: string, option: string): { readonly path: string; readonly value: string } {
  const at = text.replace(/\["(?:[^"\\]|\\.)*"\]/g, (part) => ' '.repeat(part.length)).indexOf('=');
  if (at < 1) throw new InputError('usage', `${option} takes PATH=VALUE, such as customer.name=Ada, got ${JSON.stringify(text)}`);
  return { path: text.slice(0, at), value: text.slice(at + 1) };
}

/**
 * A copy of the data with one value changed. Missing objects and arrays on the way are made. The value is JSON; text that is not JSON is a string.
 * Raises InputError of kind `usage`, also for a number that would lose digits: the user can type it again. `writtenAs`: the option with the
 * path, which begins the message.
 */
export function setPath(data: unknown, path: string, value: string, writtenAs: string): unknown {
  return putValue(data, parsePath(path, writtenAs), readValue(value, writtenAs), writtenAs);
}

function readValue(text: string, writtenAs: string): unknown {
  const reading = readJson(text, { maxDepth: defaultMaxDepth });
  if (reading.fault?.kind === 'syntax') return text;
  if (reading.fault) throw new InputError('usage', `${writtenAs}: ${reading.fault.message}`);
  const [lost] = reading.inexact;
  if (lost) throw new InputError('usage', `${writtenAs}: ${lost.message}`);
  return reading.value;
}

function putValue(data: unknown, steps: readonly PathStep[], value: unknown, writtenAs: string): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const items = data ?? [];
    if (!Array.isArray(items))
      throw new InputError('usage', `${writtenAs}: [${step}] needs an array, but there is ${describeValue(items)}`);
    if (step > items.length)
      throw new InputError('usage', `${writtenAs}: [${step}] is past the end; the array has ${counted(items.length, 'item')}`);
    const copy = [...items];
    copy[step] = putValue(items[step], rest, value, writtenAs);
    return copy;
  }
  const members = data ?? {};
  if (typeof members !== 'object' || Array.isArray(members))
    throw new InputError('usage', `${writtenAs}: "${step}" needs an object, but there is ${describeValue(members)}`);
  const below = Object.hasOwn(members, step) ? (members as Record<string, unknown>)[step] : undefined;
  return { ...members, [step]: putValue(below, rest, value, writtenAs) };
}

function describeValue(value: unknown): string {
  return Array.isArray(value)
    ? 'an array'
    : typeof value === 'object'
      ? 'an object'
      : `the ${typeof value} ${JSON.stringify(value)}`;
}
