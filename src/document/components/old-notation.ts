// Reads the old notation of page layouts and definitions, in which a component had a "type", into the notation of today. Everything else sees the new one only.
import type { JsonSchema } from '../../contract/schema.ts';
import { isObject } from '../../json/is-object.ts';
import { mapBySchema } from './map-by-schema.ts';
import { findComponent, typesOf } from './registry.ts';
import { hasOldCells, hasOldMarks, ignoresBox } from './shared/box/ignores-box.ts';

/** The name that the main property of each type had. Undefined: the type had none. */
const oldMain: Readonly<Record<string, string | undefined>> = {
  text: 'text',
  stack: 'children',
  row: 'columns',
  frame: 'children',
  group: 'children',
  repeat: 'each',
  choose: 'cases',
  spacer: 'height',
  pageBreak: undefined,
  table: 'each',
  image: 'src',
  line: 'stroke',
  rect: 'height',
  barcode: 'value',
  field: 'name',
};

/** The old name of the main property of a type. Undefined: there is no such type, or it had none. */
export const oldMainName = (type: string): string | undefined => (Object.hasOwn(oldMain, type) ? oldMain[type] : undefined);

/** A document with its components in the notation of today. */
export interface ReadDocument {
  readonly document: Part;
  /** Whether anything was in the old notation. */
  readonly isOld: boolean;
  /** The place of a part as the author wrote it. `pointer`: its place in the document. */
  placeOf(pointer: string): string;
}

type Part = Readonly<Record<string, unknown>>;

/** Reads the members of a document that hold components, by their schemas. Parts that do not fit these stay as they are, for the check. */
export function readNotation(document: Part, schemas: Readonly<Record<string, JsonSchema>>): ReadDocument {
  const reader = new Reader();
  const visitor = { component: (part: Part, pointer: string) => reader.renew(part, pointer) };
  const read = Object.entries(schemas)
    .filter(([name]) => Object.hasOwn(document, name))
    .map(([name, schema]) => [name, mapBySchema(schema, document[name], `/${name}`, visitor)] as const);
  if (!reader.isOld) return { document, isOld: false, placeOf: (pointer) => pointer };
  const renewed = { ...document, ...Object.fromEntries(read) };
  const pages = Array.isArray(renewed.pages) ? { pages: renewed.pages.map(renewBands) } : {};
  return { document: { ...renewed, ...pages }, isOld: true, placeOf: (pointer) => reader.placeOf(pointer) };
}

/** The headers and footers of a layout. `rest` was all sheets but the first, and `odd` and `even` counted the sheets of the layout. */
function renewBands(page: unknown, index: number): unknown {
  if (!isObject(page)) return page;
  const renewVariant = (variant: unknown): unknown => {
    if (!isObject(variant) || typesOf(variant).length > 0) return variant;
    const { on, when } = variant;
    if (on === 'rest') return { ...variant, on: 'notFirst' };
    if (index === 0 || (on !== 'odd' && on !== 'even')) return variant;
    const side = `page.part.number % 2 == ${on === 'odd' ? 1 : 0}`;
    return { ...variant, on: 'all', when: typeof when === 'string' ? `(${when}) and ${side}` : side };
  };
  const bands = ['header', 'footer'].flatMap((name) => {
    const band = page[name];
    return Array.isArray(band) ? [[name, band.map(renewVariant)] as const] : [];
  });
  return { ...page, ...Object.fromEntries(bands) };
}

class Reader {
  /** The old places of parts that have another one now. What is inside of them moved with them. */
  readonly #origins = new Map<string, string>();

  get isOld(): boolean {
    return this.#origins.size > 0;
  }

  placeOf(pointer: string): string {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      const origin = this.#origins.get(pointer.slice(0, end));
      if (origin !== undefined) return origin + pointer.slice(end);
    }
    return pointer;
  }

  /** An old component in the notation of today. Other components stay as they are. `now`: its place. */
  renew(part: Part, now: string): Part {
    const { type, ...rest } = part;
    if (typeof type !== 'string' || !findComponent(type) || !Object.hasOwn(oldMain, type)) return part;
    const old = this.placeOf(now);
    const main = oldMain[type];
    if (type === 'choose') return this.#renewChoose(part, rest, now, old);
    if (type === 'pageBreak' || (type === 'line' && rest.stroke === undefined))
      return this.#move({ [type]: true, ...rest }, now, old, {});
    if (main === undefined || rest[main] === undefined) return part;
    const { [main]: value, ...others } = rest;
    if (type === 'repeat' && others.children !== undefined) {
      const { children, ...further } = others;
      return this.#move({ repeat: value, ...further, body: children }, now, old, { repeat: main, body: 'children' });
    }
    const renewed = this.#move({ [type]: value, ...others }, now, old, { [type]: main });
    if (type === 'text') return others.format === 'inline' ? { ...renewed, [hasOldMarks]: true } : renewed;
    if (type === 'row') return { ...renewed, row: this.#renewColumns(value, `${now}/row`, `${old}/columns`) };
    return type === 'table' ? this.#renewTable(renewed, now, old) : renewed;
  }

  /** Notes the old names of members. */
  #move(part: Part, now: string, old: string, oldNames: Readonly<Record<string, string>>): Part {
    this.#origins.set(now, old);
    for (const [name, oldName] of Object.entries(oldNames)) this.#origins.set(`${now}/${name}`, `${old}/${oldName}`);
    return part;
  }

  /** The columns of a row were no components: their children are a stack now. */
  #renewColumns(columns: unknown, now: string, old: string): unknown {
    if (!Array.isArray(columns)) return columns;
    return columns.map((column: unknown, i) => {
      if (!isObject(column) || column.children === undefined) return column;
      const { children, ...rest } = column;
      this.#origins.set(`${now}/${i}/stack`, `${old}/${i}/children`);
      return { ...rest, stack: children, [ignoresBox]: 'old' };
    });
  }

  #renewChoose(part: Part, rest: Part, now: string, old: string): Part {
    const { cases, else: otherwise, ...others } = rest;
    if (!Array.isArray(cases)) return part;
    this.#origins.set(now, old);
    this.#origins.set(`${now}/choose`, `${old}/cases`);
    const children = cases.map((one: unknown, i) => {
      if (!isObject(one) || one.children === undefined) return one;
      const { children: shown, ...when } = one;
      this.#origins.set(`${now}/choose/${i}/stack`, `${old}/cases/${i}/children`);
      return { ...when, stack: shown };
    });
    if (otherwise !== undefined) this.#origins.set(`${now}/choose/${children.length}`, `${old}/else`);
    return { ...others, choose: otherwise === undefined ? children : [...children, otherwise] };
  }

  /** The columns and cells of an old table ignore the box properties of their styles, except for the background. */
  #renewTable(table: Part, now: string, old: string): Part {
    const columns = (table.columns as readonly unknown[] | undefined)?.map?.((column, i) => {
      if (!isObject(column) || column.cell === undefined) return column;
      const { cell, ...rest } = column;
      this.#origins.set(`${now}/columns/${i}/body`, `${old}/columns/${i}/cell`);
      return { ...rest, body: cell, [ignoresBox]: 'old' };
    });
    const footer = (table.footer as readonly unknown[] | undefined)?.map?.((row, i) => {
      if (!isObject(row) || !Array.isArray(row.cells)) return row;
      const cells = row.cells.map((cell: unknown, j) => {
        if (!isObject(cell)) return cell;
        const { content, ...rest } = cell;
        const marked = { ...rest, [ignoresBox]: 'old' };
        if (content === undefined || rest.text !== undefined) return marked;
        this.#origins.set(`${now}/footer/${i}/cells/${j}/stack`, `${old}/footer/${i}/cells/${j}/content`);
        return { ...marked, stack: content };
      });
      return { ...row, cells, [ignoresBox]: 'old' };
    });
    return { ...table, ...(columns && { columns }), ...(footer && { footer }), [hasOldCells]: true };
  }
}
