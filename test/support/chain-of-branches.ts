import type { JsonSchema } from '../../src/contract/schema.ts';

/** A schema with three ways from each level to the next: as many ways to the last level as no walk could go. */
export function chainOfBranches(levels: number, last: JsonSchema): JsonSchema {
  const next = (level: number) => [0, 1, 2].map(() => ({ $ref: `#/$defs/d${level + 1}` }));
  const chain = Array.from({ length: levels }, (_, level) => [`d${level}`, { anyOf: next(level) }] as const);
  return { $defs: { ...Object.fromEntries(chain), [`d${levels}`]: last }, $ref: '#/$defs/d0' };
}
