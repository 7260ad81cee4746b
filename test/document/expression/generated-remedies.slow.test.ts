// Remedies by chance: random texts of several values with their words and units. Each remedy that lint names is followed to the letter. It must compile, end
// its warning without a new one, and print the same for all data in which the value is there. Where it is not there, the other values keep their words.
import { expect, test } from 'vitest';
import type { JsonSchema } from '../../../src/contract/schema.ts';
import {
  type CompiledText,
  compileExpression,
  compileText,
  type ExpressionDiagnostic,
  namesWhere,
} from '../../../src/document/expression/index.ts';
import type { StaticScope } from '../../../src/document/expression/scope.ts';
import { createRandom } from '../../support/random.ts';
import { trialSeeds } from '../../support/trials.ts';
import { scopeOf } from './scope.ts';

const text = { type: 'string', minLength: 1 };
const members = { n: { type: 'number' }, m: { type: ['number', 'null'] }, s: text, t: text, ok: { type: 'boolean' } };
const schema: JsonSchema = {
  type: 'object',
  required: ['r', 'q'],
  properties: {
    ...members,
    r: { type: 'number' },
    q: text,
    o: { type: 'object', properties: { s: text } },
    tags: { type: 'array', items: { type: ['string', 'null'] } },
  },
};
const element: JsonSchema = { type: 'object', required: ['q'], properties: { ...members, q: text } };
const bare: StaticScope = { schema, locals: [{ name: 'e', schema: element }] };

type Row = Record<string, unknown>;
const samples = Array.from({ length: 60 }, (_, seed): { readonly data: Row; readonly e: Row } => {
  const random = createRandom(seed);
  const some = (all: Row, always: Row): Row => ({
    ...Object.fromEntries(Object.entries(all).filter(() => random() < 0.6)),
    ...always,
  });
  const tags = [[], ['x'], ['x', null], [null]][seed % 4];
  const all = { n: 7, m: seed % 3 === 0 ? null : 11, s: 'sun', t: 'tau', ok: seed % 2 === 0 };
  return {
    data: some({ ...all, o: seed % 5 === 0 ? {} : { s: 'ohm' }, tags }, { r: 33.2, q: 'qux' }),
    e: some({ ...all, n: 8, s: 'sky', t: 'tea' }, { q: 'qed' }),
  };
});
const scopeIn = ({ data, e }: (typeof samples)[number]) => ({ ...scopeOf(data), locals: [e] });

type Random = () => number;
const pick = <T>(random: Random, ...all: readonly T[]): T => all[Math.floor(random() * all.length)]!;

/** A value as templates write it: a path, or one in place of another. */
function randomValue(random: Random): string {
  const path = () => pick(random, 's', 't', 'e.s', 'e.t', 'o.s', 'q');
  const number = () => pick(random, 'n', 'm', 'e.n', 'e.m', 'r');
  const [a, b] = random() < 0.6 ? [path(), path()] : [number(), number()];
  const ok = pick(random, 'ok', 'e.ok');
  return pick(
    random,
    a,
    a,
    `${path()} | upcase`,
    `${number()} | number: 2`,
    `${a} ?? ${b}`,
    `${a} ?? ${b} ?? ${path()}`,
    `${number()} ?? ${number()} | number: 1`,
    `${a} | default: ${b}`,
    `${a} != null ? ${a} : ${b}`,
    `${ok} ? ${a} : ${b}`,
    `${ok} ? 'yes' : ${path()}`,
    `${path()} & '/' & ${path()}`,
    `${number()} + ${number()}`,
    `${number()} * ${number()}`,
    `(${number()} ?? ${number()}) - ${number()} | number: 2`,
    'tags | size',
    'tags | last',
    "tags | compact | join: ' '",
  );
}

interface Clause {
  readonly words: string;
  readonly value: string;
  readonly unit: string;
}

const randomClauses = (random: Random): readonly Clause[] =>
  Array.from({ length: pick(random, 1, 2, 2, 3) }, (_, i) => {
    const words =
      i === 0
        ? pick(random, '', 'Net ', 'Tel. ', '(', '- ')
        : pick(random, ', ', ', in ', ' · ', ' · BIC ', ' of ', ' – ', ' (', '; and ', '. Note: ', ' ', ': ');
    return {
      words,
      value: randomValue(random),
      unit: words.endsWith('(') ? ')' : pick(random, '', ' kg', ' boxes', '.', ':', ' kg.'),
    };
  });

const sourceOf = (clauses: readonly Clause[]) =>
  clauses.map(({ words, value, unit }) => `${words}{{ ${value} }}${unit}`).join('');

/** A text with the condition under which it is printed. */
interface Mended {
  readonly source: string;
  readonly when?: string;
}

/** The remedies of a warning that change the template. */
function remediesOf({ message, when, fix }: ExpressionDiagnostic): readonly string[] {
  const [, all = ''] = /: write (.+?)\.(?: A test or | A condition above |$)/s.exec(message) ?? [];
  const named = all.split(/, or (?=[^']*(?:'[^']*'[^']*)*$)/).filter((one) => !/^(?:list it|set "|take "|require)|…/.test(one));
  const whole = when === undefined ? [] : [`"when": ${JSON.stringify(when)} in this component`];
  return [...named, ...whole, ...(fix ? [fix.new] : [])];
}

/** Follows a remedy. `value`: the expression of the binding at `offset`. */
function follow(remedy: string, source: string, value: string, offset: number): Mended {
  const open = source.lastIndexOf('{{', offset);
  const close = source.indexOf('}}', open) + 2;
  const withBinding = (made: string) => source.slice(0, open) + made + source.slice(close);
  const [, place, old] = /^(.*) in place of "(.*)"$/s.exec(remedy) ?? [];
  if (place !== undefined) {
    const at = source.indexOf(old!, Math.max(0, open - old!.length + 6));
    expect(at, `${remedy} for ${source}`).toBeGreaterThanOrEqual(0);
    return { source: source.slice(0, at) + place + source.slice(at + old!.length) };
  }
  if (remedy.startsWith('{{')) return { source: remedy };
  const [, when, here] = /^"when": (".*") in this component(?: and (.*) here)?$/s.exec(remedy) ?? [];
  if (when) return { when: JSON.parse(when), source: here ? withBinding(`{{ ${here} }}`) : source };
  const right = remedy.replace(/ if .*$/, '');
  const asked = right.replace(/^\(([\w.]+ \?\? (?:''|0))\)$/, '$1').replace(/ \?\? (?:''|0)$/, '');
  if (asked === value || asked === `(${value})`) return { source: withBinding(`{{ ${right} }}`) };
  // What stands for one path stands for it wherever the binding has it.
  expect(asked, `${remedy} of ${value}`).toMatch(/^[\w.]+$/);
  const isPath = new RegExp(`(?<![\\w.'])${asked.replace(/[.]/g, '\\.')}(?![\\w.'])(?! !=)`, 'g');
  return { source: withBinding(`{{ ${value.replaceAll(isPath, () => right)} }}`) };
}

const reasonOf = ({ message }: ExpressionDiagnostic) => message.split(': write ')[0]!;

test('a remedy that is followed compiles, ends the warning, and prints the same where the value is there', () => {
  let followed = 0;
  for (const seed of trialSeeds('generated-remedies.slow')) {
    const random = createRandom(seed);
    const clauses = randomClauses(random);
    const source = sourceOf(clauses);
    const missing = random() < 0.25 ? 'checked' : 'lost';
    const compile = (one: string, names: StaticScope = bare): CompiledText => compileText(one, names, missing);
    const before = compile(source);
    if (before.diagnostics.some(({ code }) => code !== 'possibly-missing')) continue;
    for (const diagnostic of before.diagnostics) {
      const { offset } = diagnostic;
      const i = clauses.findLastIndex((_, at) => sourceOf(clauses.slice(0, at)).length + clauses[at]!.words.length <= offset);
      const { value } = clauses[i]!;
      for (const remedy of remediesOf(diagnostic)) {
        const { source: right, when } = follow(remedy, source, value, offset);
        const condition = when === undefined ? undefined : compileExpression(when, bare);
        const after = compile(right, condition ? namesWhere(condition, bare) : bare);
        const where = `${remedy} for ${source} (${missing}, seed ${seed})`;
        followed++;
        expect(condition?.diagnostics ?? [], where).toEqual([]);
        expect(
          after.diagnostics.filter(({ severity }) => severity === 'error'),
          where,
        ).toEqual([]);
        expect(after.diagnostics.length, `${where}: ${JSON.stringify(after.diagnostics)}`).toBeLessThan(
          before.diagnostics.length,
        );
        // A condition also ends what another value lacked first.
        const reasons = when !== undefined ? after.diagnostics.map(reasonOf) : before.diagnostics.map(reasonOf);
        expect(
          after.diagnostics.map(reasonOf).filter((one) => !reasons.includes(one)),
          where,
        ).toEqual([]);
        // Of what counts as 0, the value is the path.
        const [, path] = /^\(?([\w.]+) \?\? (?!.*in place)/.exec(remedy) ?? [];
        const asked = compileExpression(path ?? value, { schema: true, locals: bare.locals }, 'lost');
        const values = clauses.map((clause) => compileText(`{{ ${clause.value} }}${clause.unit}`, bare));
        for (const sample of samples) {
          const scope = scopeIn(sample);
          const isShown = condition?.test(scope) ?? true;
          const printed = isShown ? after.printed(scope) : '';
          const of = `${where} -> ${right} of ${JSON.stringify(sample)}`;
          if (asked.evaluate(scope) !== undefined && asked.evaluate(scope) !== null)
            expect(isShown && printed, of).toBe(before.printed(scope));
          else if (isShown)
            for (const [at, one] of values.entries())
              if (at !== i) expect(printed, of).toContain(one.printed(scope).replace(/^\.|[.:]$/, ''));
        }
      }
    }
  }
  expect(followed).toBeGreaterThan(100);
});
