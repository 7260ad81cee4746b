// Braces in every text of every component.
import { expect, test } from 'vitest';
import type { JsonSchema } from '../../src/contract/schema.ts';
import { components } from '../../src/document/components/all-components.ts';
import { componentSchema } from '../../src/document/components/registry.ts';
import { compile } from '../support/render.ts';

/** Names for people; `alt` is read by what shows something. */
const literals = ['type', 'id', 'note', 'alt'];

/** Values of a property in which the braces stand wherever its schema has a text. */
function textsOf(schema: JsonSchema, braces: string): readonly (readonly [string, unknown])[] {
  if (schema.oneOf) return schema.oneOf.flatMap((form) => textsOf(form, braces));
  if (schema.type === 'string') return [['', braces]];
  if (schema.type !== 'object' || !schema.properties) return [];
  const required = Object.fromEntries((schema.required ?? []).map((name) => [name, 'x']));
  return Object.entries(schema.properties).flatMap(([name, member]) =>
    textsOf(member, braces).map(([path, value]) => [`.${name}${path}`, { ...required, [name]: value }] as const),
  );
}

test('every text of a component is a binding or refuses braces', async () => {
  const braces = '{{ nothere }}';
  const silent: string[] = [];
  let tried = 0;
  for (const definition of components) {
    const properties = componentSchema(definition).properties ?? {};
    for (const [name, schema] of Object.entries(properties)) {
      if (literals.includes(name)) continue;
      for (const [path, value] of textsOf(schema, braces)) {
        tried++;
        const band = definition.type === 'watermark' ? 'background' : 'body';
        const page = { body: [], [band]: [{ ...definition.example, [name]: value }] };
        const { diagnostics } = await compile({ pages: [page], dataSchema: { type: 'object', properties: {} } });
        const isTold = diagnostics.some(({ pointer }) => pointer.startsWith(`/pages/0/${band}/0/${name}`));
        if (!isTold) silent.push(`${definition.type}.${name}${path}`);
      }
    }
  }
  expect(tried).toBeGreaterThan(100);
  expect(silent).toEqual([]);
});
