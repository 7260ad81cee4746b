// Soundness by chance: random schemas, data that fit, random expressions. Where lint is silent, no data may lose a value; where it warns, some should.
// A study of 30,000 expressions: PDFGEN_TEST_COUNT=3000 npx vitest run test/document/expression/soundness.slow.test.ts
import { expect, test } from 'vitest';
import {
  type CompiledExpression,
  type CompiledLet,
  type CompiledText,
  compileExpression,
  compileLet,
  compileText,
  namesWhere,
} from '../../../src/document/expression/index.ts';
import type { StaticScope } from '../../../src/document/expression/scope.ts';
import { createRandom } from '../../support/random.ts';
import {
  createExpressions,
  type Expression,
  type RandomFilter,
  type RandomLet,
  randomData,
  randomFilter,
  randomLet,
  randomShape,
  schemaOf,
  schemaOfRow,
} from '../../support/random-expressions.ts';
import { isStudy, trialSeeds } from '../../support/trials.ts';
import { scopeOf } from './scope.ts';

type Row = Record<string, unknown>;
interface Sample {
  readonly data: Row;
  readonly element: Row | undefined;
}

/** A study of 3,000 seeds judges more than 30,000. */
const expressionsEach = isStudy ? 15 : 10;
const longest = 200;

/** What a place makes of an expression: a condition, a text with own words, or a line that is left out. */
const places = {
  when: (source: string, names: StaticScope) => compileExpression(source, names),
  text: (source: string, names: StaticScope) => compileText(`x {{ ${source} }}`, names),
  line: (source: string, names: StaticScope) => compileText(`{{ ${source} }}`, names, 'tested'),
};
type Place = keyof typeof places;

/** The text or truth that an expression should have, whether it loses a value, and whether no schema could tell. `isLeftOut`: if it is missing, its line is left out. */
function expected(
  place: Place,
  expression: Expression,
  { data, element }: Sample,
  isLeftOut = false,
): readonly [value: unknown, isLost: boolean, isDoubtful: boolean] {
  let isLost = false;
  let isDoubtful = false;
  const lose = () => {
    isLost = true;
  };
  const doubt = () => {
    isDoubtful = true;
  };
  const world = { data, element, lose, doubt };
  const value = expression.run(world, place === 'when' || isLeftOut ? 'tested' : 'lost');
  const isMissing = value === undefined || value === null;
  if (place === 'when')
    return [
      !isMissing && value !== false && value !== 0 && value !== '' && !(Array.isArray(value) && value.length === 0),
      isLost,
      isDoubtful,
    ];
  const text = (place === 'text' ? 'x ' : '') + (isMissing ? '' : String(value));
  return [text, isLost || (isMissing && !isLeftOut), isDoubtful];
}

/** What the compiled expression gives, and whether it tells of a missing value. */
function found(
  compiled: CompiledExpression | CompiledText,
  { data, element }: Sample,
  bind: CompiledLet['bind'],
): readonly [unknown, boolean] {
  let isTold = false;
  const warn = (_place: string, message: string, _scope: unknown, _source: string, about?: string) => {
    if (about === 'missing' || / [/%] 0 is not a number/.test(message)) isTold = true;
  };
  const scope = bind({ ...scopeOf(data), locals: [element], warn });
  return ['test' in compiled ? compiled.test(scope) : compiled.printed(scope), isTold];
}

interface Named {
  readonly lets: readonly RandomLet[];
  readonly filters: readonly RandomFilter[];
}

const filterName = ({ name, params }: RandomFilter) => `${name}(${params.map((one) => one.name).join(', ')})`;

/** `let` as a template has it. */
const letOf = ({ lets, filters }: Named): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...lets.map(({ name, body }) => [name, body.source] as const),
    ...filters.map((one) => [filterName(one), one.body.source] as const),
  ]);

/** The names with values and filters of the template, and what lint tells of these themselves. */
function withNamed(named: Named, names: StaticScope) {
  const told: string[] = [];
  const { bind, ...made } = compileLet(letOf(named), names, '/let', (_severity, code) => void told.push(code));
  return { names: made.names, bind, told: told.filter((code) => code !== 'unused-name') };
}

/** Values and filters of which lint tells nothing before they are used. */
function silentNames(random: () => number, names: StaticScope): Named {
  let all: Named = { lets: [], filters: [] };
  const keep = (next: Named, source: string) => {
    if (source.length <= longest && withNamed(next, names).told.length === 0) all = next;
  };
  for (let trial = 0; trial < 12 && all.lets.length < 3; trial++) {
    const one = randomLet(random, all.lets);
    keep({ ...all, lets: [...all.lets, one] }, one.body.source);
  }
  for (let trial = 0; trial < 12 && all.filters.length < 3; trial++) {
    const one = randomFilter(random, all.filters, all.lets);
    keep({ ...all, filters: [...all.filters, one] }, one.body.source);
  }
  return all;
}

const leavesOut = (place: Place, compiled: CompiledExpression | CompiledText): boolean =>
  place === 'line' && compiled.isOptional === true;

test(
  'where lint is silent, no data lose a value, and few warnings are too strict',
  () => {
    const counts = { silent: 0, warned: 0, tooStrict: 0 };
    const unsound: string[] = [];
    const strict: string[] = [];
    for (const seed of trialSeeds('soundness.slow')) {
      const random = createRandom(seed);
      const shape = randomShape(random);
      const samples = Array.from({ length: 300 }, (): Sample | undefined => {
        const data = randomData(random, shape);
        const rows = (data?.l ?? []) as readonly Row[];
        return data && { data, element: rows[0] };
      }).filter((one) => one !== undefined);
      const withElement = samples.filter(({ element }) => element !== undefined);
      if (withElement.length < 10) continue;
      const bare: StaticScope = { schema: schemaOf(shape), locals: [{ name: 'e', schema: schemaOfRow(shape) }] };
      const named = silentNames(random, bare);
      const { names, bind } = withNamed(named, bare);
      const { names: open, bind: bindOpen } = withNamed(named, { schema: true, locals: [{ name: 'e', schema: true }] });
      const make = createExpressions(random, named);
      for (let i = 0; i < expressionsEach; i++) {
        const place = (['when', 'text', 'line'] as const)[Math.floor(random() * 3)]!;
        const expression =
          place === 'when' ? make.bool(3, 'outside') : random() < 0.6 ? make.number(3, 'outside') : make.text(3, 'outside');
        const around = random() < 0.5 ? make.bool(2, 'outside') : undefined;
        const outcome = random() < 0.5;
        const { source } = expression;
        if (source.length > longest) continue;
        const usesOwn = /\| f\d|\bv\d/.test(`${source} ${around?.source}`);
        // Where an element is, its list is not empty.
        const usesElement = /(?<![\w.'])e(?![\w'])/.test(`${source} ${around?.source}`);
        const outer = usesElement ? namesWhere(compileExpression('l', names), names) : names;
        const inside = around ? namesWhere(compileExpression(around.source, outer), outer, outcome ? 'true' : 'false') : outer;
        const compiled = places[place](source, inside);
        // Comparisons that always have the same answer are told as well.
        if (compiled.diagnostics.some(({ code }) => code !== 'possibly-missing')) continue;
        const fitting = (usesElement ? withElement : samples).filter(
          (sample) => !around || expected('when', around, sample)[0] === outcome,
        );
        if (fitting.length === 0) continue;
        let isLost = false;
        // Without a schema, lint is silent, and the document alone can tell.
        const unproved = places[place](
          source,
          around ? namesWhere(compileExpression(around.source, open), open, outcome ? 'true' : 'false') : open,
        );
        for (const sample of fitting) {
          const [value, loses, isDoubtful] = expected(place, expression, sample, leavesOut(place, compiled));
          const [given, tells] = found(compiled, sample, bind);
          const where = `${place} ${source}${around ? ` where ${outcome ? '' : 'not '}${around.source}` : ''} of ${JSON.stringify(sample)} with ${JSON.stringify(letOf(named))} by seed ${seed}`;
          const isExact = ![source, ...Object.values(letOf(named))].some((one) => one.includes('avg'));
          isLost ||= loses || tells;
          if (isExact) expect(given, where).toBe(value);
          // A condition tells of each result of a filter that may lack an operand, whichever of its values is missing.
          if (!usesOwn || loses) expect(tells, where).toBe(loses);
          const [ofOpen, tellsOpen] = found(unproved, sample, bindOpen);
          if (isExact) expect(ofOpen, `without a schema: ${where}`).toBe(value);
          const [, losesOpen] = expected(place, expression, sample, leavesOut(place, unproved));
          if (!usesOwn || losesOpen) expect(tellsOpen, `without a schema: ${where}`).toBe(losesOpen);
          if ((loses || tells) && !isDoubtful && compiled.diagnostics.length === 0)
            unsound.push(`${where} ${JSON.stringify(inside.schema)}`);
        }
        if (compiled.diagnostics.length === 0) counts.silent++;
        else {
          counts.warned++;
          if (isLost) continue;
          counts.tooStrict++;
          strict.push(
            `${place} ${source}${around ? ` where ${outcome ? '' : 'not '}${around.source}` : ''} (seed ${seed}): ${compiled.diagnostics[0]!.message}`,
          );
        }
      }
    }
    if (isStudy) {
      const shortest = (all: readonly string[]) =>
        all
          .toSorted((a, b) => a.length - b.length)
          .slice(0, 25)
          .join('\n');
      process.stdout.write(
        `${JSON.stringify({ ...counts, unsound: unsound.length })}\n${shortest(unsound)}\nToo strict:\n${shortest(strict)}\n`,
      );
    }
    expect(unsound).toEqual([]);
    expect(counts.silent).toBeGreaterThan(0);
    // A short run judges too few for the share of all.
    expect(counts.tooStrict / counts.warned).toBeLessThan(isStudy ? 0.08 : 0.12);
  },
  isStudy ? 3_600_000 : undefined,
);
