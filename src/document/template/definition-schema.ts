// The schemas of a definition and of a `use`, as a component and as a page layout.
import { type JsonSchema, objectOf } from '../../contract/schema.ts';
import { components, letValues } from './property-schemas.ts';

export const useProperties = {
  use: { type: 'string', minLength: 1, maxLength: 100, description: 'The name of a definition.' },
  with: {
    type: 'object',
    description:
      'The values of the params. Texts may have bindings, also inside of lists and objects; one binding alone keeps its type, such as a list.',
  },
} as const satisfies Record<string, JsonSchema>;

/** The schema of a definition. `page`: of a page layout. */
export function definitionSchema(page: JsonSchema): JsonSchema {
  return objectOf([], {
    params: {
      type: 'object',
      additionalProperties: { type: ['object', 'boolean'] },
      description:
        'JSON Schemas by the names of the params. `{ "$ref": "schema.json#/properties/customer" }` takes a part of the data schema. A `default` makes a param optional. Without `params`, each `use` gives the params it likes, and the content is proved with their types.',
    },
    let: { ...letValues, description: `${letValues.description} They see the params.` },
    page: { ...page, description: 'A page layout for a `use` in `pages`, which itself says `each`.' },
    body: { ...components, description: 'The content: a component, or a list of components.' },
  });
}
