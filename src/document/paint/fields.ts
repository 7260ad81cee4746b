// Writes form fields and the form that lists them (ISO 32000-2, 12.7).
import { type Alignment, alignments, toFieldFlags } from '../../pdf-file/acro-form/field-table.ts';
import { groupsOf } from '../layout/field-index.ts';
import type { FieldForm, FieldItem, PageItem } from '../layout/fragment.ts';
import type { Appearances } from './appearances.ts';
import { Canvas } from './canvas.ts';
import { colorOperators } from './color.ts';
import type { PageArea } from './marked-content.ts';
import { formatFactor, formatLength } from './number.ts';
import type { PdfSink } from './pdf-sink.ts';
import type { Structure } from './structure.ts';
import { formatName, formatTextString } from './text-string.ts';
import type { TypingFonts } from './typing-fonts.ts';

/** Where a field stands on its page. */
export interface FieldPlace {
  readonly area: PageArea;
  /** In degrees, counter-clockwise. */
  readonly angle: number;
  readonly page: { readonly id: number; readonly index: number };
}

/** A place of a field on a page: a widget annotation without its braces, and what the field adds to it. */
interface Widget {
  readonly id: number;
  readonly entries: string;
  readonly form: FieldForm;
  readonly looks: { readonly on: number; readonly off: number | undefined };
}

/** A field with one or more widgets. */
interface Field {
  readonly name: string;
  readonly form: FieldForm;
  /** Each button of a group, or one of them, says which is on. */
  value: string | undefined;
  readonly description: string;
  readonly widgets: Widget[];
}

export class Fields {
  readonly #sink: PdfSink;
  readonly #appearances: Appearances;
  readonly #structure: Structure | undefined;
  readonly #fonts: TypingFonts;
  readonly #fields = new Map<string, Field>();
  /** Names of groups, with the fields and groups in them. */
  readonly #groups = new Map<string, { readonly id: number; readonly kids: number[] }>();

  constructor(sink: PdfSink, appearances: Appearances, structure: Structure | undefined, fonts: TypingFonts) {
    this.#sink = sink;
    this.#appearances = appearances;
    this.#structure = structure;
    this.#fonts = fonts;
  }

  /** The document has fields. */
  get areThere(): boolean {
    return this.#fields.size > 0;
  }

  /** Adds a field, or a further place of one. Returns the id of its annotation. `paint` draws items onto a form. */
  add(item: FieldItem, place: FieldPlace, paint: (items: readonly PageItem[], canvas: Canvas) => void): number {
    const { name, form, description } = item;
    const known = this.#fields.get(name);
    const id = this.#sink.reserve();
    const looks = {
      on: this.#writeLook(item, place.angle, paint),
      off: form.button && this.#writeLook({ ...item, form: { ...form, look: [] } }, place.angle, paint),
    };
    const widget = { id, entries: this.#formatWidget(item, place, id), form, looks };
    if (known) {
      known.widgets.push(widget);
      known.value ??= form.value;
    } else this.#fields.set(name, { name, form, value: form.value, description, widgets: [widget] });
    if (form.typing) this.#fonts.use(form.typing.face, form.typing.font);
    for (const outer of groupsOf(name))
      if (!this.#groups.has(outer)) this.#groups.set(outer, { id: this.#sink.reserve(), kids: [] });
    return id;
  }

  #formatWidget({ description, form, tag }: FieldItem, { area, angle, page }: FieldPlace, id: number): string {
    const structure = this.#structure;
    // ISO 14289-1, 7.18.4: a field stands in a Form element, alone.
    const key = structure?.holdAnnotation(tag, 'Form', page.index, id);
    const said = formatTextString(form.button?.label ? `${description}: ${form.button.label}` : description);
    // PDF/UA-1 has the description in TU, PDF/UA-2 in Contents (ISO 14289-2, 8.10.2.3).
    return (
      `/Type/Annot/Subtype/Widget/TU${said}/Contents${said}/F 4/Rect[${area.map(formatLength).join(' ')}]/P ${page.id} 0 R` +
      `${angle === 0 || angle % 90 !== 0 || form.type === 'Sig' ? '' : `/MK<</R ${angle}>>`}${key === undefined ? '' : `/StructParent ${key}`}`
    );
  }

  #writeLook(
    { form, width, height }: FieldItem,
    angle: number,
    paint: (items: readonly PageItem[], canvas: Canvas) => void,
  ): number {
    const canvas = Canvas.ofForm(height);
    paint(form.look, canvas);
    const drawn = canvas.finish();
    // ISO 32000-2, 12.7.4.3: viewers put other text between these marks.
    const content = form.typing ? `/Tx BMC\nq\n${drawn}Q\nEMC\n` : drawn;
    return this.#appearances.write(content, { width, height }, angle);
  }

  /** Writes the fields and the form, and returns the id of the form; undefined: the document has no fields. */
  write(): number | undefined {
    if (!this.areThere) return undefined;
    const top: number[] = [];
    const kidsOf = (name: string): number[] => this.#groups.get(groupsOf(name).at(-1) ?? '')?.kids ?? top;
    for (const field of this.#fields.values()) kidsOf(field.name).push(this.#writeField(field));
    for (const [name, { id }] of this.#groups) kidsOf(name).push(id);
    for (const [name, { id, kids }] of this.#groups)
      this.#sink.writeObject(id, `<<${formatPartialName(name)}${this.#formatParent(name)}/Kids${formatReferences(kids)}>>`);
    const id = this.#sink.reserve();
    this.#sink.writeObject(id, `<</Fields${formatReferences(top)}${this.#fonts.format()}>>`);
    return id;
  }

  #writeField(field: Field): number {
    const { name, form, description, widgets } = field;
    const states = statesOf(widgets);
    const entries = `${formatPartialName(name)}${this.#formatParent(name)}${this.#formatValue(field, states)}`;
    const [only, ...others] = widgets;
    // The buttons of a group are always kids of their field.
    if (others.length === 0 && !form.flags.includes('radio')) {
      this.#sink.writeObject(only!.id, `<<${only!.entries}${entries}${formatLooks(only!, field, states)}>>`);
      return only!.id;
    }
    const id = this.#sink.reserve();
    for (const widget of widgets)
      this.#sink.writeObject(widget.id, `<<${widget.entries}/Parent ${id} 0 R${formatLooks(widget, field, states)}>>`);
    const kids = formatReferences(widgets.map((widget) => widget.id));
    this.#sink.writeObject(id, `<<${entries}/TU${formatTextString(description)}/Kids${kids}>>`);
    return id;
  }

  #formatParent(name: string): string {
    const group = this.#groups.get(groupsOf(name).at(-1) ?? '');
    return group ? `/Parent ${group.id} 0 R` : '';
  }

  #formatValue({ form, value, widgets }: Field, states: States): string {
    const { type, flags, maxLength, options, firstOption, typing } = form;
    const isGroup = flags.includes('radio');
    const all = isGroup && hasTwins(widgets) ? [...flags, 'radiosInUnison' as const] : flags;
    const bits = toFieldFlags(all);
    const start = `/FT/${type}${bits === 0 ? '' : `/Ff ${bits}`}`;
    if (type === 'Sig') return start;
    if (form.button) return `${start}/V${formatState(value, states)}${states.options}`;
    const chosen = options?.findIndex((option) => option.value === value) ?? -1;
    const isList = type === 'Ch' && !flags.includes('combo');
    return (
      `${start}${value === undefined ? '' : `/V${formatTextString(value)}`}${maxLength === undefined ? '' : `/MaxLen ${maxLength}`}` +
      `${options ? `/Opt[${options.map(formatOption).join('')}]` : ''}${isList && chosen >= 0 ? `/I[${chosen}]` : ''}${firstOption === undefined ? '' : `/TI ${firstOption}`}` +
      `${typing ? this.#formatTyping(typing) : ''}`
    );
  }

  #formatTyping({ face, font, size, color, align }: NonNullable<FieldForm['typing']>): string {
    const name = this.#fonts.use(face, font);
    const appearance = `${formatName(name)} ${formatFactor(size)} Tf ${colorOperators(color).fill.trim()}`;
    return `/DA${formatTextString(appearance)}${formatAlignment(align)}`;
  }
}

const formatPartialName = (name: string): string => `/T${formatTextString(name.slice(name.lastIndexOf('.') + 1))}`;
const formatReferences = (ids: readonly number[]): string => `[${ids.map((id) => `${id} 0 R`).join(' ')}]`;
const formatOption = ({ value, label }: { readonly value: string; readonly label: string }): string =>
  value === label ? formatTextString(value) : `[${formatTextString(value)}${formatTextString(label)}]`;
const formatAlignment = (align: Alignment): string => (align === 'left' ? '' : `/Q ${alignments.indexOf(align)}`);

/** How the states of the buttons of a field are called. */
interface States {
  readonly names: ReadonlyMap<string, string>;
  /** The values that the names stand for, if they differ from the names. */
  readonly options: string;
}

/** The options themselves, unless not all viewers read them as names: then numbers, for which Opt has the options, one for each widget (ISO 32000-2, table 230). */
function statesOf(widgets: readonly Widget[]): States {
  const options = widgets.flatMap(({ form }) => form.button?.option ?? []);
  const arePlain = options.every((option) => /^[\x21-\x7e]+$/.test(option) && option !== 'Off');
  if (arePlain) return { names: new Map(options.map((option) => [option, option])), options: '' };
  const names = new Map<string, string>();
  for (const [i, option] of options.entries()) if (!names.has(option)) names.set(option, String(i));
  return { names, options: `/Opt[${options.map(formatTextString).join('')}]` };
}

const formatState = (option: string | undefined, { names }: States): string =>
  formatName((option === undefined ? undefined : names.get(option)) ?? 'Off');

const hasTwins = (widgets: readonly Widget[]): boolean =>
  new Set(widgets.map(({ form }) => form.button?.option)).size < widgets.length;

function formatLooks({ form: { button }, looks }: Widget, { value }: Field, states: States): string {
  if (!button) return `/AP<</N ${looks.on} 0 R>>`;
  const isOn = button.option === value;
  const on = formatState(button.option, states);
  return `/AS${isOn ? on : '/Off'}/AP<</N<<${on} ${looks.on} 0 R/Off ${looks.off} 0 R>>>>`;
}
