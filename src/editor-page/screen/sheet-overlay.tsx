// What lies over a sheet: the bands, the outline of the selected part, and where a dragged part would go.
import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { labelOf, type Part, type PartTree, partAt } from '../../editing/index.ts';
import type { ShownPart } from '../../live-pages/protocol.ts';
import type { SheetParts } from '../../live-pages/sheets.tsx';
import type { EditorModel } from '../editor-model.ts';
import { dropPicture, findPictureTarget } from '../pictures/picture-actions.ts';
import { hasFiles } from '../pictures/picture-files.ts';
import { ColumnHandles } from '../table/column-handles.tsx';
import { TextField } from '../text/text-field.tsx';
import { startDrag } from './drag.tsx';
import type { DraggableGoal } from './draggable.ts';
import { draggedPart } from './dragged-part.ts';
import { type DropGoal, dragStart, type GoalLine, type OwnedPart, type Point, partUnder } from './drop-goal.ts';
import { holdKeys } from './hold-keys.ts';
import { labelSide } from './label-side.ts';
import { leaveField } from './leave-field.ts';
import { openPart } from './open-part.ts';
import { dragTo, frameOf, type Grip, grips, placeAt, wholePart } from './placed-parts.ts';

/** `model`: of the editor. */
export const sheetOverlay =
  (model: EditorModel) =>
  ({ sheet, parts, scale }: SheetParts) => <Overlay model={model} sheet={sheet} parts={parts} scale={scale} />;

/** The pointer is down on a part of a frame. */
interface Press {
  readonly start: Point;
  readonly part: OwnedPart;
  readonly frame: OwnedPart;
  readonly grip: Grip;
  isDrag: boolean;
}

/** What a sheet shows, with the parts of the template. */
const ownParts = (parts: readonly ShownPart[], tree: PartTree): readonly OwnedPart[] =>
  parts.flatMap((shown) => {
    const part = partAt(tree, shown.pointer, shown.uses);
    return part ? [{ shown, part }] : [];
  });

function Overlay({ model, sheet, parts, scale }: SheetParts & { readonly model: EditorModel }) {
  const tree = model.tree.value;
  const owned = useMemo(() => ownParts(parts, tree), [parts, tree]);
  const faults = model.faults.value;
  const isStill = model.isLooking.value;
  const press = useRef<Press | undefined>(undefined);
  const releaseKeys = useRef(() => {});
  const hovered = useSignal<OwnedPart | undefined>(undefined);
  /** Where a dropped picture would go. */
  const fileGoal = useSignal<DropGoal | undefined>(undefined);
  /** Where a part of a frame would be. */
  const ghost = useSignal<GoalLine | undefined>(undefined);
  /** Where the dragged part would go. */
  const goal = useSignal<DraggableGoal | undefined>(undefined);
  const selected = model.part.value;
  const pointOf = ({ clientX, clientY, currentTarget }: MouseEvent): Point => {
    const { left, top } = (currentTarget as HTMLElement).getBoundingClientRect();
    return { x: (clientX - left) / scale, y: (clientY - top) / scale };
  };
  const end = () => {
    releaseKeys.current();
    press.current = undefined;
    ghost.value = undefined;
  };
  useEffect(() => () => releaseKeys.current(), []);
  useEffect(() => {
    const clear = () => {
      hovered.value = undefined;
    };
    clear();
    addEventListener('scroll', clear, { capture: true });
    return () => removeEventListener('scroll', clear, { capture: true });
  }, [parts, hovered]);
  const endDrop = () => {
    hovered.value = undefined;
    fileGoal.value = undefined;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tree of parts and the dialog of pictures do the same without a mouse
    <div
      class="overlay"
      data-sheet={sheet}
      onPointerDown={(event) => {
        if (event.button !== 0 || isStill) return;
        // This may change the parts.
        leaveField();
        const now = model.tree.value;
        const found = ownParts(parts, now);
        const point = pointOf(event);
        const grip = (event.target as HTMLElement).dataset.grip;
        const part = grip === undefined ? partUnder(found, point) : found.find((one) => one.part.pointer === selected?.pointer);
        if (grip === undefined) model.select(part?.part.pointer ?? null);
        if (!part) return;
        const frame = frameOf(now, part.part, found);
        if (!frame) {
          const what = draggedPart(model, part.part);
          if (what) startDrag(model, what, event);
          return;
        }
        press.current = { start: point, part, frame, grip: grip === undefined ? wholePart : grips[Number(grip)]!, isDrag: false };
        event.currentTarget.setPointerCapture(event.pointerId);
        releaseKeys.current = holdKeys(end);
      }}
      onPointerMove={(event) => {
        const point = pointOf(event);
        const dragged = model.dragged.peek()?.what;
        hovered.value = press.current || dragged ? undefined : partUnder(owned, point);
        if (dragged) goal.value = dragged.findGoal(owned, point, tree);
        if (!press.current) return;
        const { start, part, grip } = press.current;
        const by = { x: point.x - start.x, y: point.y - start.y };
        press.current.isDrag ||= Math.hypot(by.x, by.y) * scale > dragStart;
        if (press.current.isDrag) ghost.value = dragTo(tree, part, by, grip, owned, dragStart / scale);
      }}
      onPointerUp={() => {
        if (model.dragged.peek()) goal.value?.put();
        goal.value = undefined;
        const { current } = press;
        if (current?.isDrag && ghost.value) placeAt(model, current.part, ghost.value, current.grip, current.frame);
        end();
      }}
      onPointerCancel={end}
      onLostPointerCapture={end}
      onDblClick={(event) => openPart(model, partUnder(owned, pointOf(event))?.part, sheet)}
      onPointerLeave={() => {
        hovered.value = undefined;
        goal.value = undefined;
      }}
      onDragOver={(event) => {
        if (isStill || !hasFiles(event)) return;
        event.preventDefault();
        const target = findPictureTarget(owned, pointOf(event), tree);
        hovered.value = target?.replaced;
        fileGoal.value = target?.goal;
      }}
      onDragLeave={endDrop}
      onDrop={(event) => {
        if (isStill || !hasFiles(event)) return;
        event.preventDefault();
        endDrop();
        void dropPicture(model, [...event.dataTransfer!.files], findPictureTarget(owned, pointOf(event), tree));
      }}
    >
      <ColumnHandles model={model} owned={owned} scale={scale} />
      {(isStill ? [] : owned)
        .filter(({ shown }) => shown.kind === 'band')
        .map(({ shown }, i) => (
          <Outline key={`band ${i}`} of={shown} scale={scale} name="band" />
        ))}
      {(isStill ? [] : owned)
        .filter(({ shown, part }) => shown.kind !== 'band' && shown.pointer === part.pointer && faults.has(part.pointer))
        .map(({ shown }, i) => (
          <Outline key={`faulty ${i}`} of={shown} scale={scale} name="faulty" />
        ))}
      {selected &&
        !isStill &&
        owned
          .filter(({ part }) => part.pointer === selected.pointer)
          .map(({ shown }, i) => (
            <Outline key={`selected ${i}`} of={shown} scale={scale} name="chosen">
              {i === 0 && <Label of={{ shown, part: selected }} owned={owned} hovered={hovered} scale={scale} />}
            </Outline>
          ))}
      <Hovered of={hovered} scale={scale} />
      <OpenText model={model} sheet={sheet} owned={owned} scale={scale} />
      {selected && !isStill && <Grips part={selected} tree={tree} owned={owned} scale={scale} />}
      <GoalMark model={model} goal={goal} ghost={ghost} fileGoal={fileGoal} scale={scale} />
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

interface LabelProps {
  readonly of: OwnedPart;
  readonly owned: readonly OwnedPart[];
  readonly hovered: ReadonlySignal<OwnedPart | undefined>;
  readonly scale: number;
}

/** Names the selected part. Where it would cover another part, it is there while the pointer is on the selected one. */
function Label({ of: { shown, part }, owned, hovered, scale }: LabelProps) {
  const side = labelSide(shown, owned, scale);
  return side || hovered.value?.part === part ? <span class={side ?? 'above'}>{labelOf(part)}</span> : null;
}

function Hovered({ of, scale }: { readonly of: ReadonlySignal<OwnedPart | undefined>; readonly scale: number }) {
  return of.value ? <Outline of={of.value.shown} scale={scale} name="hovered" /> : null;
}

interface GoalMarkProps {
  readonly model: EditorModel;
  readonly goal: ReadonlySignal<DraggableGoal | undefined>;
  readonly ghost: ReadonlySignal<GoalLine | undefined>;
  readonly fileGoal: ReadonlySignal<DropGoal | undefined>;
  readonly scale: number;
}

function GoalMark({ model, goal, ghost, fileGoal, scale }: GoalMarkProps) {
  const found = model.dragged.value ? goal.value : fileGoal.value;
  const line = ghost.value ?? found?.line;
  const moved = found?.moved?.shown;
  return (
    <>
      {moved && <Outline of={moved} scale={scale} name="moved" />}
      {line && <Outline of={line} scale={scale} name="goal" />}
    </>
  );
}

interface GripsProps {
  readonly part: Part;
  readonly tree: PartTree;
  readonly owned: readonly OwnedPart[];
  readonly scale: number;
}

/** By which a part in a frame is resized. The keyboard does it by the properties. */
function Grips({ part, tree, owned, scale }: GripsProps) {
  const found = owned.find((one) => one.part.pointer === part.pointer);
  if (!found || !frameOf(tree, part, owned)) return null;
  const { left, top, width, height } = found.shown;
  const along = (start: boolean | undefined, end: boolean | undefined) => (start ? 0 : end ? 1 : 0.5);
  return (
    <>
      {grips.map((grip, i) => (
        <div
          key={i}
          class="grip"
          data-grip={i}
          style={{
            left: `${(left + width * along(grip.left, grip.right)) * scale}px`,
            top: `${(top + height * along(grip.top, grip.bottom)) * scale}px`,
          }}
        />
      ))}
    </>
  );
}

interface OutlineProps {
  readonly of: Pick<ShownPart, 'left' | 'top' | 'width' | 'height'>;
  readonly scale: number;
  readonly name: 'band' | 'chosen' | 'faulty' | 'hovered' | 'goal' | 'moved';
  readonly children?: ComponentChildren;
}

function Outline({ of: { left, top, width, height }, scale, name, children }: OutlineProps) {
  const style = {
    left: `${left * scale}px`,
    top: `${top * scale}px`,
    width: `${width * scale}px`,
    height: `${height * scale}px`,
  };
  return (
    <div class={`outline ${name}`} style={style}>
      {children}
    </div>
  );
}
