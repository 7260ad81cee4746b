// Checks the arguments of a program's calls: the names of their members, and values in words.
import { listNames, suggest } from './nearest.ts';
import { showJson } from './show-json.ts';
import { UsageError } from './usage-error.ts';

/** A value of a program in words: `a Date`, `a function`; a text in quotes. */
export function showArgument(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return showList(value);
  if (typeof value === 'object' && value !== null) {
    const name: unknown = value.constructor?.name;
    return typeof name === 'string' && name !== 'Object'
      ? `${/^(?:[AEIO]|U(?!RL))/.test(name) ? 'an' : 'a'} ${name}`
      : 'an object';
  }
  return typeof value === 'string' ? showJson(value) : String(value);
}

function showList(list: readonly unknown[]): string {
  try {
    return showJson(list);
  } catch {
    return 'a list'; // of what JSON cannot hold, such as itself
  }
}

/** For the first name that nothing reads: `There is no option "ouput"; did you mean "output"?`. Undefined: every name is known. */
export function findUnknown(given: object, names: readonly string[], what = 'option'): string | undefined {
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown === undefined) return undefined;
  const hint =
    suggest(unknown, names) || (names.length > 0 ? `; there ${names.length === 1 ? 'is' : 'are'} ${listNames(names)}` : '');
  return `There is no ${what} ${JSON.stringify(unknown)}${hint}`;
}

/** Refuses what is not an object of these members. `form`: how the call is written. Raises UsageError. */
export function checkMembers(given: unknown, names: readonly string[], form: string): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new UsageError(`Write ${form}, not ${showArgument(given)}`);
  const fault = findUnknown(given, names);
  if (fault !== undefined) throw new UsageError(fault);
}

/**
 * What is wrong with the input of an engine's call: it is not an object, has a part that the call does not read, or `params` has a member
 * that the call does not read. A part without members is left out.
 */
export function findPartFault(
  call: string,
  input: unknown,
  parts: readonly string[],
  params: readonly string[],
): string | undefined {
  if (typeof input !== 'object' || input === null)
    return `Write ${call}({ ${parts.join(', ')} }), not ${call}(${input === undefined ? '' : showArgument(input)})`;
  const filled = Object.entries(input).filter(([name, part]) => parts.includes(name) || !isEmpty(part));
  const fault = findUnknown(Object.fromEntries(filled), parts, 'member') ?? findUnknownParam(input, params);
  return fault && `${call}: ${fault}`;
}

/** What is wrong with the options of an engine's call: no object, an unknown member, or an invalid signal. */
export function findOptionsFault(call: string, options: unknown, names: readonly string[]): string | undefined {
  if (options === undefined) return undefined;
  if (typeof options !== 'object' || options === null)
    return `Write the options of ${call} as { signal }, not ${showArgument(options)}`;
  const unknown = findUnknown(options, names);
  if (unknown !== undefined) return `${call}: ${unknown}`;
  const { signal } = options as { readonly signal?: unknown };
  if (signal === undefined || signal instanceof AbortSignal) return undefined;
  return `${call}: signal takes the signal of an AbortController, got ${showArgument(signal)}`;
}

function findUnknownParam(input: object, names: readonly string[]): string | undefined {
  const given: unknown = 'params' in input ? input.params : undefined;
  return typeof given === 'object' && given !== null ? findUnknown(given, names, 'parameter') : undefined;
}

const isEmpty = (part: unknown): boolean =>
  part === undefined || (typeof part === 'object' && part !== null && Object.keys(part).length === 0);
