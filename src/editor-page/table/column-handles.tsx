// Handles at the borders of the columns of the selected table. Dragging one, or the arrow keys, change widths.
import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { isMovable, moveColumnBorder, ptPerUnit, unitOf } from '../../editing/index.ts';
import type { EditorModel } from '../editor-model.ts';
import type { OwnedPart } from '../screen/drop-goal.ts';
import { columnWords } from '../words/en.ts';
import { nameOfColumn } from './column-actions.ts';
import { borderOf, type ColumnBox, columnBoxes, directionOf } from './column-boxes.ts';
import { tableAround } from './selected-table.ts';

/** The least width that a person gives a column, in pt. */
const least = 6;
/** By how many pt an arrow key moves a border, alone and with Shift. */
const step = { small: 72 / 25.4, large: 720 / 25.4 } as const;

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
  const laidOut = toLaidOut(boxes, 1);
  const place = { top: box.top * scale, height: box.height * scale };
  return (
    <>
      {boxes.map(({ column }, i) =>
        isMovable(laidOut, i) ? (
          <Handle key={column.pointer} model={model} boxes={boxes} at={i} scale={scale} place={place} />
        ) : null,
      )}
    </>
  );
}

interface HandleProps {
  readonly model: EditorModel;
  readonly boxes: readonly ColumnBox[];
  /** Index of the column before the border, among those that are shown. */
  readonly at: number;
  readonly scale: number;
  /** In pixels. */
  readonly place: { readonly top: number; readonly height: number };
}

/** The columns as they were when a person began to move a border, and by how many pt it has moved. */
interface Move {
  readonly boxes: readonly ColumnBox[];
  by: number;
}

function Handle({ model, boxes, at, scale, place }: HandleProps) {
  const dragged = useSignal<number | undefined>(undefined);
  const start = useRef(0);
  const keys = useRef<Move | undefined>(undefined);
  const { column, index, width } = boxes[at]!;
  const gesture = `border of ${column.pointer}`;
  const direction = directionOf(boxes);
  const perUnit = ptPerUnit(model.tree.value);
  const move = (from: readonly ColumnBox[], by: number) =>
    model.do((tree) => moveColumnBorder(tree, toLaidOut(from, perUnit), at, by / perUnit, least / perUnit), {
      title: columnWords.steps.width,
      gesture,
    });
  const moveByKey = (by: number) => {
    const { isGestureOpen, done } = model.history.value;
    // The pages may be laid out later than the next key comes.
    const isGoingOn = isGestureOpen && done.at(-1)?.gesture === gesture;
    const now = isGoingOn && keys.current ? keys.current : { boxes, by: 0 };
    now.by += by;
    keys.current = now;
    move(now.boxes, now.by);
  };
  const endDrag = () => {
    dragged.value = undefined;
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
      aria-valuemin={Number((least / perUnit).toFixed(1))}
      aria-valuetext={columnWords.width(rounded, unitOf(model.tree.value))}
      tabIndex={0}
      style={{ left: `${borderOf(boxes, at) * scale}px`, top: `${place.top}px`, height: `${place.height}px` }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.stopPropagation();
        start.current = event.clientX;
        dragged.value = 0;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (dragged.value === undefined) return;
        event.stopPropagation();
        dragged.value = event.clientX - start.current;
      }}
      onPointerUp={(event) => {
        const by = dragged.value;
        endDrag();
        if (!by) return;
        event.stopPropagation();
        move(boxes, (direction * by) / scale);
        model.endGesture();
      }}
      onPointerCancel={endDrag}
      onKeyDown={(event) => {
        const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
        if (key === 'Escape' && dragged.value !== undefined) {
          event.preventDefault();
          endDrag();
        }
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

const toLaidOut = (boxes: readonly ColumnBox[], perUnit: number) =>
  boxes.map(({ column, width }) => ({ column, width: width / perUnit }));
