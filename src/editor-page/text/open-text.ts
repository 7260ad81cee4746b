// Opens the text of a part for writing in place, and closes it. All that is written while it is open is one step of the history.
import { inWords } from '../../editing/field-names.ts';
import { bindingOf, elementAt } from '../../editing/fields.ts';
import type { Part } from '../../editing/index.ts';
import type { ListedField } from '../../editing/list-fields.ts';
import { setTextOfPart, textOfPart } from '../../editing/part-text.ts';
import { screen, steps, textWords } from '../../editor-words/index.ts';
import { type Schema, saysNothing } from '../../json/schema-parts.ts';
import type { EditorModel } from '../editor-model.ts';
import { sheetOfText } from './text-place.ts';

/**
 * Opens the text of a part. `sheet`: where a person has pointed at it; undefined: on the first sheet that has a place for it. `isNew`: all of it is selected. Says so if the
 * part has no text.
 */
export function openText(model: EditorModel, part: Part | undefined, sheet?: number, isNew = false): void {
  if (!part || model.isOver.value) return;
  if (model.versions.conflict.value) {
    model.words.value = screen.choosing;
    return;
  }
  if (textOfPart(part) === undefined) {
    model.words.value = part.isReadOnly ? textWords.readOnly : textWords.noText;
    return;
  }
  closeText(model);
  model.select(part.pointer);
  const { serial } = model.textState.peek();
  model.textState.value = { serial: serial + 1, pointer: part.pointer, sheet: sheet ?? sheetOfText(model, part, isNew), isNew };
}

const gestureOf = (model: EditorModel): string => `text ${model.textState.peek().serial}`;

/** Takes the text as it is written so far. */
export function writeText(model: EditorModel, text: string): void {
  const part = model.textPart.value;
  if (part && text !== textOfPart(part))
    model.do((tree) => setTextOfPart(tree, part, text), { title: steps.text, gesture: gestureOf(model) }, true);
}

/** Closes the text. `isKept`: false takes back what was written. */
export function closeText(model: EditorModel, isKept = true): void {
  if (model.textState.peek().pointer === undefined) return;
  const isWritten = model.history.value.done.at(-1)?.gesture === gestureOf(model);
  model.closeText();
  if (isWritten && !isKept) {
    model.undo();
    model.words.value = textWords.takenBack;
  }
}

/** Writes a field into the open text, or at the end of the text of a part. Default: the selected part. */
export function insertFieldInto(model: EditorModel, field: ListedField, part = model.part.value): void {
  if (!part || textOfPart(part) === undefined) {
    model.words.value = textWords.openFirst;
    return;
  }
  const binding = bindingFor(model, field, part);
  if (binding === undefined) {
    model.words.value = textWords.notHere;
    return;
  }
  if (model.insertIntoText && part === model.textPart.value) model.insertIntoText(binding);
  else if (model.do((tree) => setTextOfPart(tree, part, textOfPart(part)! + binding), { title: steps.text }))
    model.words.value = textWords.added(inWords([field.path.at(-1)!]));
}

/** A field as a text can print it. Undefined: it is a field of a list whose elements are not there. */
export function bindingFor({ tree }: EditorModel, field: ListedField, part: Part): string | undefined {
  const { places, slots } = tree.value;
  const inside = part.kind === 'column' ? slots.get(part.slots[0]!.pointer) : places.get(part.pointer)?.slot;
  const element = field.list && elementAt(tree.value, inside, field.list);
  return field.lists.length > 1 || (field.list && element === undefined) ? undefined : bindingOf(field, element);
}

/** The schema of the data: of the template, or made from the example data. */
export function dataSchemaOf({ template }: EditorModel): Schema {
  const { document, inferred } = template.value ?? {};
  const given = document?.dataSchema;
  return saysNothing(given) ? (inferred ?? true) : (given as Schema);
}
