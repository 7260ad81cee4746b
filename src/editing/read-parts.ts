// Reads the parts of a template by the schemas of its components: each member that holds components is a slot.
import type { JsonSchema } from '../contract/schema.ts';
import { componentMembers } from '../document/compile/template-schema.ts';
import type { ComponentDefinition } from '../document/components/component.ts';
import { componentSchema, definitionOf, typesOf } from '../document/components/registry.ts';
import { hasType } from '../document/template/check.ts';
import type { DefinitionPart } from '../document/template/definitions.ts';
import { partNames } from '../editor-words/index.ts';
import { isObject } from '../json/is-object.ts';
import { detailOf, nameOfBand, nameOfComponent, nameOfSlot } from './label.ts';
import { join } from './operations.ts';
import type { Part, PartKind, Slot, SlotKind } from './part.ts';

export type Template = Readonly<Record<string, unknown>>;

/** The parts of a template. */
export interface ReadTemplate {
  /** The template as it is written. */
  readonly written: Template;
  readonly pages: readonly Part[];
  /** The slots of a definition; empty: there is no such definition. Its parts are read only. */
  slotsOfDefinition(name: string, part: DefinitionPart): readonly Slot[];
}

/** Reads a template document, also one that does not compile: what fits no schema is an unknown part. `example`: the data that name the parts. */
export function readTemplate(written: Template, example?: unknown): ReadTemplate {
  const reader = new Reader(example);
  const { pages, define } = written;
  return {
    written,
    pages: Array.isArray(pages) ? pages.map((page, i) => reader.readPage(page, `/pages/${i}`, i)) : [],
    slotsOfDefinition(name, part) {
      const definition = isObject(define) && Object.hasOwn(define, name) ? define[name] : undefined;
      if (!isObject(definition)) return [];
      const at = join('/define', name);
      if (part === 'page') return isObject(definition.page) ? reader.readPage(definition.page, `${at}/page`, 0).slots : [];
      const { body, column } = componentMembers.define.additionalProperties.properties!;
      if (part === 'column') return reader.readSlots(column!, definition.column, `${at}/column`);
      return reader.readSlots({ properties: { body: body! } }, definition, at);
    },
  };
}

class Reader {
  readonly #example: unknown;

  constructor(example: unknown) {
    this.#example = example;
  }

  readPage(page: unknown, at: string, index: number): Part {
    const name = index === 0 ? partNames.page : `${partNames.page} ${index + 1}`;
    // The schema does not ask for a body, since a definition may have it.
    const needsBody = isObject(page) && page.use === undefined;
    const schema = { ...componentMembers.pages.items, required: needsBody ? ['body'] : [] };
    return this.#part({ at, kind: 'page', name, value: page, slots: this.readSlots(schema, page, at) });
  }

  /** The slots of an object, by its schema: headers first, footers last. */
  readSlots(schema: JsonSchema, value: unknown, at: string): readonly Slot[] {
    if (!isObject(value)) return [];
    const others = schema['x-needs-one'] ?? [];
    const isLeft = others.some((name) => name in value && name !== others[0]);
    const required = [...(schema.required ?? []), ...(isLeft ? [] : others.slice(0, 1))];
    const slots = membersWithComponents(schema.properties ?? {}).flatMap(([name, member]) =>
      this.#readMember(name, member, value[name], join(at, name), required.includes(name)),
    );
    const rank = ({ member }: Slot) => (member === 'header' ? 0 : member === 'footer' ? 2 : 1);
    return slots.toSorted((a, b) => rank(a) - rank(b));
  }

  #readMember(member: string, schema: JsonSchema, value: unknown, at: string, isRequired: boolean): readonly Slot[] {
    if (schema.$ref !== undefined) return [this.#readContent(member, schema.$ref, value, at, isRequired)];
    const forms = schema.oneOf ?? schema.anyOf;
    if (forms) {
      const form = forms.find(({ type }) => type !== undefined && typeof value === 'object' && hasType(type, value));
      return form ? this.#readMember(member, form, value, at, isRequired) : [];
    }
    const { items } = schema;
    if (items) return this.#readList(member, { ...schema, items }, value, at, isRequired);
    return schema.properties && value !== undefined ? this.readSlots(schema, value, at) : [];
  }

  /** A slot for one component or several. */
  #readContent(member: string, ref: string, value: unknown, at: string, isRequired: boolean): Slot {
    const form = value === undefined ? 'absent' : Array.isArray(value) ? 'list' : 'one';
    const given = value === undefined ? [] : Array.isArray(value) ? value : [value];
    const parts = given.map((one: unknown, i) => this.#readComponent(one, form === 'list' ? join(at, i) : at, kindOfRef(ref)));
    return this.#slot({ member, kind: 'component', form, isRequired, parts }, at);
  }

  #readList(
    member: string,
    schema: JsonSchema & { items: JsonSchema },
    value: unknown,
    at: string,
    isRequired: boolean,
  ): readonly Slot[] {
    const { items, minItems: least = 0, maxItems: most = Number.POSITIVE_INFINITY } = schema as ListSchema;
    const forms = items.oneOf ?? items.anyOf ?? [items];
    const ref = forms.find(({ $ref }) => $ref !== undefined)?.$ref;
    const objects = forms.find(({ type, properties }) => type === 'object' && properties && holdsComponents(properties));
    if (ref === undefined && !objects) return [];
    const given = Array.isArray(value) ? (value as readonly unknown[]) : [];
    const form = value === undefined ? 'absent' : 'list';
    if (value !== undefined && !Array.isArray(value)) return [];
    if (ref !== undefined && objects) return [this.#readBand(member, objects, given, at, form)];
    const kind = ref === undefined ? 'part' : kindOfRef(ref);
    if (kind === 'part' && form === 'absent') return [];
    const parts = given.map((one, i) =>
      objects ? this.#readPartOfList(objects, one, join(at, i), member) : this.#readComponent(one, join(at, i), kind),
    );
    return [this.#slot({ member, kind, form, isList: true, isRequired, least, most, parts }, at)];
  }

  /** A header or footer of a page layout: components for all pages, or variants that say their pages. */
  #readBand(member: string, schema: JsonSchema, given: readonly unknown[], at: string, form: Slot['form']): Slot {
    const isVariant = (one: unknown): one is Part['value'] & object =>
      isObject(one) && !('type' in one) && typesOf(one).length === 0 && ('body' in one || 'on' in one);
    if (given.some(isVariant)) {
      const parts = given.map((one, i) =>
        isVariant(one)
          ? this.#readPartOfList(schema, one, join(at, i), member)
          : this.#readComponent(one, join(at, i), 'component'),
      );
      return this.#slot({ member, kind: 'part', form, isList: true, parts }, at);
    }
    const components = given.map((one, i) => this.#readComponent(one, join(at, i), 'component'));
    const content = this.#slot({ member, kind: 'component', form, isList: true, parts: components }, at);
    if (form === 'absent') return content;
    const band = this.#part({ at, kind: 'band', name: nameOfBand(member, {}, 'all'), value: given, slots: [content] });
    return this.#slot({ member, kind: 'part', form: 'one', parts: [band] }, at);
  }

  /** An element of a list of objects that hold components: a column, a row, a pair, a band. */
  #readPartOfList(schema: JsonSchema, value: unknown, at: string, member: string): Part {
    const kind = kindOfPart(schema);
    const name = kind === 'band' ? nameOfBand(member, value, schema.properties?.on?.default) : partNames[kind];
    if (isObject(value)) return this.#part({ at, kind, name, value, slots: this.readSlots(schema, value, at) });
    const properties = Object.entries(schema.properties ?? {}).filter(([, one]) => one.$ref !== undefined);
    if (Array.isArray(value)) {
      const slots = value.flatMap((one: unknown, i) =>
        properties[i] ? [this.#readContent(properties[i][0], properties[i][1].$ref!, one, join(at, i), true)] : [],
      );
      return this.#part({ at, kind, name, value, slots });
    }
    const slots =
      typeof value === 'string' ? [this.#slot({ member: 'body', kind: 'component', form: 'short', parts: [] }, at)] : [];
    return this.#part({ at, kind, name, value, slots });
  }

  #readComponent(value: unknown, at: string, place: SlotKind): Part {
    const kind = place === 'cell' ? 'cell' : 'component';
    if (Array.isArray(value)) {
      const content = this.#readContent('stack', '#/$defs/components', value, at, true);
      return this.#part({ at, kind, type: 'stack', name: nameOfComponent('stack', kind), value, slots: [content] });
    }
    const definition = isObject(value) ? definitionOf(value) : undefined;
    const type = typeof value === 'string' ? 'text' : definition?.type;
    const slots = definition ? this.readSlots(wholeSchema(definition, value as Template), value, at) : [];
    return this.#part({ at, kind, type, name: nameOfComponent(type, kind), value, slots });
  }

  #part({
    at,
    slots,
    type,
    ...part
  }: Pick<Part, 'kind' | 'name' | 'value' | 'slots'> & { at: string; type?: string | undefined }): Part {
    const isReadOnly = !at.startsWith('/pages/');
    const detail = detailOf({ ...part, type }, this.#example);
    return { pointer: at, ...part, type, detail, isReadOnly, slots };
  }

  #slot(slot: Pick<Slot, 'member' | 'kind' | 'form' | 'parts'> & Partial<Slot>, at: string): Slot {
    const whole = { isList: false, isRequired: false, least: 0, most: Number.POSITIVE_INFINITY, ...slot };
    return { ...whole, pointer: at, name: nameOfSlot(slot.member) };
  }
}

/** The schema of a component. Labels, values and bodies are needed where a list of the data fills them. */
function wholeSchema(definition: ComponentDefinition, value: Template): JsonSchema {
  const { type } = definition;
  const schema = componentSchema(definition);
  const ofData = (type === 'list' || type === 'pairs') && typeof value[type] === 'string' ? ['body', 'label', 'value'] : [];
  return { ...schema, required: [...(schema.required ?? []), ...ofData] };
}

interface ListSchema {
  readonly items: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
}

type Members = readonly (readonly [name: string, schema: JsonSchema])[];
const knownMembers = new WeakMap<object, Members>();

/** The properties that may hold components. Few of the about sixty properties do. */
function membersWithComponents(properties: Readonly<Record<string, JsonSchema>>): Members {
  const known = knownMembers.get(properties);
  if (known) return known;
  const members = Object.entries(properties).filter(([, schema]) => mayHoldComponents(schema));
  knownMembers.set(properties, members);
  return members;
}

const mayHoldComponents = ({ $ref, oneOf, anyOf, items, properties = {} }: JsonSchema): boolean =>
  $ref !== undefined ||
  [...(oneOf ?? anyOf ?? []), ...(items ? [items] : []), ...Object.values(properties)].some(mayHoldComponents);

/** The name of the definition of a schema: `placedComponent`. `components` (one or several) is the same kind as `component`. */
const kindOfRef = (ref: string): SlotKind => {
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  return name === 'components' ? 'component' : (name as SlotKind);
};

const holdsComponents = (properties: Readonly<Record<string, JsonSchema>>): boolean =>
  Object.values(properties).some(mayHoldComponents);

/** What an element of a list is, by the properties that only such elements have. */
function kindOfPart({ properties = {} }: JsonSchema): Exclude<PartKind, 'page' | 'component' | 'cell'> {
  if (properties.cells) return 'row';
  if (properties.rowHeader) return 'column';
  if (properties.by) return 'group';
  if (properties.label && properties.value) return 'pair';
  return properties.on ? 'band' : 'part';
}
