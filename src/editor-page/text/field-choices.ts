// The fields that a text can print at its place, in groups that people understand.
import { inWords } from '../../editing/field-names.ts';
import { bindingOf, type DataField, expressionOf, isPrinted } from '../../editing/fields.ts';
import { type ListedField, listFields } from '../../editing/list-fields.ts';
import { fieldWords, pageFields } from '../../editor-words/index.ts';
import type { Schema } from '../../json/schema-parts.ts';
import type { LocalName } from '../../live-pages/protocol.ts';

export interface FieldChoice {
  readonly group: string;
  readonly name: string;
  /** `customer.name` */
  readonly expression: string;
  /** With braces, and with the format that suits its type. */
  readonly binding: string;
}

/** `names`: of the elements around the text, and of `let`, outermost first. Those come first that are nearest. */
export function fieldChoices(schema: Schema, names: readonly LocalName[]): readonly FieldChoice[] {
  const local = names.toReversed().flatMap(({ name, schema: one }) => {
    const group = fieldWords.element(inWords([name]));
    const fields = listFields(one, schema).filter(({ lists }) => lists.length === 0);
    const printed = fields.filter(({ holdsOthers }) => !holdsOthers).map((field) => choiceOf(group, field, name));
    const whole: DataField = { path: [], schema: one, root: schema };
    return fields.length === 0 && isPrinted(one, schema) ? [choiceOf(group, whole, name), ...printed] : printed;
  });
  const ofData = listFields(schema, schema)
    .filter(({ lists, holdsOthers }) => lists.length === 0 && !holdsOthers)
    .map((field) => choiceOf(groupOf(field), field, undefined));
  const ofPages = Object.entries(pageFields).map(([expression, name]) => ({
    group: fieldWords.pages,
    name,
    expression,
    binding: `{{ ${expression} }}`,
  }));
  return [...local, ...ofData, ...ofPages];
}

/** The list or the object in which a field stands. */
export function groupOf({ path, lists }: ListedField): string {
  const list = lists.at(-1);
  if (list) return fieldWords.each(inWords(list.slice(-1)));
  return path.length > 1 ? inWords(path.slice(0, -1)) : fieldWords.ofDocument;
}

function choiceOf(group: string, field: DataField, element: string | undefined): FieldChoice {
  const { path } = field;
  const name = inWords([path.at(-1) ?? element ?? '']);
  return { group, name, expression: expressionOf(path, element), binding: bindingOf(field, element) };
}

/** Those that have all typed words in their names or paths. */
export function filterChoices(choices: readonly FieldChoice[], typed: string): readonly FieldChoice[] {
  const words = typed
    .toLowerCase()
    .split(/[\s{}]+/)
    .filter((word) => word !== '');
  return choices.filter(({ group, name, expression }) => {
    const whole = `${group} ${name} ${expression}`.toLowerCase();
    return words.every((word) => whole.includes(word));
  });
}
