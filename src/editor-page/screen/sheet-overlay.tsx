// What lies over a sheet: the bands, the outline of the selected part, and where a dragged part would go.
import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { labelOf, partAt } from '../../editing/index.ts';
import type { ShownPart } from '../../live-pages/protocol.ts';
import type { SheetParts } from '../../live-pages/sheets.tsx';
import type { EditorModel } from '../editor-model.ts';
import { moveTo } from '../part-actions.ts';
import { insertFieldInto, openText } from '../text/open-text.ts';
import { TextField } from '../text/text-field.tsx';
import { type DropGoal, findDropGoal, type OwnedPart, type Point, partUnder } from './drop-goal.ts';

/** Pixels by which the pointer moves before a press becomes a drag. */
const dragStart = 4;

/** `model`: of the editor. */
export const sheetOverlay =
  (model: EditorModel) =>
  ({ sheet, parts, scale }: SheetParts) => <Overlay model={model} sheet={sheet} parts={parts} scale={scale} />;

interface Press {
  readonly start: Point;
  readonly part: OwnedPart;
  isDrag: boolean;
}

function Overlay({ model, sheet, parts, scale }: SheetParts & { readonly model: EditorModel }) {
  const tree = model.tree.value;
  const owned = useMemo(
    () =>
      parts.flatMap((shown): readonly OwnedPart[] => {
        const part = partAt(tree, shown.pointer, shown.uses);
        return part ? [{ shown, part }] : [];
      }),
    [parts, tree],
  );
  const press = useRef<Press | undefined>(undefined);
  const hovered = useSignal<OwnedPart | undefined>(undefined);
  const goal = useSignal<DropGoal | undefined>(undefined);
  const selected = model.part.value;
  const pointOf = ({ clientX, clientY, currentTarget }: MouseEvent): Point => {
    const { left, top } = (currentTarget as HTMLElement).getBoundingClientRect();
    return { x: (clientX - left) / scale, y: (clientY - top) / scale };
  };
  const end = () => {
    press.current = undefined;
    goal.value = undefined;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tree of parts does the same by keys
    <div
      class="overlay"
      data-sheet={sheet}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        const point = pointOf(event);
        const part = partUnder(owned, point);
        model.select(part?.part.pointer ?? null);
        if (!part) return;
        press.current = { start: point, part, isDrag: false };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const point = pointOf(event);
        hovered.value = press.current ? undefined : partUnder(owned, point);
        if (!press.current) return;
        const { start, part } = press.current;
        press.current.isDrag ||= Math.hypot(point.x - start.x, point.y - start.y) * scale > dragStart;
        if (press.current.isDrag) goal.value = findDropGoal(owned, point, tree, part.part.pointer);
      }}
      onPointerUp={() => {
        if (press.current?.isDrag && goal.value) moveTo(model, goal.value.goal);
        end();
      }}
      onPointerCancel={end}
      onDblClick={(event) => openText(model, partUnder(owned, pointOf(event))?.part, sheet)}
      onDragOver={(event) => {
        if (model.draggedField) event.preventDefault();
      }}
      onDrop={(event) => {
        const field = model.draggedField;
        const part = partUnder(owned, pointOf(event))?.part;
        if (!field || !part) return;
        event.preventDefault();
        model.select(part.pointer);
        insertFieldInto(model, field, part);
      }}
      onPointerLeave={() => {
        hovered.value = undefined;
      }}
    >
      {owned
        .filter(({ shown }) => shown.kind === 'band')
        .map(({ shown }, i) => (
          <Outline key={`band ${i}`} of={shown} scale={scale} name="band" />
        ))}
      {selected &&
        owned
          .filter(({ part }) => part.pointer === selected.pointer)
          .map(({ shown }, i) => (
            <Outline
              key={`selected ${i}`}
              of={shown}
              scale={scale}
              name="chosen"
              label={i === 0 ? labelOf(selected) : undefined}
            />
          ))}
      <Hovered of={hovered} scale={scale} />
      <OpenText model={model} sheet={sheet} owned={owned} scale={scale} />
      <GoalMark goal={goal} scale={scale} />
    </div>
  );
}

interface OpenTextProps {
  readonly model: EditorModel;
  readonly sheet: number;
  readonly owned: readonly OwnedPart[];
  readonly scale: number;
}

/** The open text, over the first rectangle of its part. A text without letters has none: it stays where it was. */
function OpenText({ model, sheet, owned, scale }: OpenTextProps) {
  const last = useRef<ShownPart | undefined>(undefined);
  const part = model.textState.value.sheet === sheet ? model.textPart.value : undefined;
  const shown = part && (owned.find((one) => one.part.pointer === part.pointer)?.shown ?? last.current);
  last.current = shown;
  if (!part || !shown) return null;
  const { left, top, width, height } = shown;
  const over = { left: left * scale, top: top * scale, width: width * scale, height: height * scale };
  return <TextField key={model.textState.value.serial} model={model} part={part} over={over} />;
}

function Hovered({ of, scale }: { readonly of: ReadonlySignal<OwnedPart | undefined>; readonly scale: number }) {
  return of.value ? <Outline of={of.value.shown} scale={scale} name="hovered" /> : null;
}

function GoalMark({ goal, scale }: { readonly goal: ReadonlySignal<DropGoal | undefined>; readonly scale: number }) {
  return goal.value ? <Outline of={goal.value.line} scale={scale} name="goal" /> : null;
}

interface OutlineProps {
  readonly of: Pick<ShownPart, 'left' | 'top' | 'width' | 'height'>;
  readonly scale: number;
  readonly name: 'band' | 'chosen' | 'hovered' | 'goal';
  readonly label?: string | undefined;
}

function Outline({ of: { left, top, width, height }, scale, name, label }: OutlineProps) {
  const style = {
    left: `${left * scale}px`,
    top: `${top * scale}px`,
    width: `${width * scale}px`,
    height: `${height * scale}px`,
  };
  return (
    <div class={`outline ${name}`} style={style}>
      {label && <span>{label}</span>}
    </div>
  );
}
