// What lies over a sheet, and what the pointer does there: it selects parts, drags them, opens their texts, and drops pictures.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { SheetParts } from '../../live-pages/sheets.tsx';
import type { EditorModel } from '../editor-model.ts';
import { findPictureTarget, type PictureTarget } from '../pictures/picture-actions.ts';
import { ColumnHandles } from '../table/column-handles.tsx';
import { TextInPlace } from '../text/text-in-place.tsx';
import { placeOfText, type TextPlace } from '../text/text-place.ts';
import { startDrag } from './drag.tsx';
import type { DraggableGoal } from './draggable.ts';
import { draggedPart } from './dragged-part.ts';
import { type GoalLine, type OwnedPart, ownParts, type Point, partUnder } from './drop-goal.ts';
import { fileDrop } from './file-drop.ts';
import { leaveField } from './focus.ts';
import { startFrameDrag } from './frame-drag.ts';
import { openPart } from './open-part.ts';
import { GoalMark, Grips, PartMarks } from './overlay-marks.tsx';
import { frameOf, grips, wholePart } from './placed-parts.ts';

/** `model`: of the editor. */
export const sheetOverlay =
  (model: EditorModel) =>
  ({ sheet, parts, scale }: SheetParts) => <Overlay model={model} sheet={sheet} parts={parts} scale={scale} />;

function Overlay({ model, sheet, parts, scale }: SheetParts & { readonly model: EditorModel }) {
  const tree = model.tree.value;
  const follow = model.followShown.value;
  const owned = useMemo(() => ownParts(parts, tree, follow), [parts, tree, follow]);
  const isStill = model.isLooking.value;
  const hovered = useSignal<OwnedPart | undefined>(undefined);
  /** What is under picture files. */
  const target = useSignal<PictureTarget | undefined>(undefined);
  /** Where a part of a frame would be. */
  const ghost = useSignal<GoalLine | undefined>(undefined);
  /** Where the dragged part would go. */
  const goal = useSignal<DraggableGoal | undefined>(undefined);
  const selected = model.part.value;
  const pointer = useRef<Point>({ x: 0, y: 0 });
  const followTo = (event: MouseEvent): Point => {
    pointer.current = pointIn(event.currentTarget as Element, event.clientX, event.clientY, scale);
    return pointer.current;
  };
  useEffect(() => {
    const clear = () => {
      hovered.value = undefined;
    };
    clear();
    addEventListener('scroll', clear, { capture: true });
    return () => removeEventListener('scroll', clear, { capture: true });
  }, [parts, hovered]);
  const press = (event: PointerEvent) => {
    if (event.button !== 0 || !event.isPrimary || isStill) return;
    // This may change the parts.
    leaveField();
    const now = model.tree.value;
    const found = ownParts(parts, now, model.followShown.value);
    const grip = (event.target as HTMLElement).dataset.grip;
    const part =
      grip === undefined ? partUnder(found, followTo(event)) : found.find((one) => one.part.pointer === selected?.pointer);
    if (grip === undefined) model.select(part?.part.pointer ?? null);
    if (!part) return;
    const frame = frameOf(now, part.part, found);
    if (!frame) {
      const what = draggedPart(model, part.part);
      if (what) startDrag(model, what, event);
      return;
    }
    const overlay = event.currentTarget as Element;
    overlay.setPointerCapture(event.pointerId);
    const pressed = { part, frame, grip: grip === undefined ? wholePart : grips[Number(grip)]! };
    const pointAt = (x: number, y: number) => pointIn(overlay, x, y, scale);
    startFrameDrag(model, pressed, event, { tree: now, owned: found, scale, pointAt }, ghost);
  };
  const move = (event: PointerEvent) => {
    const point = followTo(event);
    const dragged = model.dragged.peek()?.what;
    hovered.value = dragged || event.buttons !== 0 ? undefined : partUnder(owned, point);
    if (dragged) goal.value = dragged.findGoal(owned, point, tree);
  };
  const release = (event: PointerEvent) => {
    if (!event.isPrimary) return;
    if (model.dragged.peek()) goal.value?.put();
    goal.value = undefined;
  };
  const findTarget = (event: DragEvent) => findPictureTarget(owned, followTo(event), tree);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tree of parts and the dialog of pictures do the same without a mouse
    <div
      class="overlay"
      data-sheet={sheet}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onDblClick={(event) => openPart(model, partUnder(owned, followTo(event))?.part, sheet)}
      onPointerLeave={() => {
        hovered.value = undefined;
        goal.value = undefined;
      }}
      {...fileDrop(model, findTarget, target)}
    >
      <ColumnHandles model={model} owned={owned} scale={scale} />
      {!isStill && <PartMarks model={model} owned={owned} scale={scale} hovered={hovered} />}
      <OpenText key={model.textState.value.serial} model={model} sheet={sheet} owned={owned} scale={scale} />
      {selected && !isStill && <Grips part={selected} tree={tree} owned={owned} scale={scale} />}
      <GoalMark model={model} goal={goal} ghost={ghost} target={target} pointer={pointer} scale={scale} />
    </div>
  );
}

/** A place of the window, in pt from the corner of what lies over a sheet. */
function pointIn(overlay: Element, x: number, y: number, scale: number): Point {
  const { left, top } = overlay.getBoundingClientRect();
  return { x: (x - left) / scale, y: (y - top) / scale };
}

interface OpenTextProps {
  readonly model: EditorModel;
  readonly sheet: number;
  readonly owned: readonly OwnedPart[];
  readonly scale: number;
}

/** The open text, over the first rectangle of its part. A text without letters has none: it stays where it was. */
function OpenText({ model, sheet, owned, scale }: OpenTextProps) {
  const last = useRef<TextPlace | undefined>(undefined);
  const { sheet: ofText, isNew = false } = model.textState.value;
  const part = ofText === sheet ? model.textPart.value : undefined;
  const place = part && (placeOfText(model.tree.value, part, owned, isNew && !last.current) ?? last.current);
  last.current = place;
  if (!part || !place) return null;
  const { left, top, width, height } = place;
  const over = { left: left * scale, top: top * scale, width: width * scale, height: height * scale };
  return <TextInPlace model={model} part={part} over={over} />;
}
