// Checks the names that templates give to values.
import { reservedNames } from './scope.ts';

/** Why a name is invalid for `as` or `let`. Undefined: the name is valid. */
export function checkLocalName(name: string): string | undefined {
  if ((reservedNames as readonly string[]).includes(name))
    return `"${name}" is reserved (${reservedNames.join(', ')}); choose another name.`;
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) || ['true', 'false', 'null', 'nil', 'and', 'or', 'not'].includes(name))
    return `"${name}" cannot be a name in expressions. A name has letters, digits, "_" and "$", and begins with no digit.`;
  return undefined;
}
