// The canonical form of a template document: the short notation, with the members of each part in one order.
import type { JsonSchema } from '../../contract/schema.ts';
import { isObject } from '../../json/is-object.ts';
import { childProperties } from '../components/child-properties.ts';
import type { ComponentDefinition } from '../components/component.ts';
import { mapBySchema } from '../components/map-by-schema.ts';
import { readNotation } from '../components/old-notation.ts';
import { pairSchema } from '../components/pairs/pairs.ts';
import { componentSchema, definitionOf } from '../components/registry.ts';
import { hasOldCells, hasOldMarks, ignoresBox } from '../components/shared/box/ignores-box.ts';
import { escapeReservedMarks } from '../components/text/find-unread-marks.ts';
import { hasType } from '../template/check.ts';
import { components } from '../template/property-schemas.ts';
import { textProperties } from '../text/text-properties.ts';
import { componentMembers, templateMembers } from './template-schema.ts';

type Part = Readonly<Record<string, unknown>>;

/** Whether any component is in the old notation, with `"type"`. */
export const isOldNotation = (document: Part): boolean => readNotation(document, componentMembers).isOld;

/** The document with its components in the notation of today, and columns and cells as short as they go. Its pages look the same. */
export function renewNotation(document: Part): Part {
  const { document: read, isOld } = readNotation(document, componentMembers);
  if (!isOld) return document;
  const styles = isObject(document.styles) ? document.styles : {};
  const visitor = { component: (part: Part) => shortenColumns(escapeInline(part), styles) };
  const renewed = Object.entries(componentMembers)
    .filter(([name]) => Object.hasOwn(read, name))
    // A clone lacks the symbols that mark parts of the old notation.
    .map(([name, schema]) => [name, structuredClone(mapBySchema(schema, read[name], `/${name}`, visitor))] as const);
  return { ...read, ...Object.fromEntries(renewed) };
}

/** An inline text of the old notation prints the signs that are marks today, as before. */
function escapeInline(part: Part): Part {
  const { text } = part;
  if (!(hasOldMarks in part) || text === undefined) return part;
  const print = (line: unknown): unknown => (typeof line === 'string' ? escapeReservedMarks(line) : line);
  return { ...part, text: Array.isArray(text) ? text.map(print) : print(text) };
}

/** In the old notation a star between spaces was a mark. Today it is printed. Bindings are no part of the text. */
function hasLoneStar(text: unknown): boolean {
  const written = [text]
    .flat()
    .join('\n')
    .replace(/\{\{.*?\}\}/gs, 'x');
  return /(?<!\S)\*\*?(?!\S)/.test(written);
}

/**
 * Whether a document looks the same in the notation of today. Three old things look different: a column or cell whose style has a box, which it ignores;
 * a table whose header or footers have a style that contradicts a column; and an inline text with a star between spaces.
 */
export function keepsLook(document: Part): boolean {
  const named = isObject(document.styles) ? document.styles : {};
  const styles = Object.entries(named);
  const boxes = styles.flatMap(([name, style]) =>
    isObject(style) && ['margin', 'padding', 'border'].some((box) => box in style) ? [name] : [],
  );
  const mayHaveBox = (style: unknown) =>
    [style].flat().some((name) => typeof name === 'string' && boxes.some((box) => name === box || name.includes('{{')));
  const keeps = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return true;
    const part = value as Part;
    const isLost =
      (hasOldMarks in part && hasLoneStar(part.text)) ||
      (ignoresBox in part && mayHaveBox(part.style)) ||
      (hasOldCells in part && partStyles(part, named).some((style) => mayHaveBox(style) || crosses(style, part.columns, named)));
    return !isLost && Object.values(part).every(keeps);
  };
  const { document: read } = readNotation(document, componentMembers);
  return Object.keys(componentMembers).every((name) => keeps(read[name]));
}

/** The styles of the header and the footers of a table: its own, and those that its styles give. */
const partStyles = (table: Part, styles: Part): readonly unknown[] =>
  [table, ...[table.style].flat().map((name) => styles[String(name)])].flatMap((one) =>
    isObject(one) ? [one.headerStyle, one.footerStyle] : [],
  );

/** Whether a style may say another thing of the text than a column. A bound style may be any. */
function crosses(style: unknown, columns: unknown, styles: Part): boolean {
  const textOf = (part: Part) => {
    const given = [part.style].flat().map((name) => styles[String(name)]);
    const all: Part = Object.assign({}, ...given, part);
    return Object.keys(textProperties)
      .filter((property) => property in all)
      .map((property) => [property, all[property]] as const);
  };
  const isBound = (part: Part) => [part.style].flat().some((name) => String(name).includes('{{'));
  const own = textOf({ style });
  return [columns].flat().some((column) => {
    if (!isObject(column)) return false;
    const its = new Map(textOf(column));
    if (isBound({ style }) || isBound(column)) return true;
    return own.some(([property, value]) => its.has(property) && JSON.stringify(its.get(property)) !== JSON.stringify(value));
  });
}

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
  const { properties = {}, additionalProperties } = schema;
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => {
    const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    return [name, typeof own === 'object' ? order(own, member) : member];
  });
  return shortPart(schema, sortEntries(entries, Object.keys(properties), properties));
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
  const shorter = width?.default === '*' && part.width === '*' ? without(part, 'width') : part;
  const isBody = schema.properties?.body !== undefined && schema.properties.rowHeader !== undefined;
  return isBody && Object.keys(shorter).length === 1 && typeof shorter.body === 'string' ? shorter.body : shorter;
}

const without = (part: Part, name: string): Part => Object.fromEntries(Object.entries(part).filter(([own]) => own !== name));

/** Columns and cells that the old notation gave a list of components become the component, if it is alone and says nothing against it. */
function shortenColumns(part: Part, styles: Part): Part {
  const merge = (children: unknown, isCell = false) =>
    Array.isArray(children) ? children.map((child: unknown) => mergeStack(child, isCell, styles)) : children;
  const { row, choose, table, footer } = part;
  if (row !== undefined) return { ...part, row: merge(row) };
  if (choose !== undefined) return { ...part, choose: merge(choose) };
  if (table === undefined || !Array.isArray(footer)) return part;
  return { ...part, footer: footer.map((one: unknown) => (isObject(one) ? { ...one, cells: merge(one.cells, true) } : one)) };
}

/** What a column, case or cell says itself. */
const ownMembers = ['width', 'valign', 'when', 'span'];

function mergeStack(child: unknown, isCell: boolean, styles: Part): unknown {
  if (!isObject(child) || child.stack === undefined) return child;
  const { stack, ...outer } = child;
  const only = Array.isArray(stack) ? (stack.length === 1 ? (stack[0] as unknown) : undefined) : stack;
  const ofStack = definitionOf(child)?.properties ?? {};
  if (typeof only === 'string')
    return Object.keys(outer).some((name) => Object.hasOwn(ofStack, name)) ? child : { ...outer, text: only };
  const definition = isObject(only) ? definitionOf(only) : undefined;
  if (!isObject(only) || !definition || ['at', ...ownMembers.slice(1)].some((name) => only[name] !== undefined)) return child;
  if (isCell && hasBox(only, styles)) return child;
  const fills = definition.sizesItself === true;
  const around = fills && outer.width === '*' ? without(outer, 'width') : outer;
  // A picture fills a column whose width is written. Any other width of its own would be lost.
  const isFilled = fills && typeof only.width === 'number' && only.width === around.width;
  const isFree = !fills || around.width === undefined || around.width === 'auto';
  if (only.width === undefined ? !isFree : !isFilled) return child;
  const passesOn = Object.keys(around).every(
    (name) => ownMembers.includes(name) || passes(name, around, only, definition, styles),
  );
  return passesOn ? { ...around, ...only } : child;
}

const boxes = ['margin', 'padding', 'border', 'background'];
const isBoundStyle = ({ style }: Part): boolean => [style].flat().some((one) => typeof one === 'string' && one.includes('{{'));
const stylesOf = ({ style }: Part, styles: Part): readonly Part[] =>
  style === undefined ? [] : [style].flat().map((one) => (styles[String(one)] ?? {}) as Part);

/** Whether a component or its style has a box. As a cell, it would be the box of the cell. */
function hasBox(part: Part, styles: Part): boolean {
  const hasOwn = ['padding', 'border', 'background'].some((name) => part[name] !== undefined);
  return hasOwn || isBoundStyle(part) || stylesOf(part, styles).some((style) => boxes.some((box) => style[box] !== undefined));
}

/** Whether a text property of a column means the same on the component in it. */
function passes(name: string, around: Part, only: Part, definition: ComponentDefinition, styles: Part): boolean {
  const isText = name === 'style' || Object.hasOwn(textProperties, name);
  if (!isText || only[name] !== undefined || Object.hasOwn(definition.properties, name)) return false;
  if (name === 'style') return stylesOf(around, styles).every((style) => boxes.every((box) => style[box] === undefined));
  return !isBoundStyle(only) && stylesOf(only, styles).every((style) => style[name] === undefined);
}
