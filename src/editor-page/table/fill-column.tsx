// Asks which field of the data a column shows.

import { useId } from 'preact/hooks';
import { inWords } from '../../editing/field-names.ts';
import { expressionOf } from '../../editing/fields.ts';
import { isEmptyColumn, type Part, shownField } from '../../editing/index.ts';
import { type ListedField, listFields } from '../../editing/list-fields.ts';
import { columnWords } from '../../editor-words/index.ts';
import type { EditorModel } from '../editor-model.ts';
import { groupOf } from '../text/field-choices.ts';
import { dataSchemaOf } from '../text/open-text.ts';
import { putFieldInColumn } from './field-actions.ts';

interface FillProps {
  readonly model: EditorModel;
  readonly table: Part;
  readonly column: Part;
}

/** Shown for a column that is empty, or shows a field and nothing else. */
export function FillColumn({ model, table, column }: FillProps) {
  const fields = fieldsOfTable(model, table);
  const before = shownField(table, column, fields);
  const hint = useId();
  const groups = [...new Set(fields.map(groupOf))];
  const isEmpty = isEmptyColumn(column);
  if (!before && !isEmpty) return null;
  return (
    <>
      {isEmpty && <p id={hint}>{fields.length > 0 ? columnWords.isEmpty : columnWords.noFields}</p>}
      {fields.length > 0 && (
        <label>
          {columnWords.field}
          <select
            aria-describedby={isEmpty ? hint : undefined}
            value={before ? fields.indexOf(before) : -1}
            onChange={({ currentTarget }) => {
              const field = fields[Number(currentTarget.value)];
              if (field) putFieldInColumn(model, column, field, before);
            }}
          >
            {!before && <option value="-1">{columnWords.chooseField}</option>}
            {groups.map((group) => (
              <optgroup key={group} label={group}>
                {fields.map(
                  (field, i) =>
                    groupOf(field) === group && (
                      <option key={i} value={i}>
                        {inWords(field.path.slice(-1))}
                      </option>
                    ),
                )}
              </optgroup>
            ))}
          </select>
        </label>
      )}
    </>
  );
}

/** The fields that the rows of a table can show: those of its elements first, then those outside of lists. */
function fieldsOfTable(model: EditorModel, { value }: Part): readonly ListedField[] {
  const schema = dataSchemaOf(model);
  const { table } = value as { readonly table?: unknown };
  const plain = listFields(schema, schema).filter(({ holdsOthers }) => !holdsOthers);
  const ofElements = plain.filter(({ lists, list }) => lists.length === 1 && list && expressionOf(list) === table);
  return [...ofElements, ...plain.filter(({ lists }) => lists.length === 0)];
}
