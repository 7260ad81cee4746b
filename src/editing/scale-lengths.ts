// Converts the lengths of a component from the unit of one template to that of another.
import type { JsonSchema } from '../contract/schema.ts';
import { childProperties } from '../document/components/child-properties.ts';
import { componentSchema, definitionOf } from '../document/components/registry.ts';
import { hasType } from '../document/template/check.ts';
import { isObject } from '../json/is-object.ts';

/** What a component says of its place, whatever stands around it. */
const ofChildren: Readonly<Record<string, JsonSchema>> = Object.assign({}, ...Object.values(childProperties));

/** A component with its lengths multiplied. Font sizes and line widths are in pt, and stay. Bindings stay too. */
export function scaleLengths(component: unknown, factor: number): unknown {
  return factor === 1 ? component : scale({ $ref: '#/$defs/components' }, component, factor);
}

function scale(schema: JsonSchema, value: unknown, factor: number): unknown {
  const forms = schema.oneOf ?? schema.anyOf ?? [schema];
  if (typeof value === 'number')
    return forms.some((form) => form['x-unit'] === 'template') ? Number((value * factor).toFixed(3)) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (forms.some(({ $ref }) => $ref !== undefined)) return scaleComponent(value, factor);
  const form = forms.find(({ type }) => type !== undefined && hasType(type, value));
  if (!form) return value;
  if (Array.isArray(value)) return form.items ? value.map((one) => scale(form.items!, one, factor)) : value;
  return scaleMembers(value, form.properties ?? {}, factor);
}

function scaleComponent(value: object, factor: number): unknown {
  if (Array.isArray(value)) return value.map((one) => scale({ $ref: '#/$defs/component' }, one, factor));
  const definition = isObject(value) ? definitionOf(value) : undefined;
  const own = definition ? componentSchema(definition).properties : undefined;
  return scaleMembers(value, { ...ofChildren, ...own }, factor);
}

const scaleMembers = (value: object, properties: Readonly<Record<string, JsonSchema>>, factor: number): unknown =>
  Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      Object.hasOwn(properties, name) ? scale(properties[name]!, member, factor) : member,
    ]),
  );
