// The fields of a document by their names, which decide what may stand beside what (ISO 32000-2, 12.7.4.2).
import { quoteText } from '../../words/show-json.ts';
import type { FieldForm, FieldItem, LinkSource } from './fragment.ts';

/** A fault of a field, which only shows when all of them are known. */
export interface FieldFault {
  readonly code: 'field-dropped' | 'field-value';
  readonly source: LinkSource;
  /** From 1. */
  readonly page: number;
  readonly message: string;
}

/** A field that stands in one or more places. */
interface Field {
  readonly form: FieldForm;
  /** Each button of a group, or one of them, says which is on. */
  value: string | undefined;
  /** Where it stands first: the page, from 1, and the component. */
  readonly page: number;
  readonly source: LinkSource;
  /** The options of its buttons. */
  readonly options: Set<string | undefined>;
  /** The components that its places come of. */
  readonly components: Set<string>;
}

export class FieldIndex {
  readonly #fields = new Map<string, Field>();
  readonly #groups = new Set<string>();
  readonly #dropped: FieldFault[] = [];

  /** Notes a field on a page from 1, turned clockwise by an angle in degrees. False: it has to be left out. */
  add(item: FieldItem, page: number, angle: number): boolean {
    const { name, form, source } = item;
    const known = this.#fields.get(name);
    const reason = (known ? whyNotAgain(known, item) : this.#whyNotThere(name)) ?? whyNotTurned(form, angle);
    if (reason !== undefined) {
      this.#dropped.push({ code: 'field-dropped', source, page, message: `${reason}. This one is left out.` });
      return false;
    }
    const field: Field = known ?? { form, value: undefined, page, source, options: new Set(), components: new Set() };
    this.#fields.set(name, field);
    field.value ??= form.value;
    field.options.add(form.button?.option);
    field.components.add(source.component);
    for (const outer of groupsOf(name)) this.#groups.add(outer);
    return true;
  }

  /** When all fields are there. */
  faults(): readonly FieldFault[] {
    return [...this.#dropped, ...[...this.#fields].flatMap(([name, field]) => valueFault(name, field) ?? [])];
  }

  /** Why no field can have this name. */
  #whyNotThere(name: string): string | undefined {
    const fields = groupsOf(name).find((group) => this.#fields.has(group));
    if (fields !== undefined) return `${quoteText(fields)} is a field already, so it cannot be a group`;
    return this.#groups.has(name) ? `${quoteText(name)} is a group of fields already` : undefined;
  }
}

/** The names of the groups around a field, from the outside in. */
export function groupsOf(name: string): string[] {
  const steps = name.split('.');
  return steps.slice(1).map((_, i) => steps.slice(0, i + 1).join('.'));
}

/** Why a field cannot appear in another place. Undefined: the place is allowed. */
function whyNotAgain(field: Field, { name, form: again, isRepeated, source }: FieldItem): string | undefined {
  const { form, value, options, components } = field;
  const called = quoteText(name);
  const isGroup = form.flags.includes('radio');
  if (again.type === 'Sig' || form.type === 'Sig') return `Another field is called ${called} already`;
  if (!hasSameSettings(form, again)) return `Another field is called ${called}, with another kind, value or settings`;
  if (isGroup && value !== undefined && again.value !== undefined && value !== again.value)
    return `Another button of ${called} says that the value is ${quoteText(value)}, and this one ${quoteText(again.value)}`;
  if (isRepeated) return undefined;
  if (isGroup && options.has(again.button!.option))
    return `Another button of ${called} has the option ${quoteText(again.button!.option)}`;
  // The buttons of a group may come of one component that repeats.
  if (isGroup || !components.has(source.component)) return undefined;
  return `Its component repeats, and all of its fields would be called ${called}. Use a binding in the name, such as ${quoteText(`${name}{{ loop.index }}`)}`;
}

/** Each button of a group has an option of its own, and need not say the value of the group. */
function hasSameSettings(one: FieldForm, other: FieldForm): boolean {
  const isGroup = one.flags.includes('radio');
  const [options = [], others = []] = [one.options, other.options];
  return (
    one.type === other.type &&
    one.flags.join() === other.flags.join() &&
    (isGroup || (one.value === other.value && one.button?.option === other.button?.option)) &&
    one.maxLength === other.maxLength &&
    options.length === others.length &&
    options.every(({ value, label }, i) => value === others[i]!.value && label === others[i]!.label)
  );
}

/** Viewers write in fields that are turned by quarters. */
function whyNotTurned({ typing }: FieldForm, angle: number): string | undefined {
  if (!typing || angle % 90 === 0) return undefined;
  return `It is turned by ${Math.round(angle)} degrees, and viewers write in fields that are turned by 90, 180 or 270 degrees only`;
}

function valueFault(name: string, { form, value, page, source, options }: Field): FieldFault | undefined {
  if (!form.flags.includes('radio') || value === undefined || options.has(value)) return undefined;
  const message = `No button of ${quoteText(name)} has the option ${quoteText(value)}, which is its value: no button is on.`;
  return { code: 'field-value', source, page, message };
}
