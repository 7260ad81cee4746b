// The group "Columns" of the panel at the end: the columns of the selected table, and what can be done with the chosen one.
import { columnText, isHidden, type Part } from '../../editing/index.ts';
import { isNewHeader } from '../../editing/table-columns.ts';
import { columnWords } from '../../editor-words/index.ts';
import type { EditorModel } from '../editor-model.ts';
import {
  addColumn,
  copyColumn,
  deleteColumn,
  nameOfColumn,
  reorderColumn,
  toggleColumn,
  writeColumnText,
} from './column-actions.ts';
import { FillColumn } from './fill-column.tsx';
import { tableAround } from './selected-table.ts';

export function ColumnsGroup({ model }: { readonly model: EditorModel }) {
  const found = tableAround(model.tree.value, model.part.value);
  if (!found) return null;
  const { table, columns, index } = found;
  const column = index === undefined ? undefined : columns[index];
  return (
    <section aria-labelledby="columns-title" class="columns">
      <h3 id="columns-title">{columnWords.group}</h3>
      <label>
        {columnWords.choose}
        <select
          value={column?.pointer ?? ''}
          onChange={({ currentTarget }) => model.select(currentTarget.value === '' ? table.pointer : currentTarget.value)}
        >
          <option value="">{columnWords.wholeTable}</option>
          {columns.map((one, i) => (
            <option key={one.pointer} value={one.pointer}>
              {nameOfColumn(one, i)}
            </option>
          ))}
        </select>
      </label>
      {column === undefined || index === undefined ? (
        <Buttons of={[[columnWords.addLast, () => addColumn(model, table, columns.length)]]} />
      ) : (
        <>
          <FillColumn key={column.pointer} model={model} table={table} column={column} />
          <ColumnText model={model} column={column} part="header" />
          <ColumnText model={model} column={column} part="footer" />
          <Buttons
            of={[
              [columnWords.addBefore, () => addColumn(model, table, index)],
              [columnWords.addAfter, () => addColumn(model, table, index + 1)],
              [columnWords.moveBefore, () => reorderColumn(model, column, Math.max(0, index - 1))],
              [columnWords.moveAfter, () => reorderColumn(model, column, index + 2)],
              [columnWords.duplicate, () => copyColumn(model, column)],
              [isHidden(column) ? columnWords.show : columnWords.hide, () => toggleColumn(model, column)],
              [columnWords.remove, () => deleteColumn(model, column)],
            ]}
          />
        </>
      )}
    </section>
  );
}

function Buttons({ of }: { readonly of: readonly (readonly [name: string, act: () => unknown])[] }) {
  return (
    <div class="actions">
      {of.map(([name, act]) => (
        <button key={name} type="button" class="plain" onClick={act}>
          {name}
        </button>
      ))}
    </div>
  );
}

interface ColumnTextProps {
  readonly model: EditorModel;
  readonly column: Part;
  readonly part: 'header' | 'footer';
}

function ColumnText({ model, column, part }: ColumnTextProps) {
  const text = columnText(column, part);
  if (text === undefined) return <p>{columnWords.moreThanText[part]}</p>;
  return (
    <label>
      {columnWords[part]}
      <input
        key={column.pointer}
        value={text}
        readOnly={model.isLooking.value}
        onInput={({ currentTarget }) => writeColumnText(model, column, part, currentTarget.value)}
        onFocus={({ currentTarget }) => {
          // What is typed takes the place of a header that nobody has written.
          if (isNewHeader(text)) currentTarget.select();
        }}
        onBlur={() => model.endGesture()}
      />
    </label>
  );
}
