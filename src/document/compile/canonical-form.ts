// The canonical form of a template document: the short notation, with the members of each part in one order.
import type { JsonSchema } from '../../contract/schema.ts';
import { isObject } from '../../json/is-object.ts';
import { childProperties } from '../components/child-properties.ts';
import type { ComponentDefinition } from '../components/component.ts';
import { pairSchema } from '../components/pairs/pairs.ts';
import { componentSchema, definitionOf } from '../components/registry.ts';
import { readLetName } from '../expression/local-name.ts';
import { signatureOf } from '../expression/scope.ts';
import { hasType } from '../template/check.ts';
import { components, letValues } from '../template/property-schemas.ts';
import { componentMembers, templateMembers } from './template-schema.ts';

type Part = Readonly<Record<string, unknown>>;

/** The document in its canonical form. It means the same. Parts that do not fit the schema stay as they are. */
export function canonicalForm(document: Part): Part {
  const names = Object.keys(templateMembers);
  const rankOf = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length);
  const sorted = Object.entries(document).toSorted(([a], [b]) => rankOf(a) - rankOf(b));
  return Object.fromEntries(
    sorted.map(([name, value]) => [name, sortedMembers[name] ? order(sortedMembers[name], value) : value]),
  );
}

/** The members of a document whose parts have an order. Others, such as data and the terms of an invoice, keep that of their author. */
const sortedMembers: Readonly<Record<string, JsonSchema>> = {
  document: templateMembers.document,
  let: templateMembers.let,
  fonts: templateMembers.fonts,
  styles: templateMembers.styles,
  ...componentMembers,
};

function order(schema: JsonSchema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (schema.$ref !== undefined) return orderComponent(schema.$ref, value);
  const forms = schema.oneOf ?? schema.anyOf;
  if (forms) {
    const form = forms.find((one) => fitsForm(one, value));
    return form ? order(form, value) : value;
  }
  if (Array.isArray(value)) return schema.items ? value.map((item) => order(schema.items!, item)) : value;
  if (schema.propertyNames === letValues.propertyNames) return canonicalNames(value as Part);
  const { properties = {}, additionalProperties } = schema;
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => {
    const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    return [name, typeof own === 'object' ? order(own, member) : member];
  });
  // Names that the author chose, such as those of styles, keep their order.
  const names = typeof additionalProperties === 'object' ? [] : Object.keys(properties);
  return shortPart(schema, sortEntries(entries, names, properties));
}

/** Names of `let`, with those of filters as `share(n, of)`. */
function canonicalNames(values: Part): Part {
  const names = Object.keys(values).map((written) => {
    const { name, params } = readLetName(written);
    return params === undefined ? written : signatureOf({ name, params });
  });
  // Two of the same name are a fault, which stays.
  return new Set(names).size < names.length
    ? values
    : Object.fromEntries(Object.values(values).map((value, i) => [names[i]!, value]));
}

/** Tells a component from a variant of a layout: only a component has a key that names its type. */
function fitsForm(form: JsonSchema, value: object): boolean {
  if (form.$ref !== undefined) return true;
  if (isObject(value) && definitionOf(value) && form.properties && Object.hasOwn(form.properties, 'on')) return false;
  return form.type !== undefined && hasType(form.type, value);
}

function orderComponent(ref: string, value: object): unknown {
  if (Array.isArray(value)) return value.map(orderChild);
  const part = value as Part;
  const definition = definitionOf(part);
  const more = childProperties[ref] ?? {};
  if (!definition) return part;
  const schema = componentSchema(definition);
  const properties = { ...more, ...schema.properties };
  const entries = Object.entries(part).map(([name, member]): [string, unknown] => {
    const own = properties[name];
    return [name, own ? order(own, member) : member];
  });
  const sorted = sortEntries(entries, namesInOrder(definition, more), properties, definition.type);
  return shortComponent(ref, sorted, definition);
}

const orderChild = (child: unknown): unknown => (isContainer(child) ? orderComponent('#/$defs/component', child) : child);

/** First the name, then what makes the component, what its parent asks for, its own properties and the common ones. */
function namesInOrder(definition: ComponentDefinition, more: object): readonly string[] {
  const own = Object.keys(definition.properties);
  return ['id', definition.type, ...Object.keys(more), ...own, ...Object.keys(componentSchema(definition).properties ?? {})];
}

/** Short members in the order of `names`, then the long ones, which hold components or lists of parts. Unknown members stay between them. */
function sortEntries(
  entries: readonly [string, unknown][],
  names: readonly string[],
  properties: Readonly<Record<string, JsonSchema>>,
  type?: string,
): Part {
  const rankOf = ([name, value]: [string, unknown]): number => {
    const at = names.indexOf(name);
    const known = at < 0 ? names.length : at;
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    // An expression in place of a list is short.
    const isExpression = typeof value === 'string' && schema?.oneOf?.some((form) => form['x-expression']);
    // Corners of a polygon are numbers, and no parts.
    const isList = name === type && Array.isArray(value) && schema?.items?.type !== 'array';
    const isLong = schema !== undefined && !isExpression && (holdsParts(schema) || isList);
    return (isLong ? 2 * (names.length + 1) : 0) + known;
  };
  const ranked = entries.map((entry) => ({ entry, rank: rankOf(entry) }));
  return Object.fromEntries(ranked.toSorted((a, b) => a.rank - b.rank).map(({ entry }) => entry));
}

/** Whether a schema is of components, or of a list of objects. */
function holdsParts(schema: JsonSchema): boolean {
  if (schema.$ref !== undefined) return true;
  const { items } = schema;
  if (items) return items.$ref !== undefined || items.type === 'object' || (items.oneOf ?? items.anyOf ?? []).some(isPart);
  return (schema.oneOf ?? schema.anyOf ?? []).some(
    (form) => form.$ref !== undefined || (form.type === 'array' && holdsParts(form)),
  );
}

const isPart = ({ $ref, type }: JsonSchema): boolean => $ref !== undefined || type === 'object';
const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The short form of a component: a text alone is a string, a stack alone is a list. */
function shortComponent(ref: string, given: Part, definition: ComponentDefinition): unknown {
  // A picture fills a column whose width is written.
  const isDefault = ref === '#/$defs/column' && given.width === '*' && definition.sizesItself !== true;
  const part = isDefault ? without(given, 'width') : given;
  const names = Object.keys(part);
  if (names.length !== 1) return part;
  if (typeof part.text === 'string') return part.text;
  // In the place of several components, a list is not one stack: each of its components is a child.
  return Array.isArray(part.stack) && ref !== components.$ref ? part.stack : part;
}

/** The short form of a column of a table, of which a text alone is the body, and of a pair that is a label and a value. */
function shortPart(schema: JsonSchema, part: Part): unknown {
  if (schema === pairSchema && Object.keys(part).join() === 'label,value') return [part.label, part.value].map(orderChild);
  const width = schema.properties?.width;
  // The column of a definition may have another width.
  const isDefault = width?.default === '*' && part.width === '*' && part.use === undefined;
  const shorter = isDefault ? without(part, 'width') : part;
  const isBody = schema.properties?.body !== undefined && schema.properties.rowHeader !== undefined;
  return isBody && Object.keys(shorter).length === 1 && typeof shorter.body === 'string' ? shorter.body : shorter;
}

const without = (part: Part, name: string): Part => Object.fromEntries(Object.entries(part).filter(([own]) => own !== name));
