// The definitions of a template: their params, who uses them, and the limits that keep compiling bounded.
import type { Diagnostic } from '../../contract/diagnostic.ts';
import { isObject } from '../../json/is-object.ts';
import { pointerStep } from '../../json/json-pointer.ts';
import type { Schema } from '../../json/schema-parts.ts';
import { counted } from '../../words/counts.ts';
import { listNames, suggest } from '../../words/nearest.ts';

/** The parts of a definition that a `use` may stand for: components, a page layout, or a column of a table. */
export type DefinitionPart = 'body' | 'page' | 'column';

/** A param of a definition. */
export interface DefinedParam {
  readonly name: string;
  /** Its place in the template. */
  readonly pointer: string;
  /** Its schema, in which references lead into the data schema. Undefined: it has none. */
  readonly schema: Schema | undefined;
  /** As the author wrote it. */
  readonly written: unknown;
}

export interface Definition {
  readonly name: string;
  /** Its place in the template. */
  readonly pointer: string;
  /** The params, in their order. */
  readonly params: readonly DefinedParam[];
  /** The params have schemas. False: each `use` decides on their types. */
  readonly isTyped: boolean;
  /** Names for values of the params. */
  readonly let: Readonly<Record<string, string>> | undefined;
  readonly body: unknown;
  readonly page: Readonly<Record<string, unknown>> | undefined;
  readonly column: Readonly<Record<string, unknown>> | undefined;
  /** The parts that have a slot. Known when the definition was proved. */
  readonly slots: Set<DefinitionPart>;
  /** The errors that its proof has found, by code and place. */
  readonly told: Set<string>;
}

/** One `use`, as it stands in the template. */
export interface NotedUse {
  /** Undefined: it stands in a page layout. */
  readonly from: PartOfDefinition | undefined;
  readonly to: PartOfDefinition;
  readonly pointer: string;
  readonly givesBody: boolean;
}

export interface PartOfDefinition {
  readonly definition: Definition;
  readonly part: DefinitionPart;
}

const partNames = ['body', 'page', 'column'] as const satisfies readonly DefinitionPart[];

/** What the parts of a definition are, and where such a definition is used. */
const kinds: Readonly<Record<DefinitionPart, { readonly is: string; readonly use: string }>> = {
  body: { is: 'a component', use: 'in a "body"' },
  page: { is: 'a page layout', use: 'as an entry of "pages"' },
  column: { is: 'a column', use: 'in the "columns" of a table' },
};

type Report = (severity: Diagnostic['severity'], code: string, pointer: string, message: string) => void;

/** The definitions of a template may expand to this many components, and to this many characters of JSON. */
const mostCopies = 20_000;
const mostCharacters = 4_000_000;

export class DefinitionBook {
  readonly #definitions: ReadonlyMap<string, Definition>;
  readonly #report: Report;
  readonly #uses = new Map<string, NotedUse>();
  /** Of contents as JSON. */
  readonly #sizes = new Map<unknown, number>();
  /** By the keys of parts, the components that they make by their uses, with those inside. */
  readonly #made = new Map<string, number>();
  #copies = 0;
  #characters = 0;
  #isFull = false;
  #hasCircle = false;
  #isCompiled = false;

  constructor(given: Readonly<Record<string, unknown>>, report: Report) {
    this.#report = report;
    this.#definitions = new Map(Object.entries(given).map(([name, one]) => [name, readDefinition(name, one)]));
  }

  get all(): Iterable<Definition> {
    return this.#definitions.values();
  }

  /** Whether no definition leads back to itself, so that each `use` can be compiled in place. */
  get isFinite(): boolean {
    return !this.#hasCircle;
  }

  /** Whether there is a definition of this name with components. */
  hasBody(name: string): boolean {
    return this.#definitions.get(name)?.body !== undefined;
  }

  /** The definition of a `use`. Undefined: it is missing, or lacks the part. Reports why. */
  find(name: string, part: DefinitionPart, pointer: string): Definition | undefined {
    const found = this.#definitions.get(name);
    if (!found) {
      const names = [...this.#definitions.keys()];
      const hint =
        suggest(name, names) ||
        (names.length > 0 ? `; there are: ${listNames(names)}` : '; write definitions under "define", beside "pages"');
      this.#report('error', 'unknown-definition', pointer, `There is no definition "${name}"${hint}`);
      return undefined;
    }
    if (found[part] !== undefined) return found;
    const own = partNames.find((one) => found[one] !== undefined);
    const is = own === undefined ? '' : ` It is ${kinds[own].is}: use it ${kinds[own].use}.`;
    this.#report(
      'error',
      'wrong-definition',
      pointer,
      `The definition "${name}" has no "${part}", so it is not ${kinds[part].is}.${is}`,
    );
    return undefined;
  }

  /** Notes a `use` as it is written. */
  note(use: NotedUse): void {
    this.#uses.set(use.pointer, use);
  }

  /** Counts a component that a definition or a slot makes. False: there are too many. */
  takeCopy(pointer: string): boolean {
    return this.#hasRoom(++this.#copies <= mostCopies, pointer);
  }

  /** Whether the part of a definition can be compiled once more with the uses in it. */
  takesUses(part: PartOfDefinition, pointer: string): boolean {
    return this.#hasRoom(this.#copies + (this.#made.get(keyOf(part)) ?? 0) <= mostCopies, pointer);
  }

  /**
   * Counts what the parts make, before any is compiled in place of its `use`, and begins anew to count what is made: proofs do not count. To be called when
   * all are noted, if there is no circle.
   */
  countUses(): void {
    this.#copies = 0;
    this.#characters = 0;
    const bySource = this.#usesBy(({ from }) => from && keyOf(from));
    const count = (key: string, level: number): number => {
      const known = this.#made.get(key);
      // Components do not nest deeper than 64 levels.
      if (known !== undefined || level > 64) return known ?? 0;
      const made = (bySource.get(key) ?? []).reduce((sum, { to }) => sum + 1 + count(keyOf(to), level + 1), 0);
      this.#made.set(key, made);
      return made;
    };
    for (const key of bySource.keys()) count(key, 0);
  }

  /** Counts the content of a definition or a slot before it is compiled once more. False: there is too much. */
  takeContent(content: unknown, pointer: string): boolean {
    const size = this.#sizes.get(content) ?? JSON.stringify(content).length;
    this.#sizes.set(content, size);
    this.#characters += size;
    return this.#hasRoom(this.#characters <= mostCharacters, pointer);
  }

  #hasRoom(hasRoom: boolean, pointer: string): boolean {
    // Components with bound numbers are compiled while rendering too, whose time is limited.
    if (hasRoom || this.#isCompiled) return true;
    if (this.#isFull) return false;
    this.#isFull = true;
    const limits = `${counted(mostCopies, 'component')}, or ${mostCharacters / 1_000_000} MB of them`;
    const message = `The definitions make more than ${limits}: each "use" makes those of its definition again. Print the elements of a list with a "repeat" around one "use".`;
    this.#report('error', 'too-many-components', pointer, message);
    return false;
  }

  /** Reports definitions that lead back to themselves, each circle at one of its uses. */
  reportCircles(): void {
    const bySource = this.#usesBy(({ from }) => from && keyOf(from));
    const done = new Set<string>();
    for (const start of bySource.keys()) {
      // Without recursion: a chain may have as many definitions as a template.
      const path: { readonly key: string; readonly name: string; next: number }[] = [];
      const placeOf = new Map<string, number>();
      const enter = (key: string, name: string) => {
        placeOf.set(key, path.length);
        path.push({ key, name, next: 0 });
      };
      if (!done.has(start)) enter(start, bySource.get(start)![0]!.from!.definition.name);
      for (let last = path.at(-1); last; last = path.at(-1)) {
        const use = bySource.get(last.key)?.[last.next++];
        if (!use) {
          path.pop();
          placeOf.delete(last.key);
          done.add(last.key);
          continue;
        }
        const key = keyOf(use.to);
        const place = placeOf.get(key);
        if (place !== undefined)
          this.#reportCircle(
            use,
            path.slice(place).map(({ name }) => name),
          );
        else if (!done.has(key)) enter(key, use.to.definition.name);
      }
    }
  }

  #usesBy<K>(keyFor: (use: NotedUse) => K | undefined): ReadonlyMap<K, readonly NotedUse[]> {
    const groups = new Map<K, NotedUse[]>();
    for (const use of this.#uses.values()) {
      const key = keyFor(use);
      if (key === undefined) continue;
      const group = groups.get(key);
      if (group) group.push(use);
      else groups.set(key, [use]);
    }
    return groups;
  }

  #reportCircle(use: NotedUse, names: readonly string[]): void {
    this.#hasCircle = true;
    const { name } = use.to.definition;
    const way = [...(names.length > 8 ? [...names.slice(0, 4), '…', ...names.slice(-3)] : names), name].join(' → ');
    const message = `The definition "${name}" would contain itself without end: ${way}. Take one of these uses out.`;
    this.#report('error', 'definition-circle', use.pointer, message);
  }

  /** Reports a `body` that has no place, and definitions that no page layout uses. To be called when the template is compiled. */
  reportUses(): void {
    this.#isCompiled = true;
    for (const { to, pointer, givesBody } of this.#uses.values()) {
      const { definition } = to;
      if (!givesBody || this.#takesBody(to)) continue;
      const message = `The definition "${definition.name}" has no { "slot": "body" }, so this "body" has no place in it.`;
      this.#report('error', 'no-slot', `${pointer}/body`, message);
    }
    const used = new Set<Definition>();
    const open = [...this.#uses.values()].filter(({ from }) => !from).map(({ to }) => to.definition);
    const bySource = this.#usesBy(({ from }) => from?.definition);
    for (let next = open.pop(); next; next = open.pop()) {
      if (used.has(next)) continue;
      used.add(next);
      open.push(...(bySource.get(next) ?? []).map(({ to }) => to.definition));
    }
    for (const definition of this.all) {
      if (used.has(definition)) continue;
      const message = `No page layout uses the definition "${definition.name}".`;
      this.#report('warning', 'unused-definition', definition.pointer, message);
    }
  }

  /** Whether content of a `use` has a place: a slot. A page layout without a body leaves it to its own definition, and at last to the `use`. */
  #takesBody({ definition, part }: PartOfDefinition): boolean {
    if (part === 'body') return definition.slots.has(part);
    const seen = new Set<Definition>();
    let at: Definition | undefined = definition;
    while (at && !seen.has(at)) {
      if (at.slots.has(part)) return true;
      if (at.page?.body !== undefined) return false;
      seen.add(at);
      at = this.#definitions.get(String(at.page?.use));
    }
    return true;
  }
}

const keyOf = ({ definition, part }: PartOfDefinition): string => `${part} ${definition.name}`;

function readDefinition(name: string, given: unknown): Definition {
  const { params, let: values, body, page, column } = isObject(given) ? given : {};
  const pointer = `/define${pointerStep(name)}`;
  return {
    name,
    pointer,
    params: readParams(params, `${pointer}/params`),
    isTyped: !Array.isArray(params),
    let: isObject(values) ? (values as Readonly<Record<string, string>>) : undefined,
    body,
    page: isObject(page) ? page : undefined,
    column: isObject(column) ? column : undefined,
    slots: new Set(),
    told: new Set(),
  };
}

function readParams(given: unknown, pointer: string): readonly DefinedParam[] {
  if (Array.isArray(given))
    return (given as readonly string[]).map((name, i) => ({
      name,
      pointer: `${pointer}/${i}`,
      schema: undefined,
      written: name,
    }));
  return Object.entries(isObject(given) ? given : {}).map(([name, written]) => {
    const schema = intoDataSchema(written as Schema);
    return { name, pointer: pointer + pointerStep(name), schema, written };
  });
}

/** How the schemas of params name the data schema. */
export const dataSchemaName = 'schema.json';

/** A schema whose references `schema.json#/…` are `#/…`, as they are inside of the data schema. */
function intoDataSchema<T>(schema: T): T {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(intoDataSchema) as T;
  const entries = Object.entries(schema).map(([name, member]) => {
    const isReference = name === '$ref' && typeof member === 'string' && member.startsWith(`${dataSchemaName}#`);
    return [name, isReference ? member.slice(dataSchemaName.length) : intoDataSchema(member)];
  });
  return Object.fromEntries(entries) as T;
}
