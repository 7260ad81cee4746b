// What is drawn over a sheet: the outlines of parts, the grips of a part in a frame, and where a dragged part would go.
import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { labelOf, type Part, type PartTree } from '../../editing/index.ts';
import type { ShownPart } from '../../live-pages/protocol.ts';
import type { EditorModel } from '../editor-model.ts';
import type { PictureTarget } from '../pictures/picture-actions.ts';
import type { DraggableGoal } from './draggable.ts';
import type { GoalLine, OwnedPart, Point } from './drop-goal.ts';
import { placeGoalName } from './goal-name.ts';
import { labelSide } from './label-side.ts';
import { frameOf, grips } from './placed-parts.ts';

interface PartMarksProps {
  readonly model: EditorModel;
  readonly owned: readonly OwnedPart[];
  readonly scale: number;
  readonly hovered: ReadonlySignal<OwnedPart | undefined>;
}

/** The bands, the parts with faults, the selected part and the one under the pointer. */
export function PartMarks({ model, owned, scale, hovered }: PartMarksProps) {
  const faults = model.faults.value;
  const selected = model.part.value;
  const bands = owned.filter(({ shown }) => shown.kind === 'band');
  const faulty = owned.filter(
    ({ shown, part }) => shown.kind !== 'band' && shown.pointer === part.pointer && faults.has(part.pointer),
  );
  const chosen = selected ? owned.filter(({ part }) => part.pointer === selected.pointer) : [];
  return (
    <>
      {bands.map(({ shown }, i) => (
        <Outline key={`band ${i}`} of={shown} scale={scale} name="band" />
      ))}
      {faulty.map(({ shown }, i) => (
        <Outline key={`faulty ${i}`} of={shown} scale={scale} name="faulty" />
      ))}
      {chosen.map(({ shown }, i) => (
        <Outline key={`chosen ${i}`} of={shown} scale={scale} name="chosen">
          {i === 0 && <Label of={{ shown, part: selected! }} owned={owned} hovered={hovered} scale={scale} />}
        </Outline>
      ))}
      <Hovered of={hovered} scale={scale} />
    </>
  );
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
  readonly target: ReadonlySignal<PictureTarget | undefined>;
  /** Where the pointer is on the sheet. */
  readonly pointer: RefObject<Point>;
  readonly scale: number;
}

export function GoalMark({ model, goal, ghost, target, pointer, scale }: GoalMarkProps) {
  const { replaced, goal: ofFile } = target.value ?? {};
  const found = model.dragged.value ? goal.value : ofFile;
  const line = ghost.value ?? found?.line;
  return (
    <>
      {replaced && <Outline of={replaced.shown} scale={scale} name="hovered" />}
      {found?.moved && <Outline of={found.moved.shown} scale={scale} name="moved" />}
      {line && <Outline of={line} scale={scale} name="goal" />}
      {found && <GoalName line={found.line} name={found.name} pointer={pointer} scale={scale} />}
    </>
  );
}

interface GoalNameProps extends Pick<GoalMarkProps, 'pointer' | 'scale'> {
  readonly line: GoalLine;
  readonly name: string;
}

/** Says where a dragged part would go, beside the line. */
function GoalName({ line, name, pointer, scale }: GoalNameProps) {
  const label = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const { offsetWidth: width, offsetHeight: height, style, offsetParent } = label.current!;
    const sheet = offsetParent!.getBoundingClientRect();
    const view = offsetParent!.closest('.sheets')!.getBoundingClientRect();
    const room = { left: view.left - sheet.left, top: view.top - sheet.top, width: view.width, height: view.height };
    const inPixels = {
      left: line.left * scale,
      top: line.top * scale,
      width: line.width * scale,
      height: line.height * scale,
    };
    const { x, y } = pointer.current!;
    const at = placeGoalName(inPixels, { x: x * scale, y: y * scale }, { width, height }, room);
    style.left = `${at.left}px`;
    style.top = `${at.top}px`;
  });
  return (
    <span ref={label} class="goal-name">
      {name}
    </span>
  );
}

interface GripsProps {
  readonly part: Part;
  readonly tree: PartTree;
  readonly owned: readonly OwnedPart[];
  readonly scale: number;
}

/** By which a part in a frame is resized. The keyboard does it by the properties. */
export function Grips({ part, tree, owned, scale }: GripsProps) {
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
