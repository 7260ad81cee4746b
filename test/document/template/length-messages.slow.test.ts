// Messages about lengths, for every length of every component.
import { describe, expect, test } from 'vitest';
import { components } from '../../../src/document/components/all-components.ts';
import { componentSchema } from '../../../src/document/components/registry.ts';
import { units } from '../../../src/document/template/units.ts';
import { createRandom } from '../../support/random.ts';
import { compile } from '../../support/render.ts';

describe('lengths', () => {
  test('every length of every component tells the number to write, which is then taken', async () => {
    const random = createRandom(41);
    let tried = 0;
    for (const definition of components) {
      for (const [name, schema] of Object.entries(componentSchema(definition).properties ?? {})) {
        const forms = schema.oneOf ?? [schema];
        if (!forms.some((form) => form['x-unit'] !== undefined)) continue;
        const unit = (Object.keys(units) as (keyof typeof units)[])[Math.floor(random() * 4)]!;
        const written = (Object.keys(units) as (keyof typeof units)[])[Math.floor(random() * 4)]!;
        const number = Math.ceil(random() * 13) / 10;
        const { diagnostics } = await compile({
          unit,
          pages: [{ body: [{ ...definition.example, [name]: `${number}${written}` }] }],
        });
        const told = diagnostics.find(({ pointer }) => pointer === `/pages/0/body/0/${name}`)!.message;
        const [, advised, said] = /write ([\d.]+) \(the unit is (\w+)\)$/.exec(told) ?? [];
        const target = forms.some((form) => form['x-unit'] === 'pt') ? 'pt' : unit;
        expect([definition.type, name, said]).toEqual([definition.type, name, target]);
        expect(Number(advised) * units[target]).toBeCloseTo(number * units[written], 1);
        const mended = await compile({ unit, pages: [{ body: [{ ...definition.example, [name]: Number(advised) }] }] });
        const faults = mended.diagnostics.filter(({ severity }) => severity === 'error');
        expect(faults.filter(({ pointer }) => pointer === `/pages/0/body/0/${name}`)).toEqual([]);
        tried++;
      }
    }
    expect(tried).toBeGreaterThan(60);
  });
});
