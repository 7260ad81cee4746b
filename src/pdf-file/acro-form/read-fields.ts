// Reads the fields of a form (ISO 32000-2, 12.7): their full names, what they inherit, their values and options, and the widgets that show them.
import { grouped } from '../../words/counts.ts';
import { asDict, Dict, decodeName, decodeText, Name, Ref, Stream, Text, UnreadablePdf, type Value } from '../objects.ts';
import type { PdfFile } from '../open-pdf.ts';
import type { PdfPage } from '../pages.ts';
import { type FieldKind, fieldKindOf, hasFieldFlag, inheritedEntries } from './field-table.ts';

export interface FieldOption {
  /** The export value. */
  readonly value: string;
  /** The text that a person sees, if it differs. */
  readonly label?: string;
  /** The appearance state of a check box or radio button that has another export value. */
  readonly state?: string;
}

/** In the form in which data give it to a field. Null: the field is empty. */
export type FieldValue = string | boolean | readonly string[] | null;

/** A widget, which shows its field on a page. It may be the dictionary of the field. */
export interface Widget {
  readonly dict: Dict;
  /** Undefined: the widget is no indirect object. */
  readonly ref: Ref | undefined;
  /** From 1. Undefined: no page lists the widget. */
  readonly page: number | undefined;
  /** Entries of the widget, the field and the fields above. */
  readonly inherited: ReadonlyMap<string, Value>;
  /** The state in which a check box or radio button is on; undefined for other fields. Its appearance may be missing. */
  readonly state: string | undefined;
}

/** A dictionary that holds the value of a field. */
export interface FieldNode {
  readonly dict: Dict;
  readonly ref: Ref | undefined;
  readonly inherited: ReadonlyMap<string, Value>;
}

export interface FormField {
  /** The full name: the partial names of the fields above and its own, joined by dots. */
  readonly name: string;
  readonly kind: FieldKind;
  /** Ff: the flags of the field, a bit each. */
  readonly flags: number;
  /** TU: what the field asks for, in words. */
  readonly label: string | undefined;
  readonly value: FieldValue;
  readonly options: readonly FieldOption[];
  /** MaxLen. */
  readonly maxLength: number | undefined;
  /** More than one if the form repeats a field in place of its widget. */
  readonly nodes: readonly FieldNode[];
  readonly widgets: readonly Widget[];
}

export interface Form {
  readonly dict: Dict;
  readonly ref: Ref | undefined;
  /** In the order in which the pages list their widgets. */
  readonly fields: readonly FormField[];
}

const maxDepth = 100;
/** Most fields with their widgets. */
const maxNodes = 100_000;
/** Most characters of names, values and options. Fields may inherit long ones. */
const maxCharacters = 100_000_000;

/** Undefined: the file has no form. Raises UnreadablePdf for more than a form may ask for. */
export function readForm({ catalog }: Pick<PdfFile, 'catalog'>, pages: readonly PdfPage[]): Form | undefined {
  const dict = catalog.dict('AcroForm');
  if (!dict) return undefined;
  const raw = catalog.raw('AcroForm');
  return { dict, ref: raw instanceof Ref ? raw : undefined, fields: new FieldReader(pages).read(dict) };
}

interface OpenField {
  name: string;
  kind: FieldKind;
  nodes: FieldNode[];
  widgets: Widget[];
}

class FieldReader {
  /** Where the pages list each annotation. `place`: among those of all pages. */
  readonly #listed = new Map<Dict, { readonly page: number; readonly place: number }>();
  readonly #fields: OpenField[] = [];
  readonly #byName = new Map<string, OpenField>();
  readonly #seen = new Set<Dict>();
  readonly #options = new WeakMap<object, readonly FieldOption[]>();
  #charactersLeft = maxCharacters;

  constructor(pages: readonly PdfPage[]) {
    for (const { dict, number } of pages)
      for (const value of dict.list('Annots')) {
        const annotation = asDict(value);
        if (annotation) this.#listed.set(annotation, { page: number, place: this.#listed.size });
      }
  }

  read(form: Dict): readonly FormField[] {
    const defaults = new Map<string, Value>();
    for (const name of ['DA', 'Q']) if (form.has(name)) defaults.set(name, form.get(name));
    for (const raw of form.rawItems('Fields')) this.#walk(form, raw, { above: '', inherited: defaults, depth: 1 });
    return this.#fields
      .map((field) => [this.#placeOf(field), field] as const)
      .sort(([a], [b]) => a - b)
      .map(([, field]) => this.#close(field));
  }

  /** Fields that no page shows come last. */
  #placeOf({ widgets }: OpenField): number {
    return widgets.reduce((first, { dict }) => Math.min(first, this.#listed.get(dict)?.place ?? first), Number.MAX_SAFE_INTEGER);
  }

  #walk(
    holder: Dict,
    raw: Value,
    { above, inherited, depth }: { readonly above: string; readonly inherited: FieldNode['inherited']; readonly depth: number },
  ): void {
    const dict = asDict(holder.resolve(raw));
    if (!dict || this.#seen.has(dict)) return;
    if (depth > maxDepth) throw new UnreadablePdf(`nests its form fields more than ${maxDepth} deep`);
    this.#count(dict);
    const partialName = dict.text('T');
    const name = partialName === undefined ? above : above === '' ? partialName : `${above}.${partialName}`;
    this.#takeCharacters(name.length);
    const ref = raw instanceof Ref ? raw : undefined;
    const node: FieldNode = { dict, ref, inherited: inherit(dict, inherited) };
    const widgets: (readonly [Dict, Value])[] = [];
    const inner: Value[] = [];
    for (const kid of dict.rawItems('Kids')) {
      const one = asDict(dict.resolve(kid));
      if (!one || this.#seen.has(one)) continue;
      if (one.has('T') || one.has('Kids')) inner.push(kid);
      else widgets.push([one, kid]);
    }
    if (inner.length === 0 || widgets.length > 0) this.#add(name, node, widgets);
    for (const kid of inner) this.#walk(dict, kid, { above: name, inherited: node.inherited, depth: depth + 1 });
  }

  #count(dict: Dict): void {
    this.#seen.add(dict);
    if (this.#seen.size > maxNodes) throw new UnreadablePdf(`has more than ${grouped(maxNodes)} form fields`);
  }

  #takeCharacters(count: number): void {
    this.#charactersLeft -= count;
    if (this.#charactersLeft < 0)
      throw new UnreadablePdf(`has more than ${maxCharacters / 1e6} MB of names, values and options of form fields`);
  }

  #add(name: string, node: FieldNode, kids: readonly (readonly [Dict, Value])[]): void {
    const type = node.inherited.get('FT');
    const kind = fieldKindOf(type instanceof Name ? type.name : undefined, flagsOf(node));
    if (!kind) return;
    let field = this.#byName.get(name);
    if (field?.kind !== kind) {
      field = { name, kind, nodes: [], widgets: [] };
      this.#fields.push(field);
      this.#byName.set(name, field);
    }
    field.nodes.push(node);
    if (kids.length === 0 && node.dict.has('Rect')) field.widgets.push(this.#toWidget(node));
    for (const [dict, raw] of kids) {
      if (this.#seen.has(dict)) continue;
      this.#count(dict);
      if (!dict.has('Rect')) continue;
      const ref = raw instanceof Ref ? raw : undefined;
      field.widgets.push(this.#toWidget({ dict, ref, inherited: inherit(dict, node.inherited) }));
    }
  }

  #toWidget({ dict, ref, inherited }: FieldNode): Widget {
    return { dict, ref, inherited, page: this.#listed.get(dict)?.page, state: undefined };
  }

  #close({ name, kind, nodes, widgets: listed }: OpenField): FormField {
    const node = nodes[0]!;
    const isButton = kind === 'checkbox' || kind === 'radio';
    const widgets = isButton
      ? listed.map((one, i) => ({ ...one, state: findOnState(one.dict) ?? (kind === 'radio' ? String(i) : 'Yes') }))
      : listed;
    const flags = flagsOf(node);
    const options = kind === 'dropdown' || kind === 'list' ? this.#choices(node) : this.#states(kind, node, widgets);
    const maxLength = node.inherited.get('MaxLen');
    const value = this.#readValue(kind, flags, node, options);
    return {
      name,
      kind,
      flags,
      label: node.dict.text('TU') ?? widgets[0]?.dict.text('TU'),
      value,
      options,
      maxLength: typeof maxLength === 'number' && maxLength > 0 ? maxLength : undefined,
      nodes,
      widgets,
    };
  }

  /** Options as texts, or as pairs of an export value and a text (table 234). */
  #choices({ dict, inherited }: FieldNode): readonly FieldOption[] {
    const list = inherited.get('Opt');
    if (!Array.isArray(list)) return [];
    let options = this.#options.get(list);
    if (!options) {
      options = list.flatMap((raw): FieldOption[] => {
        const one = dict.resolve(raw);
        if (!Array.isArray(one)) {
          const value = toText(one);
          return value === undefined ? [] : [{ value }];
        }
        const [value, label] = one.map((part) => toText(dict.resolve(part)));
        if (value === undefined) return [];
        return [label === undefined || label === value ? { value } : { value, label }];
      });
      this.#options.set(list, options);
    }
    this.#takeCharacters(options.reduce((sum, { value, label = '' }) => sum + value.length + label.length + 1, 0));
    return options;
  }

  /** The states of check boxes and radio buttons. Opt gives a widget another export value (table 230). */
  #states(kind: FieldKind, { dict, inherited }: FieldNode, widgets: readonly Widget[]): readonly FieldOption[] {
    if (kind !== 'checkbox' && kind !== 'radio') return [];
    const list = inherited.get('Opt');
    const byValue = new Map<string, FieldOption>();
    for (const [i, { state }] of widgets.entries()) {
      if (state === undefined) continue;
      const named = Array.isArray(list) ? toText(dict.resolve(list[i])) : undefined;
      const shown = decodeName(state);
      const value = named ?? shown;
      this.#takeCharacters(value.length);
      if (!byValue.has(value)) byValue.set(value, value === state ? { value } : { value, state });
    }
    return [...byValue.values()];
  }

  #readValue(kind: FieldKind, flags: number, { dict, inherited }: FieldNode, options: readonly FieldOption[]): FieldValue {
    const raw = inherited.get('V') ?? null;
    if (kind === 'signature' || kind === 'button') return null;
    if (kind === 'checkbox' || kind === 'radio') {
      const state = raw instanceof Name ? raw.name : 'Off';
      const isOff = state === 'Off' || (state === '' && !options.some((one) => one.value === ''));
      if (isOff) return kind === 'checkbox' ? false : null;
      if (kind === 'checkbox' && options.length < 2) return true;
      return options.find((one) => (one.state ?? one.value) === state)?.value ?? decodeName(state);
    }
    const texts = (Array.isArray(raw) ? raw : [raw]).flatMap((one) => toText(dict.resolve(one)) ?? []);
    this.#takeCharacters(texts.reduce((sum, text) => sum + text.length, 0));
    if (kind === 'list' && hasFieldFlag(flags, 'multiSelect')) return texts;
    return texts[0] ?? null;
  }
}

/** A field's entries, besides those that it inherits. */
function inherit(dict: Dict, above: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  let all: Map<string, Value> | undefined;
  for (const name of inheritedEntries) {
    const own = dict.get(name);
    if (own === null) continue;
    all ??= new Map(above);
    all.set(name, own);
  }
  return all ?? above;
}

function flagsOf({ inherited }: FieldNode): number {
  const flags = inherited.get('Ff');
  return typeof flags === 'number' ? flags : 0;
}

/** Text of a text string, of a name, or of a stream of a long text (table 226). */
function toText(value: Exclude<Value, Ref>): string | undefined {
  if (value instanceof Text) return decodeText(value.bytes);
  if (value instanceof Name) return decodeName(value.name);
  if (typeof value === 'number') return String(value);
  if (!(value instanceof Stream)) return undefined;
  const bytes = value.decode();
  return bytes && decodeText(bytes);
}

function findOnState(widget: Dict): string | undefined {
  const appearance = widget.dict('AP');
  for (const name of ['N', 'D']) {
    const states = appearance?.get(name);
    if (!(states instanceof Dict)) continue;
    const on = [...states.entries.keys()].find((state) => state !== 'Off');
    if (on !== undefined) return on;
  }
  const state = widget.name('AS') ?? 'Off';
  return state === 'Off' ? undefined : state;
}
