// What lies over a sheet: the bands, the outline of the selected part, and where a dragged part would go.
import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { labelOf, partAt } from '../../editing/index.ts';
import type { ShownPart } from '../../live-pages/protocol.ts';
import type { SheetParts } from '../../live-pages/sheets.tsx';
import type { EditorModel } from '../editor-model.ts';
import { moveTo } from '../part-actions.ts';
import { dropPicture, findPictureTarget } from '../pictures/picture-actions.ts';
import { hasFiles } from '../pictures/picture-files.ts';
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
  const isStill = model.isLooking.value;
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
  const endDrop = () => {
    hovered.value = undefined;
    goal.value = undefined;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tree of parts and the dialog of pictures do the same without a mouse
    <div
      class="overlay"
      data-sheet={sheet}
      onPointerDown={(event) => {
        if (event.button !== 0 || isStill) return;
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
      onPointerLeave={() => {
        hovered.value = undefined;
      }}
      onDragOver={(event) => {
        if (isStill || !hasFiles(event)) return;
        event.preventDefault();
        const target = findPictureTarget(owned, pointOf(event), tree);
        hovered.value = target?.replaced;
        goal.value = target?.goal;
      }}
      onDragLeave={endDrop}
      onDrop={(event) => {
        if (isStill || !hasFiles(event)) return;
        event.preventDefault();
        endDrop();
        void dropPicture(model, [...event.dataTransfer!.files], findPictureTarget(owned, pointOf(event), tree));
      }}
    >
      {(isStill ? [] : owned)
        .filter(({ shown }) => shown.kind === 'band')
        .map(({ shown }, i) => (
          <Outline key={`band ${i}`} of={shown} scale={scale} name="band" />
        ))}
      {selected &&
        !isStill &&
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
      <GoalMark goal={goal} scale={scale} />
    </div>
  );
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
