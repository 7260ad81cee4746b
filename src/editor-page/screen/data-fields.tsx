// The fields of the data contract in groups. A field is written into the open or selected text by a click, or dragged onto a text.
import { useRef } from 'preact/hooks';
import { inWords } from '../../editing/field-names.ts';
import { type ListedField, listFields } from '../../editing/list-fields.ts';
import { startPanel } from '../../editor-words/index.ts';
import type { EditorModel } from '../editor-model.ts';
import { emptyColumn, putFieldBehind } from '../table/field-actions.ts';
import { FieldButton, startFieldDrag } from '../table/field-button.tsx';
import { groupOf } from '../text/field-choices.ts';
import { dataSchemaOf, insertFieldInto } from '../text/open-text.ts';
import { typeOf, valueIn } from './field-paths.ts';
import { useGridKeys } from './grid-keys.ts';

export function DataFields({ model, example }: { readonly model: EditorModel; readonly example: unknown }) {
  const schema = dataSchemaOf(model);
  const grid = useRef<HTMLTableElement>(null);
  const groups = new Map<string, ListedField[]>();
  for (const field of listFields(schema, schema)) {
    // What holds other fields is the name of their group. A list can become a table.
    if (field.holdsOthers && !field.types.includes('array')) continue;
    const group = groupOf(field);
    groups.set(group, [...(groups.get(group) ?? []), field]);
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose cells are gone through by keys
    <table ref={grid} role="grid" class="data-fields" aria-label={startPanel.fieldsName} {...useGridKeys(grid, 2)}>
      {[...groups].map(([group, fields]) => (
        <tbody key={group} aria-label={group}>
          <tr>
            <td colSpan={2}>
              <h2>{group}</h2>
            </td>
          </tr>
          {fields.map((field) => (
            <Field key={pathOf(field)} model={model} field={field} example={valueIn(example, field)} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

interface ButtonProps {
  readonly model: EditorModel;
  readonly field: ListedField;
  readonly example: unknown;
}

function Field({ model, field, example }: ButtonProps) {
  const { path, isNeeded, holdsOthers } = field;
  const name = pathOf(field);
  return (
    <tr>
      <td>
        <button
          type="button"
          class="field"
          title={`${name}: ${typeOf(field)}${isNeeded ? `, ${startPanel.needed}` : ''}`}
          onClick={() => (holdsOthers || emptyColumn(model) ? putFieldBehind(model, field) : insertFieldInto(model, field))}
          onPointerDown={(event) => startFieldDrag(model, field, name, event)}
        >
          <span>{inWords(path.slice(-1))}</span> <span class="detail">{isShown(example) ? String(example) : ''}</span>
        </button>
      </td>
      <td>
        <FieldButton model={model} field={field} name={name} />
      </td>
    </tr>
  );
}

/** `lines[].name` */
const pathOf = ({ lists, path }: ListedField): string =>
  [...lists.map((names) => `${names.join('.')}[]`), path.join('.')].join('.');

const isShown = (value: unknown): boolean => value !== undefined && value !== null && typeof value !== 'object';
