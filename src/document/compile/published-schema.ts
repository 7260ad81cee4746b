// The template document as one JSON Schema, for completion in code editors.

import type { JsonSchema } from '../../contract/schema.ts';
import { isObject } from '../../json/is-object.ts';
import { shareEqual } from '../../json/share-schemas.ts';
import { components as definitions } from '../components/all-components.ts';
import { childProperties } from '../components/child-properties.ts';
import type { ComponentDefinition } from '../components/component.ts';
import { at, commonProperties, component } from '../template/property-schemas.ts';
import { componentMembers, templateMembers, templateSchema, withBindings, withNamedColors } from './template-schema.ts';
import { publishTypeStyles } from './type-styles.ts';

type Properties = Readonly<Record<string, JsonSchema>>;

/** Where a component stands: the name of its schema, the prefix of the schemas of each type there, and what the place adds to them. */
const places = [
  { name: 'component', prefix: '', asked: {}, description: 'A component; a string is a text, a list is a stack.' },
  { name: 'placedComponent', prefix: 'placed-', description: 'A component with its place.' },
  { name: 'column', prefix: 'column-', description: 'A component as a column of a row.' },
  { name: 'cell', prefix: 'cell-', description: 'A component as a cell of a table.' },
].map((place) => ({ asked: childProperties[`#/$defs/${place.name}`] ?? {}, ...place }));

const askedNames = new Set(places.flatMap(({ asked }) => Object.keys(asked)));
const ownNames = new Set(definitions.flatMap(({ properties }) => Object.keys(properties)));

const pick = (properties: Properties, isPicked: (name: string) => boolean): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => isPicked(name)));

const ref = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });

/** The published schema, self-contained: JSON Schema 2020-12. What is equal stands once, under `$defs`. */
export const templateJsonSchema = (): JsonSchema => shareEqual(withAlternatives(withNamedColors(collectSchemas())));

/** A copy of schemas that says in JSON Schema of which properties an object needs one, and which do not stand together. */
export function withAlternatives<T>(schemas: T): T {
  const published = JSON.stringify(schemas, (_name, value: unknown) => {
    if (!isObject(value) || !(Array.isArray(value['x-needs-one']) || Array.isArray(value['x-either']))) return value;
    const { 'x-needs-one': names, 'x-either': either, ...rest } = value as JsonSchema;
    const [some, others] = either ?? [[], []];
    const apart = some.flatMap((one) => others.map((other) => ({ not: { required: [one, other] } })));
    const needed = names?.map((name) => ({ required: [name] }));
    return { ...rest, ...(needed && { anyOf: needed }), ...(apart.length > 0 && { allOf: apart }) };
  });
  return JSON.parse(published) as T;
}

function collectSchemas(): JsonSchema {
  const { define, pages } = componentMembers;
  const typeStyles = publishTypeStyles();
  const layout = { ...pages.items, anyOf: [{ required: ['body'] }, { required: ['use'] }] };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'pdfgen template',
    description:
      'A template of pdfgen: page layouts and their components. The data schema and example data may stand in files of their own.',
    ...templateSchema,
    properties: {
      ...templateMembers,
      styles: { ...templateMembers.styles, properties: typeStyles.properties },
      define,
      pages: { ...pages, items: layout },
    },
    $defs: {
      ...typeStyles.$defs,
      ...Object.fromEntries(places.map(({ name, prefix, description }) => [name, componentAt(prefix, description)])),
      components: { description: 'Components one below the other.', ...component },
      // The properties that all types have, wherever they stand.
      common: { properties: withBindings(pick(commonProperties, (name) => !askedNames.has(name) && !ownNames.has(name))) },
      ...Object.fromEntries(definitions.flatMap(schemasOfType)),
      ...withBindings({ at }),
    },
  };
}

/** The schemas of a type: what it has wherever it stands, and the whole of it in each place. */
function schemasOfType(definition: ComponentDefinition): readonly (readonly [name: string, schema: JsonSchema])[] {
  const { type, summary, required, properties } = definition;
  const all: Properties = { ...commonProperties, ...properties };
  const own = pick(all, (name) => ownNames.has(name) && !askedNames.has(name));
  const ownName = `own-${type}`;
  return [
    [ownName, { required: [type, ...required], properties: withBindings(own) }],
    ...places.map(({ prefix, asked }) => {
      const ofPlace = pick({ ...all, ...asked }, (name) => askedNames.has(name));
      const parts = [ref('common'), { properties: withBindings(ofPlace) }, ref(ownName)];
      return [prefix + type, { type: 'object', description: summary, allOf: parts, unevaluatedProperties: false }] as const;
    }),
  ];
}

/**
 * A component in a place. The key of an object names its type, and no type has a property with the name of another, so only the schema of one type is looked
 * at: validators are as quick with it as with a single type, and editors offer the types alone.
 */
function componentAt(prefix: string, description: string): JsonSchema {
  const byType = Object.fromEntries(definitions.map(({ type, summary }) => [type, { description: summary }]));
  const noType: JsonSchema = { properties: byType, minProperties: 1, propertyNames: { enum: Object.keys(byType) } };
  const ofType = definitions.reduceRight<JsonSchema>(
    (otherwise, { type }) => choice({ required: [type] }, ref(prefix + type), otherwise),
    noType,
  );
  const type = ['string', 'array', 'object'];
  return { description, type, ...choice({ type: 'object' }, ofType, choice({ type: 'array' }, { items: component })) };
}

/** `if`, `then` and `else` (JSON Schema 2020-12, core 10.2.2). */
const choice = (test: JsonSchema, yes: JsonSchema, no: JsonSchema | true = true): JsonSchema =>
  Object.fromEntries([
    ['if', test],
    ['then', yes],
    ['else', no],
  ]);
