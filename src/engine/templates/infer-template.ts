// Makes a first template from an example of the data: a data schema, and a page that shows all values.
import type { TemplateInput } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import type { JsonSchema } from '../../contract/schema.ts';
import { compileDataSchema } from '../../data/data-schema.ts';
import { inferSchema } from '../../data/infer-schema.ts';
import { bindValue, escapeBraces, isRightAligned, memberPath, toLabel } from './infer-binding.ts';

type Component = Readonly<Record<string, unknown>>;
type Schemas = Readonly<Record<string, JsonSchema>>;

/** A table with more columns gets a page in landscape. */
const mostUpright = 6;
const ink = '#1f3a5f';
const grey = '#6b7280';

/**
 * A template for data of this form, for `createTemplate`. Shows scalar members as rows of label and value, objects as sections, lists of
 * objects as tables. Raises RangeError for data nested deeper than 64 levels, DATA_INVALID for data that a template can never accept.
 */
export function inferTemplate(
  data: Readonly<Record<string, unknown>>,
  { slug, name }: { readonly slug: string; readonly name: string },
): TemplateInput & { readonly document: Component; readonly styles: Component; readonly timezone?: string } {
  const dataSchema = inferSchema(data);
  // A name such as __proto__ is never allowed in data.
  const errors = compileDataSchema(dataSchema).check(data, { timeoutMs: 5_000 });
  if (errors.length > 0) throw new PdfgenError('DATA_INVALID', 'No template can be made from this data.', { errors });
  const members = dataSchema.properties ?? {};
  const isWide = widestTable(dataSchema) > mostUpright;
  const page = {
    size: 'A4',
    ...(isWide && { orientation: 'landscape' }),
    margin: [20, 20],
    gap: 1,
    body: [
      { text: escapeBraces(name), style: 'h1', margin: [0, 0, 6, 0], role: 'heading1' },
      ...showMembers('', members, data, 2),
    ],
    footer: [{ text: 'Page {{ page.number }} of {{ page.total }}', style: 'small', align: 'right' }],
  };
  return {
    slug,
    name,
    ...zoneFor(dataSchema, data),
    document: { title: escapeBraces(name) },
    styles: { base: { size: isWide ? 8.5 : 10 }, ...stylesIn(page) },
    pages: [page],
    dataSchema: dataSchema as TemplateInput['dataSchema'],
    exampleData: data,
  };
}

const styles: Component = {
  h1: { size: 20, bold: true, color: ink },
  h2: { size: 12, bold: true, color: ink },
  label: { color: grey },
  th: { bold: true, color: ink },
  small: { size: 8, color: grey },
};

/** The styles that a page uses. */
function stylesIn(page: unknown): Component {
  const written = JSON.stringify(page);
  return Object.fromEntries(Object.entries(styles).filter(([name]) => written.includes(`tyle":"${name}"`)));
}

/** The `timezone` that data with times need. They print as the data have them: nobody knows yet who reads the document where. */
function zoneFor(schema: JsonSchema, data: unknown): { readonly timezone?: string } {
  const times = [...timesIn(schema, data)];
  if (times.length === 0) return {};
  return { timezone: times.every((time) => /z$/i.test(time)) ? 'UTC' : 'written' };
}

function* timesIn(schema: JsonSchema, value: unknown): Iterable<string> {
  if (typeof value === 'string' && schema.format === 'date-time') yield value;
  if (Array.isArray(value)) for (const item of value) yield* timesIn(schema.items ?? {}, item);
  else for (const [key, member] of Object.entries(schema.properties ?? {})) yield* timesIn(member, memberOf(value, key));
}

/** Components of the new template that show the members of the given data. Short parts come first: scalars, then sections, then tables. */
function showMembers(base: string, members: Schemas, data: unknown, level: number): Component[] {
  const parts = Object.entries(members).map(([key, schema]) => ({
    key,
    schema,
    path: memberPath(base, key),
    value: memberOf(data, key),
  }));
  const rows = parts
    .filter(({ schema }) => !isSection(schema) && !isTable(schema))
    .map(({ key, schema, path, value }) => showRow(key, bindValue(path, schema, [value])));
  const sections = parts
    .filter(({ schema }) => isSection(schema))
    .map(({ key, schema, path, value }) => showSection(key, path, schema, value, level));
  const tables = parts
    .filter(({ schema }) => isTable(schema))
    .map(({ key, schema, path, value }) => showTable(key, path, schema, value, level));
  return [...rows, ...sections, ...tables];
}

function showRow(key: string, value: string): Component {
  return {
    gap: 4,
    row: [{ text: escapeBraces(toLabel(key)), width: 40, style: 'label' }, value],
  };
}

function showSection(key: string, path: string, schema: JsonSchema, value: unknown, level: number): Component {
  const rows = showMembers(path, schema.properties ?? {}, value, level + 1);
  return { gap: 1, margin: [5, 0, 0, 0], role: 'section', stack: [heading(key, level), ...rows] };
}

function showTable(key: string, path: string, schema: JsonSchema, value: unknown, level: number): Component {
  const rows = Array.isArray(value) ? value : [];
  const columns = columnsOf('item', schema.items ?? {}, rows);
  const table = {
    table: path,
    as: 'item',
    headerStyle: 'th',
    rules: { rows: { width: 0.3, color: '#d1d5db' }, header: { width: 0.8, color: ink } },
    columns,
    empty: 'None',
  };
  return { gap: 1, margin: [5, 0, 0, 0], role: 'section', stack: [heading(key, level), table] };
}

function heading(key: string, level: number): Component {
  return {
    text: escapeBraces(toLabel(key)),
    style: 'h2',
    role: `heading${Math.min(level, 6)}`,
  };
}

/** A column for each member. The members of an inner object get columns of their own. */
function columnsOf(base: string, schema: JsonSchema, rows: readonly unknown[], prefix = ''): Component[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, member]) => {
    const path = memberPath(base, key);
    const values = rows.map((row) => memberOf(row, key));
    const label = prefix + toLabel(key);
    const isRequired = schema.required?.includes(key) === true;
    if (isSection(member) && isRequired) return columnsOf(path, member, values, `${label} `);
    const look = isRightAligned(member) ? { width: 'auto', align: 'right' } : {};
    return [{ ...look, header: escapeBraces(label), body: bindValue(path, member, values, isRequired) }];
  });
}

function widestTable(schema: JsonSchema): number {
  if (isTable(schema)) return columnsOf('item', schema.items ?? {}, []).length;
  return Math.max(0, ...Object.values(schema.properties ?? {}).map(widestTable));
}

function isSection(schema: JsonSchema): boolean {
  return schema.type === 'object' && Object.keys(schema.properties ?? {}).length > 0;
}

function isTable(schema: JsonSchema): boolean {
  return schema.type === 'array' && schema.items !== undefined && isSection(schema.items);
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
