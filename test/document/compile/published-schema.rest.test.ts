// The published schema and the one with each type of component written out for each place judge templates alike.
// A study of 20,000 templates: PDFGEN_TEST_COUNT=20000 npx vitest run test/document/compile/published-schema.rest.test.ts
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { templateJsonSchema } from '../../../src/document/compile/published-schema.ts';
import { components } from '../../../src/document/components/all-components.ts';
import { flatSchema } from '../../support/flat-schema.ts';
import { createRandom } from '../../support/random.ts';
import { isStudy, trialSeeds } from '../../support/trials.ts';

const examples = new URL('../../../templates-examples/', import.meta.url);
const compile = (schema: object) => new Ajv2020({ strict: false, validateFormats: false, inlineRefs: false }).compile(schema);

/** Whole pages within a page are deeper than the long schema can follow. */
const isShort = (value: unknown): boolean => JSON.stringify(value).length < 1000;

/** A template with one of its members damaged. */
function damaged(template: unknown, random: () => number): unknown {
  const copy = structuredClone(template);
  const members: (readonly [holder: Record<string, unknown>, key: string])[] = [];
  const walk = (holder: unknown): void => {
    if (typeof holder !== 'object' || holder === null) return;
    for (const [key, member] of Object.entries(holder)) {
      members.push([holder as Record<string, unknown>, key]);
      walk(member);
    }
  };
  walk(copy);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  const [holder, key] = pick(members);
  const [otherHolder, otherKey] = pick(members);
  const values = [
    ...[null, 42, -5, true, 'x', '', '{{ x }}', [], {}, [1, 2], { nope: true }, { text: 'a', table: 'b' }],
    ...[{ text: '' }],
  ];
  const [name, value] = pick<readonly [string, unknown]>([
    [key, undefined],
    [key, pick(values)],
    [key, isShort(otherHolder[otherKey]) ? structuredClone(otherHolder[otherKey]) : otherKey],
    [`${key}x`, holder[key]],
    [pick(components).type, 'x'],
    [pick(['at', 'span', 'width', 'valign', 'padding', 'border', 'made']), pick([1, '1/2', 'top', { x: 1, y: 2 }, [1, 2]])],
  ]);
  const at = Array.isArray(holder) && !/^\d+$/.test(name) ? String(holder.length) : name;
  if (value === undefined) delete holder[at];
  else holder[at] = value;
  return copy;
}

test(
  'the published schema judges damaged templates as the one with each type written out',
  () => {
    const validate = compile(templateJsonSchema());
    const flat = compile(flatSchema());
    const templates = readdirSync(examples).map((name) =>
      JSON.parse(readFileSync(new URL(`${name}/template.json`, examples), 'utf8')),
    );
    const counts = { valid: 0, invalid: 0 };
    for (const seed of trialSeeds('published-schema.rest')) {
      const one = damaged(templates[seed % templates.length], createRandom(seed));
      const isValid = validate(one);
      counts[isValid ? 'valid' : 'invalid']++;
      expect(flat(one), JSON.stringify(one)).toBe(isValid);
    }
    if (isStudy) process.stdout.write(`${JSON.stringify(counts)}\n`);
    expect(Math.min(counts.valid, counts.invalid)).toBeGreaterThan(20);
  },
  isStudy ? 3_600_000 : undefined,
);
