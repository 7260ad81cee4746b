// Writes a path as people write it: `customer['vat-id']`, `parts[0].n`.
import { showOperand } from './filters/arguments.ts';
import { stepsOf } from './prove.ts';
import type { Tree } from './syntax.ts';

/** Undefined: not a path, or one with a key that is computed. */
export function showPath(tree: Tree): string | undefined {
  if (tree.kind !== 'name' && tree.kind !== 'member') return undefined;
  const { root, steps } = stepsOf(tree);
  let path = root.kind === 'name' ? root.name : undefined;
  for (const { key } of steps) path = path === undefined || key.kind !== 'literal' ? undefined : path + showStep(key.value);
  return path;
}

/** Whether a key of a path can stand behind a point. */
export const isName = (key: unknown): key is string => typeof key === 'string' && /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key);

export const showStep = (key: unknown): string =>
  typeof key === 'number' ? `[${key}]` : isName(key) ? `.${key}` : `[${showOperand(key)}]`;
