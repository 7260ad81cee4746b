// The schemas of a definition and of a `use`, as a component and as a page layout.
import { type JsonSchema, objectOf } from '../../contract/schema.ts';
import { components, letValues } from './property-schemas.ts';

export const useProperties = {
  use: { type: 'string', minLength: 1, maxLength: 100, description: 'The name of a definition.' },
  with: {
    type: ['object', 'array'],
    description:
      'The values of the params: by their names, or a list in the order of "params". Texts may have bindings, also inside of lists and objects; one binding alone keeps its type, such as a list.',
  },
} as const satisfies Record<string, JsonSchema>;

/** The schema of a definition. `page`: of a page layout. `column`: of a column of a table. */
export function definitionSchema(page: JsonSchema, column: JsonSchema): JsonSchema {
  return objectOf([], {
    params: {
      oneOf: [
        { type: 'array', items: { type: 'string' }, maxItems: 100 },
        { type: 'object', additionalProperties: { type: ['object', 'boolean'] } },
      ],
      description:
        'What each `use` gives: names, whose types each `use` decides, or JSON Schemas by the names. `{ "$ref": "schema.json#/properties/customer" }` takes a part of the data schema. A `default` makes a param optional.',
    },
    let: { ...letValues, description: `${letValues.description} They see the params.` },
    page: { ...page, description: 'A page layout for a `use` in `pages`, which itself says `each`.' },
    body: { ...components, description: 'The content: a component, or a list of components.' },
    column: {
      ...column,
      description:
        'A column for a `use` in the `columns` of a table. What the `use` says wins, and the `use` itself says `each`.',
    },
  });
}
