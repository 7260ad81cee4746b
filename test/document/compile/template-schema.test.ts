import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { templateJsonSchema } from '../../../src/document/compile/template-schema.ts';
import { components } from '../../../src/document/components/registry.ts';
import { diagnose } from '../../support/render.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const validate = ajv.compile(templateJsonSchema());
const examples = new URL('../../../templates-examples/', import.meta.url);

test.each(readdirSync(examples))('the published schema accepts the example %s', (name) => {
  const template = JSON.parse(readFileSync(new URL(`${name}/template.json`, examples), 'utf8'));
  expect({ valid: validate(template), errors: validate.errors }).toEqual({ valid: true, errors: null });
});

describe.each(components.map((definition) => [definition.type, definition.example] as const))(
  'the example of %s',
  (type, example) => {
    test('is accepted by the published schema', () => {
      expect({ valid: validate({ pages: [{ body: [example] }] }), errors: validate.errors }).toEqual({
        valid: true,
        errors: null,
      });
    });
    test('compiles', async () => {
      // A watermark covers the sheet, and stands in no body.
      const page = type === 'watermark' ? { background: [example], body: [] } : { body: [example] };
      const problems = await diagnose({ currency: 'EUR', pages: [page] });
      // Its file is not among the assets of a test.
      expect(problems.filter((one) => type !== 'image' || !one.includes('missing-asset'))).toEqual([]);
    });
    test('is refused with a property that there is not, by schema and compiler alike', async () => {
      const wrong = { pages: [{ body: [{ ...example, colour: '#000000' }] }] };
      expect(validate(wrong)).toBe(false);
      expect(await diagnose(wrong)).toContain('error unknown-property /pages/0/body/0/colour');
    });
  },
);
