import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { provedElsewhere } from './test-places.ts';

const root = join(import.meta.dirname, '..');
const units = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((name) => join('src', name))
  .filter((path) => /\.tsx?$/.test(path));
const texts = new Map(units.map((path) => [path, readFileSync(join(root, path), 'utf8')]));

const bare = (path: string) => path.replace(/\.tsx?$/, '');
const endings = ['', '.slow', '.rest'].flatMap((kind) => [`${kind}.test.ts`, `${kind}.test.tsx`]);
const hasTest = (unit: string) => endings.some((ending) => existsSync(join(root, bare(unit).replace(/^src/, 'test') + ending)));

/** Types are left out: they are no use of a unit at run time. */
const importPattern = /(?:^(?:import|export) (?!type )[^;]*?from '|import\(\s*')(\.[^']+)'/gm;
const importsOf = (unit: string) =>
  [...texts.get(unit)!.matchAll(importPattern)].map(([, path]) => normalize(join(dirname(unit), path!)));

const usersOf = new Map<string, string[]>();
for (const unit of units) for (const used of importsOf(unit)) usersOf.set(used, [...(usersOf.get(used) ?? []), unit]);

/** Whether a unit with a test at its own path uses this one. Both are in one folder, as is what stands between them. */
function isPartOfTested(unit: string, passed: readonly string[] = []): boolean {
  const near = (usersOf.get(unit) ?? []).filter(
    (user) => `${dirname(user)}/`.startsWith(`${dirname(unit)}/`) && !passed.includes(user),
  );
  return near.some((user) => hasTest(user) || isPartOfTested(user, [...passed, unit]));
}

const isLong = (unit: string) => texts.get(unit)!.split('\n').length > 61;
const wanting = units.filter((unit) => isLong(unit) && !hasTest(unit) && !isPartOfTested(unit));
const named = provedElsewhere.flatMap(({ proof, units: byFolder }) =>
  Object.entries(byFolder).flatMap(([folder, names]) => names.split(' ').map((name) => ({ proof, unit: join(folder, name) }))),
);

describe('a unit of more than 60 lines', () => {
  test('has a test at its own path, is part of a tested unit of its folder, or is named in test-places.ts', () => {
    const known = new Set(named.map(({ unit }) => unit));
    expect(wanting.filter((unit) => !known.has(bare(unit)))).toEqual([]);
  });

  test('is named there only while it needs to be, and once', () => {
    const needed = new Set(wanting.map(bare));
    expect(named.filter(({ unit }) => !needed.has(unit)).map(({ unit }) => unit)).toEqual([]);
    expect(named.map(({ unit }) => unit).filter((unit, i, all) => all.indexOf(unit) !== i)).toEqual([]);
  });
});

test('each proof is there, and a folder of proofs has tests', () => {
  const proofs = provedElsewhere.flatMap(({ proof }) => proof ?? []);
  expect(proofs.filter((proof, i) => proofs.indexOf(proof) !== i)).toEqual([]);
  const isProof = (proof: string) =>
    /\.(?:test|suite)\.ts$/.test(proof)
      ? existsSync(join(root, proof))
      : existsSync(join(root, proof)) && readdirSync(join(root, proof)).some((name) => /\.test\.tsx?$/.test(name));
  expect(proofs.filter((proof) => !isProof(proof))).toEqual([]);
});

test('a file of types alone makes nothing at run time', () => {
  const types = named.filter(({ proof }) => proof === undefined).map(({ unit }) => unit);
  const making = /^(?:export )?(?:async )?(?:function|class|let|const \w+ = (?:async )?\() ?/m;
  expect(types.filter((unit) => making.test(texts.get(`${unit}.ts`) ?? ''))).toEqual([]);
});
