// The properties of a part as the panel shows them: the usual ones in groups, then all others.
import type { JsonSchema } from '../../contract/schema.ts';
import { propertyWords, valueNames } from '../../editor-words/index.ts';
import { pointerStep } from '../../json/json-pointer.ts';
import { canShow, controlsOf } from './controls.ts';
import { formsOf, holdsComponents, type PartSchema } from './part-schema.ts';
import { findWord, nameOfInner, nameOfOwn } from './property-names.ts';

/** The groups in the order in which they are shown. */
const groups = ['content', 'place', 'text', 'size', 'spacing', 'look', 'repetition', 'condition'] as const;

/** The properties of texts, which a part takes from the parts around it. */
export const inherited = ['font', 'size', 'weight', 'bold', 'italic', 'underline', 'color', 'align', 'lineHeight'];

export interface Property {
  /** The names of the member and of those around it: `border`, `width`. */
  readonly path: readonly string[];
  readonly member: string;
  /** What it is called. */
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  /** What holds when there is no value. Empty: nothing is known. */
  readonly placeholder: string;
}

export interface PropertyGroup {
  readonly name: (typeof groups)[number];
  readonly properties: readonly Property[];
}

/** Properties that have a control, in their places. */
export function placeProperties(part: PartSchema): {
  readonly usual: readonly PropertyGroup[];
  readonly others: readonly Property[];
} {
  const properties = { ...part.properties, ...part.added?.properties };
  const shown = Object.entries(properties).filter(([member, schema]) => controlsOf(member, schema).length > 0);
  const left = new Map(shown.map(([member, schema]) => [member, propertyOf(part, member, schema)]));
  const usual = groups.flatMap((name) => {
    const members = [...(part.added?.usual[name] ?? []), ...(part.usual[name] ?? [])];
    const found = members.flatMap((member) => left.get(member) ?? []).filter(({ member }) => left.delete(member));
    return found.length > 0 ? [{ name, properties: found }] : [];
  });
  return { usual, others: [...left.values()] };
}

const propertyOf = ({ key, required }: PartSchema, member: string, schema: JsonSchema): Property =>
  describe([member], schema, required.includes(member), nameOfOwn(key, member));

/** The properties of a value with members. `name`: what a member is called. */
export const innerProperties = (
  { path }: Property,
  { properties = {}, required = [] }: JsonSchema,
  name = (member: string): string => nameOfInner(path.at(-1)!, member),
): readonly Property[] =>
  Object.entries(properties)
    .filter(([member, schema]) => controlsOf(member, schema).length > 0)
    .map(([member, schema]) => describe([...path, member], schema, required.includes(member), name(member)));

function describe(path: readonly string[], schema: JsonSchema, isRequired: boolean, name: string): Property {
  const member = path.at(-1)!;
  const byDefault = schema.default ?? formsOf(schema).find((form) => form.default !== undefined)?.default;
  const placeholder =
    byDefault !== undefined
      ? propertyWords.byDefault(nameOfValue(member, byDefault))
      : path.length === 1 && inherited.includes(member)
        ? propertyWords.inherited
        : '';
  return { path, member, name, description: schema.description ?? '', schema, isRequired, placeholder };
}

/** The name of a value among those that a property may have. */
export function nameOfValue(member: string, value: unknown): string {
  const own = findWord(valueNames, [`${member}.${String(value)}`]);
  if (typeof value === 'boolean') return own ?? (value ? propertyWords.yes : propertyWords.no);
  return own ?? findWord(valueNames, [String(value)]) ?? String(value);
}

/** Whether a value is parts of their own, such as the items of a list, and not a property of this one. */
export const isContent = ({ member, schema }: Property, value: unknown): boolean =>
  holdsComponents(schema) && !controlsOf(member, schema).some((control) => canShow(control, value));

/** The pointer of a property below its part. */
export const pointerOf = ({ path }: Property): string => path.map(pointerStep).join('');
