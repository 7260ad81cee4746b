// A template with a part of each kind, and what the panel knows of its parts.

import { partSchemas } from '../../../src/document/compile/part-schemas.ts';
import { components } from '../../../src/document/components/all-components.ts';
import { type Part, type PartTree, readParts } from '../../../src/editing/index.ts';
import { findPartSchema, type PartSchema } from '../../../src/editor-page/properties/part-schema.ts';

const cells = ['A'];

export const everyPart = {
  unit: 'mm',
  styles: { base: { size: 9 }, title: { size: 20 } },
  colors: { accent: '#0f5c63', soft: 'accent/10' },
  define: {
    address: {
      params: { who: { type: 'string', description: 'Whose address.' }, isLong: { type: 'boolean' } },
      body: ['{{ who }}'],
    },
  },
  pages: [
    {
      header: ['Plain'],
      footer: [{ on: 'last', body: ['Variant'] }],
      background: [{ text: 'Placed', at: { x: 1, y: 2 } }],
      body: [
        { row: [{ text: 'In a row', width: 40 }] },
        {
          table: 'lines',
          columns: ['{{ line.name }}', { body: '{{ line.price }}', width: 30 }],
          header: [{ cells }],
          rows: [{ cells: [{ text: 'Cell', span: 2 }] }],
          footer: [{ cells: [{}] }],
          groups: [{ by: 'line.kind', header: [{ cells }], footer: [{ cells }] }],
        },
        {
          pairs: [['Net', '1'], { label: 'Total', value: '2', when: 'total' }],
        },
        { stack: ['Inside'], header: [{ on: 'first', body: ['Top'] }] },
        ...components.filter(({ type }) => !['row', 'table', 'pairs', 'stack'].includes(type)).map(({ example }) => example),
      ],
    },
  ],
};

export const schemas = partSchemas();

export const describe = (tree: PartTree, part: Part): PartSchema => findPartSchema(tree, part, schemas)!;

/** The schemas of all kinds of parts, each once, with a pointer at which one stands. */
export function listPartSchemas(): readonly { readonly pointer: string; readonly schema: PartSchema }[] {
  const tree = readParts(everyPart);
  const found = tree.parts.map((part) => ({ pointer: part.pointer, schema: describe(tree, part) }));
  const nameOf = ({ key, added, properties }: PartSchema) => `${key} ${added?.place} ${Object.keys(properties)}`;
  return [...new Map(found.map((one) => [nameOf(one.schema), one])).values()];
}
