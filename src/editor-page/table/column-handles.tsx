// Handles at the borders of the columns of the selected table. Dragging one, or the arrow keys, change widths.
import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { units } from '../../document/template/units.ts';
import {
  borderRange,
  isMovable,
  type LaidOutTable,
  moveColumnBorder,
  type PartTree,
  ptPerUnit,
  styledWidthOf,
  unitOf,
} from '../../editing/index.ts';
import { columnWords } from '../../editor-words/index.ts';
import type { ShownPart } from '../../live-pages/protocol.ts';
import type { EditorModel } from '../editor-model.ts';
import type { OwnedPart } from '../screen/drop-goal.ts';
import { followPointer } from '../screen/follow-pointer.ts';
import { nameOfColumn } from './column-actions.ts';
import { borderOf, type ColumnBox, columnBoxes, directionOf } from './column-boxes.ts';
import { tableAround } from './selected-table.ts';

/** The least width that a person gives a column, also without content, in pt. */
const least = 6;
/** By how many pt an arrow key moves a border, alone and with Shift. */
const step = { small: units.mm, large: units.cm } as const;

interface HandlesProps {
  readonly model: EditorModel;
  readonly owned: readonly OwnedPart[];
  /** Pixels of CSS for each pt. */
  readonly scale: number;
}

export function ColumnHandles({ model, owned, scale }: HandlesProps) {
  const found = tableAround(model.tree.value, model.part.value);
  const box = found && owned.find(({ part }) => part.pointer === found.table.pointer)?.shown;
  if (!box || model.isLooking.value) return null;
  const boxes = columnBoxes(owned, found.columns);
  const table = toLaidOut(boxes, box, model.tree.value);
  const place = { top: box.top * scale, height: box.height * scale };
  return (
    <>
      {boxes.map(({ column }, i) =>
        isMovable(table.columns, i) ? (
          <Handle key={column.pointer} model={model} boxes={boxes} table={table} at={i} scale={scale} place={place} />
        ) : null,
      )}
    </>
  );
}

interface HandleProps {
  readonly model: EditorModel;
  readonly boxes: readonly ColumnBox[];
  readonly table: LaidOutTable;
  /** Index of the column before the border, among those that are shown. */
  readonly at: number;
  readonly scale: number;
  /** In pixels. */
  readonly place: { readonly top: number; readonly height: number };
}

/** The table as it was when a person began to move a border, and how far it has moved, in the unit of the template. */
interface Move {
  readonly table: LaidOutTable;
  by: number;
}

function Handle({ model, boxes, table, at, scale, place }: HandleProps) {
  const dragged = useSignal<number | undefined>(undefined);
  const keys = useRef<Move | undefined>(undefined);
  const { column, index, width } = boxes[at]!;
  const gesture = `border of ${column.pointer}`;
  const direction = directionOf(boxes);
  const perUnit = ptPerUnit(model.tree.value);
  const range = borderRange(table, at);
  /** Pixels to the right for each unit of the template. */
  const pixels = direction * perUnit * scale;
  const move = (from: LaidOutTable, by: number) =>
    model.do((tree) => moveColumnBorder(tree, from, at, by), { title: columnWords.steps.width, gesture }, true);
  const moveByKey = (by: number) => {
    const { isGestureOpen, done } = model.history.value;
    // The pages may be laid out later than the next key comes.
    const isGoingOn = isGestureOpen && done.at(-1)?.gesture === gesture;
    const now = isGoingOn && keys.current ? keys.current : { table, by: 0 };
    now.by = within(borderRange(now.table, at), now.by + by / perUnit);
    keys.current = now;
    move(now.table, now.by);
  };
  const rounded = Number((width / perUnit).toFixed(1));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that can be moved
    <div
      class="column-handle"
      role="separator"
      aria-orientation="vertical"
      aria-label={columnWords.border(nameOfColumn(column, index))}
      aria-valuenow={rounded}
      aria-valuemin={Number((width / perUnit + range.least).toFixed(1))}
      aria-valuemax={Number((width / perUnit + range.most).toFixed(1))}
      aria-valuetext={columnWords.width(rounded, unitOf(model.tree.value))}
      tabIndex={0}
      style={{ left: `${borderOf(boxes, at) * scale}px`, top: `${place.top}px`, height: `${place.height}px` }}
      onPointerDown={(event) => {
        if (event.button !== 0 || !event.isPrimary) return;
        // It does not select what is under it.
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        let isStopped = false;
        followPointer(event, {
          drag(x) {
            const wanted = (x - event.clientX) / pixels;
            const possible = within(range, wanted);
            isStopped = possible !== wanted;
            dragged.value = possible * pixels;
          },
          drop() {
            if (dragged.value) move(table, dragged.value / pixels);
            model.endGesture();
            if (isStopped) model.words.value = columnWords.stopped;
          },
          end() {
            dragged.value = undefined;
          },
        });
      }}
      onKeyDown={(event) => {
        const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
        const way = key === 'ArrowRight' ? direction : key === 'ArrowLeft' ? -direction : 0;
        if (way === 0 || altKey || ctrlKey || metaKey) return;
        event.preventDefault();
        moveByKey(way * (shiftKey ? step.large : step.small));
      }}
      onBlur={() => model.endGesture()}
    >
      <DragLine by={dragged} />
    </div>
  );
}

/** Only the line is drawn anew while the pointer moves. */
function DragLine({ by }: { readonly by: ReadonlySignal<number | undefined> }) {
  return by.value === undefined ? null : <div class="drag-line" style={{ transform: `translateX(${by.value}px)` }} />;
}

const within = ({ least: from, most }: ReturnType<typeof borderRange>, by: number): number => Math.min(most, Math.max(from, by));

function toLaidOut(boxes: readonly ColumnBox[], table: ShownPart, tree: PartTree): LaidOutTable {
  const perUnit = ptPerUnit(tree);
  return {
    columns: boxes.map(({ column, width, leastWidth }) => ({
      column,
      width: width / perUnit,
      styled: styledWidthOf(tree, column),
      least: Math.max(least, leastWidth) / perUnit,
    })),
    room: Math.max(0, (table.mostWidth ?? table.width) - table.width) / perUnit,
  };
}
