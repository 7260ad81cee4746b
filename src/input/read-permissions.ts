// Reads what people may do with an encrypted document.
import { type Permission, permissionNames } from '../contract/encryption.ts';
import { suggest } from '../words/nearest.ts';
import { UsageError } from '../words/usage-error.ts';

/** Reads `print,copy`; `none` allows nothing. `told`: the option, for messages. Raises UsageError. */
export function readPermissions(list: string, told: string): Permission[] {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length === 0) throw new UsageError(`${told} names no permission; write none to allow nothing.`);
  if (names.length === 1 && names[0] === 'none') return [];
  return names.map((name) => {
    const known = permissionNames.find((one) => one === name);
    if (known) return known;
    throw new UsageError(
      `${told}: there is no permission ${JSON.stringify(name)}${suggest(name, permissionNames) || `; there are ${permissionNames.join(', ')}, or none for nothing`}`,
    );
  });
}
