// Checks the names that templates give to values and to filters.
import { reservedNames } from './scope.ts';

/** The name of the values of a column, in its cells and in rows of sums. */
export const valueName = 'value';

/** Why a name is invalid for `as` or `let`. Undefined: the name is valid. */
export function checkLocalName(name: string): string | undefined {
  if ((reservedNames as readonly string[]).includes(name))
    return `"${name}" is reserved (${reservedNames.join(', ')}); choose another name.`;
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) || ['true', 'false', 'null', 'nil', 'and', 'or', 'not'].includes(name))
    return `"${name}" cannot be a name in expressions. A name has letters, digits, "_" and "$", and begins with no digit.`;
  return undefined;
}

/** A name of `let`. `params`: those of a filter. Undefined: it is the name of a value. */
export interface LetNameParts {
  readonly name: string;
  readonly params?: readonly string[];
}

/** Takes a name of `let` apart: `share(n, of)`. */
export function readLetName(written: string): LetNameParts {
  const [, name, inside] = /^\s*([^\s()]+)\s*\(([^()]*)\)\s*$/u.exec(written) ?? [];
  if (name === undefined || inside === undefined) return { name: written };
  return { name, params: inside.trim() === '' ? [] : inside.split(',').map((one) => one.trim()) };
}

/** Why the parameters of a filter are invalid. Undefined: they are valid. */
export function checkParams({ name, params = [] }: LetNameParts): string | undefined {
  if (params.length === 0)
    return `"${name}()" has no parameter. The first one is the input of the filter: write "${name}(n)" for a filter, or "${name}" for a value.`;
  const twice = params.find((param, i) => params.indexOf(param) < i);
  if (twice !== undefined) {
    const renamed = params.map((param, i) => (params.indexOf(param) < i ? `${param}${i + 1}` : param));
    return `"${twice}" is the name of two parameters: write "${name}(${renamed.join(', ')})".`;
  }
  for (const param of params) {
    const fault = checkLocalName(param);
    if (fault !== undefined) return `"${name}(${params.join(', ')})": ${fault}`;
  }
  return undefined;
}
