// Numbers that no author means: negative, huge and tiny. The template is refused, or there is a document.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PdfgenError } from '../../../src/contract/errors.ts';
import type { JsonSchema } from '../../../src/contract/schema.ts';
import { components } from '../../../src/document/components/all-components.ts';
import { childProperties } from '../../../src/document/components/child-properties.ts';
import { componentSchema } from '../../../src/document/components/registry.ts';
import { commonProperties } from '../../../src/document/template/property-schemas.ts';
import { defaultLimits } from '../../support/render.ts';
import { renderPdf } from '../../support/render-document.ts';
import { trialCount } from '../../support/trials.ts';

const numbers = [-100_000, 1e-9, 1e308, -1e-9, 1e5].slice(0, trialCount('extreme-numbers.slow'));
const images = { 'logo.png': readFileSync(new URL('../../../templates-examples/invoice/assets/logo.png', import.meta.url)) };
const data = { total: 119, tax: 19, customer: 'Ada', lines: [{ name: 'x', total: 2 }], numbers };

/** What the parts of a component need beside the member with the number. */
const needed: Readonly<Record<string, unknown>> = {
  body: 'a',
  cells: ['a', 'a'],
  label: 'a',
  value: 'a',
  title: 'a',
  by: 'l.total',
};

/** All values of a schema that have the number at one place. */
function* valuesWith(schema: JsonSchema, number: unknown): Iterable<unknown> {
  const {
    oneOf,
    anyOf,
    type,
    items,
    properties = {},
    additionalProperties,
    required = [],
    'x-needs-one': oneOfThese = [],
  } = schema;
  const minItems = Number(schema.minItems ?? 1);
  for (const form of oneOf ?? anyOf ?? []) yield* valuesWith(form, number);
  if (type === 'number' || type === 'integer') yield number;
  if (items)
    for (const item of valuesWith(items, number))
      for (const at of new Set([0, minItems - 1]))
        yield Array.from({ length: minItems }, (_, i) => (i === at ? item : typeof item === 'object' ? 'a' : 1));
  const others = [...required, ...oneOfThese.slice(0, 1)].map((name) => [name, needed[name]]);
  for (const [name, own] of Object.entries(properties))
    for (const member of valuesWith(own, number)) yield { ...Object.fromEntries(others), [name]: member };
  if (typeof additionalProperties === 'object')
    for (const member of valuesWith(additionalProperties, number)) yield { tnum: member };
}

/** Rows of sums need a sum. */
const summed = { columns: ['a', { value: 'l.total', sum: true }] };

const common = Object.keys(commonProperties);
const kinds = ['text', 'stack', 'table', 'image', 'rect'];

/** Far above what one component with a sensible number makes. */
const limits = { ...defaultLimits, maxPages: 60, maxBoxes: 20_000 };

/** Each number of the components. The numbers that all of them have: of a component of each kind. */
function* componentsWith(number: unknown): Iterable<Record<string, unknown>> {
  for (const definition of components)
    for (const [name, schema] of Object.entries(componentSchema(definition).properties ?? {}))
      if (kinds.includes(definition.type) || !common.includes(name))
        for (const value of valuesWith(schema, number))
          yield { ...definition.example, ...(definition.type === 'table' && summed), [name]: value };
  for (const [place, properties] of Object.entries(childProperties))
    for (const asked of valuesWith({ properties }, number)) {
      const children = [{ text: 'a', ...(asked as object) }, 'b'];
      if (place.endsWith('column')) yield { row: children };
      else if (place.endsWith('cell')) yield { table: 'lines', columns: ['a', 'b'], footer: [{ cells: children }] };
      else yield { frame: children.slice(0, 1) };
    }
}

/** `refused`: the template has errors. `stopped`: the document is beyond a limit. */
async function outcome(component: Record<string, unknown>): Promise<'made' | 'refused' | 'stopped'> {
  const page = 'watermark' in component ? { background: [component], body: [] } : { body: [component] };
  const define = { address: { params: { who: {} }, body: ['{{ who }}', { slot: 'body' }] } };
  try {
    await renderPdf({ currency: 'EUR', define, pages: [page] }, { data, images, limits });
    return 'made';
  } catch (error) {
    if (error instanceof PdfgenError) return error.code === 'RENDER_LIMIT' ? 'stopped' : 'refused';
    // The helper raises the faults of a template, each with its pointer, as one error.
    if (/^\/pages\/0\//.test((error as Error).message)) return 'refused';
    throw new Error(JSON.stringify(component), { cause: error });
  }
}

test('a number written in any place gives an error of the template or a document', async () => {
  const seen = { made: 0, refused: 0, stopped: 0 };
  for (const number of numbers) for (const component of componentsWith(number)) seen[await outcome(component)]++;
  // Neither is the outcome of nearly all of them.
  expect(Math.min(seen.made, seen.refused)).toBeGreaterThan(100 * numbers.length);
});

test('a number of the data in any place gives a document', async () => {
  const seen = { made: 0, refused: 0, stopped: 0 };
  for (const component of componentsWith('{{ n }}')) {
    if ('watermark' in component || 'field' in component) continue;
    seen[await outcome({ repeat: 'numbers', as: 'n', body: component })]++;
  }
  // Those that cannot be a binding, such as `span` and the axes of fonts.
  expect(seen.made).toBeGreaterThan(3 * seen.refused);
});
