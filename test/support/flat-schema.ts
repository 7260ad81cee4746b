// The published schema of templates with each type of component written out for each place: the oracle of the short form.
import type { JsonSchema } from '../../src/contract/schema.ts';
import { templateJsonSchema, withAlternatives } from '../../src/document/compile/published-schema.ts';
import { withBindings, withNamedColors } from '../../src/document/compile/template-schema.ts';
import { components } from '../../src/document/components/all-components.ts';
import { childProperties } from '../../src/document/components/child-properties.ts';
import { componentSchema } from '../../src/document/components/registry.ts';

const prefixes = { component: '', placedComponent: 'placed-', column: 'column-', cell: 'cell-' };

/** Far longer than what is published, and slow to compile. */
export function flatSchema(): JsonSchema {
  const ofPlaces = Object.entries(prefixes).flatMap(([name, prefix]) => [
    [
      name,
      {
        anyOf: [
          { type: 'string' },
          { type: 'array', items: { $ref: '#/$defs/component' } },
          { oneOf: components.map(({ type }) => ({ $ref: `#/$defs/${prefix}${type}` })) },
        ],
      },
    ] as const,
    ...components.map((definition) => {
      const schema = componentSchema(definition);
      return [
        prefix + definition.type,
        { ...schema, properties: { ...schema.properties, ...childProperties[`#/$defs/${name}`] } },
      ] as const;
    }),
  ]);
  const flat = withAlternatives(withNamedColors(withBindings(Object.fromEntries(ofPlaces))));
  const published = templateJsonSchema();
  return { ...published, $defs: { ...published.$defs, ...flat } };
}
