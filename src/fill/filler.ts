// Sets the values of fields, and makes appearances that show them.
import { type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef, PDFString } from '@cantoo/pdf-lib';
import type { Breach } from '../contract/errors.ts';
import { hasFieldFlag } from '../pdf-file/acro-form/field-table.ts';
import type { Form, FormField, Widget } from '../pdf-file/acro-form/read-fields.ts';
import { Dict, type Ref, Stream, UnreadablePdf } from '../pdf-file/objects.ts';
import { readBox } from '../pdf-file/pages.ts';
import type { NewValue } from './check-values.ts';
import { type DrawTools, drawButton, drawText, type ShownValue } from './draw-field.ts';
import { CharactersMissing } from './form-fonts.ts';
import { type FormUpdate, nameOf, textOf, toArray, toPdfRef } from './form-update.ts';

export interface FillWarning {
  /** Undefined: the warning is about the whole form. */
  readonly field?: string;
  readonly message: string;
}

/** Sets values and makes appearances. */
export class Filler {
  readonly breaches: Breach[] = [];
  readonly warnings: FillWarning[] = [];
  /** The appearances that were made, by widget. */
  readonly shown = new Map<Widget, PDFRef>();
  /** The resources of all new appearances. */
  readonly resources: PDFRef;
  hasAllLooks = true;
  readonly #update: FormUpdate;
  readonly #tools: DrawTools;
  readonly #isOutdated: boolean;
  readonly #willFlatten: boolean;
  readonly #places: ReadonlyMap<FormField, string>;

  constructor(
    { dict }: Form,
    update: FormUpdate,
    tools: DrawTools,
    { places, flatten }: { readonly places: ReadonlyMap<FormField, string>; readonly flatten: boolean },
  ) {
    this.#places = places;
    this.#update = update;
    this.#tools = tools;
    this.#isOutdated = dict.boolean('NeedAppearances') === true;
    this.#willFlatten = flatten;
    this.resources = PDFRef.of(update.reserve());
  }

  async fill(field: FormField, value: NewValue | undefined): Promise<void> {
    if (field.kind === 'signature') return;
    if (value) this.#setValue(field, value);
    if (value && field.widgets.some(({ dict }) => !readBox(dict, dict.get('Rect'))))
      this.warnings.push({
        field: field.name,
        message: 'has a damaged place (Rect) in the form, where nothing of its value is seen',
      });
    if (field.kind === 'checkbox' || field.kind === 'radio') this.#showStates(field, value);
    else await this.#showText(field, value);
  }

  #setValue(field: FormField, value: NewValue): void {
    const own = new Set<Dict>();
    for (const node of field.nodes) {
      own.add(node.dict);
      const dict = this.#change(field, node.ref);
      for (const [name, entry] of valueEntries(field, value, this.#update.context)) {
        if (entry) dict.set(PDFName.of(name), entry);
        else dict.delete(PDFName.of(name));
      }
    }
    for (const { dict, ref } of field.widgets)
      if (!own.has(dict) && dict.has('V')) this.#change(field, ref).delete(PDFName.of('V'));
  }

  #change({ name }: FormField, ref: Ref | undefined): PDFDict {
    if (ref) return this.#update.change(toPdfRef(ref));
    throw new UnreadablePdf(
      `is damaged: its field ${JSON.stringify(name)} is no object of its own, so it cannot be changed. Save the form anew with the program that made it`,
    );
  }

  #showStates(field: FormField, value: NewValue | undefined): void {
    const chosen = value?.kind === 'chosen' ? value.options[0] : undefined;
    const state = chosen && (chosen.state ?? chosen.value);
    for (const widget of field.widgets) {
      const normal = widget.dict.dict('AP')?.get('N');
      const isDrawn = normal instanceof Dict && normal.stream(widget.state!) !== undefined;
      if (value) {
        const isOn = state !== undefined && isSame(widget.state!, state);
        this.#change(field, widget.ref).set(PDFName.of('AS'), isOn ? nameOf(widget.state!) : PDFName.of('Off'));
      }
      if (isDrawn || !(value || this.#isOutdated || this.#willFlatten)) continue;
      const drawn = drawButton(field, widget);
      if (!drawn) continue;
      const [on, off] = [drawn.on, drawn.off].map((content) => this.#update.addStream(drawn.entries, content));
      const states = PDFDict.withContext(this.#update.context);
      states.set(nameOf(widget.state!), on!);
      states.set(PDFName.of('Off'), off!);
      const dict = this.#change(field, widget.ref);
      this.#setLook(dict, states);
      if (!dict.has(PDFName.of('AS'))) dict.set(PDFName.of('AS'), PDFName.of('Off'));
    }
  }

  async #showText(field: FormField, value: NewValue | undefined): Promise<void> {
    for (const widget of field.widgets) {
      const isDrawn = widget.dict.dict('AP')?.get('N') instanceof Stream;
      const isButton = field.kind === 'button';
      if (isButton ? isDrawn || !(this.#isOutdated || this.#willFlatten) : !value && isDrawn && !this.#isOutdated) continue;
      try {
        const drawn = await drawText(field, widget, showValue(field, value, widget), this.#tools);
        if (!drawn) continue;
        const look = this.#update.addStream(`${drawn.entries}/Resources ${this.resources}`, drawn.content);
        this.shown.set(widget, look);
        this.#setLook(this.#change(field, widget.ref), look);
        if (drawn.isCut)
          this.warnings.push({ field: field.name, message: 'is longer than its place, so that its end is not seen' });
      } catch (error) {
        if (!(error instanceof CharactersMissing)) throw error;
        this.#tellMissing(field, value, error.message);
      }
    }
  }

  /** A value that the form has already may stay without an appearance, which viewers then make. */
  #tellMissing(field: FormField, value: NewValue | undefined, message: string): void {
    if (!value && !this.#willFlatten) {
      this.hasAllLooks = false;
      this.warnings.push({ field: field.name, message });
      return;
    }
    const path = this.#places.get(field);
    const told = path === undefined ? `The value of the field ${JSON.stringify(field.name)} ${message}` : message;
    this.breaches.push({ path: path ?? '', message: told, keyword: 'missing-glyph', params: {}, schemaPath: '' });
  }

  /** PDF/A allows the normal appearance only, and the others would show another value. */
  #setLook(widget: PDFDict, normal: PDFObject): void {
    const appearance = PDFDict.withContext(this.#update.context);
    appearance.set(PDFName.of('N'), normal);
    widget.set(PDFName.of('AP'), appearance);
  }
}

const isSame = (state: string, wanted: string): boolean =>
  state === wanted || Buffer.from(wanted, 'utf8').toString('latin1') === state;

/** The entries of a field for a value. Undefined: the entry goes. */
function valueEntries(
  field: FormField,
  value: NewValue,
  context: PDFContext,
): readonly (readonly [name: string, value: PDFObject | undefined])[] {
  if (value.kind === 'text')
    return [
      ['V', toText(value.text)],
      ['RV', undefined],
    ];
  const { options } = value;
  const [first] = options;
  if (field.kind === 'checkbox' || field.kind === 'radio') {
    const wanted = first && (first.state ?? first.value);
    const state = wanted === undefined ? undefined : field.widgets.find((one) => isSame(one.state!, wanted))?.state;
    return [['V', state === undefined ? PDFName.of('Off') : nameOf(state)]];
  }
  const texts = options.map((one) => toText(one.value));
  const chosen = new Set(options);
  const places = field.options.flatMap((one, i) => (chosen.has(one) ? [PDFNumber.of(i)] : []));
  const isListed = field.kind === 'list' && places.length > 0;
  return [
    ['V', texts.length > 1 ? toArray(texts, context) : texts[0]],
    ['I', isListed ? toArray(places, context) : undefined],
  ];
}

const toText = (text: string): PDFObject =>
  /^[\x20-\x7e]*$/.test(text) ? PDFString.of(text.replace(/[\\()]/g, '\\$&')) : textOf(text);

/** What the field shows with its new value, or with the value that it has. */
function showValue(field: FormField, value: NewValue | undefined, widget: Widget): ShownValue {
  if (field.kind === 'button') return { text: widget.dict.dict('MK')?.text('CA') ?? '' };
  if (field.kind === 'text') {
    if (hasFieldFlag(field.flags, 'password')) return { text: '' };
    return { text: value?.kind === 'text' ? value.text : String(field.value ?? '').replace(/\r\n?/g, '\n') };
  }
  const current = Array.isArray(field.value)
    ? (field.value as readonly string[])
    : field.value === null
      ? []
      : [String(field.value)];
  const labelOf = (text: string) => field.options.find((one) => one.value === text)?.label ?? text;
  const chosen = value?.kind === 'chosen' ? value.options.map((one) => one.value) : current;
  if (field.kind === 'dropdown') return { text: chosen.length > 0 ? labelOf(chosen[0]!) : '' };
  const top = widget.inherited.get('TI');
  const on = new Set(chosen);
  const rows = field.options.map((one) => ({ text: one.label ?? one.value, isOn: on.has(one.value) }));
  return { text: '', list: { rows, top: typeof top === 'number' && top > 0 ? Math.floor(top) : 0 } };
}
