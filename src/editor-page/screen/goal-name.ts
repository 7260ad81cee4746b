// Places the name of a goal beside the line of a drag.

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** Between the line and its words, in pixels. */
const gap = 5;

/**
 * The place of the words of a goal: on the other side of its line than the pointer, beside which the dragged part is named, at the end that is farther from it.
 * Where they have no room there, they stand on the side of the pointer. All in pixels. `room`: what the window shows.
 */
export function placeGoalName(
  line: Box,
  pointer: { readonly x: number; readonly y: number },
  name: Size,
  room: Box,
): { readonly left: number; readonly top: number } {
  const above = line.top - gap - name.height;
  const below = line.top + line.height + gap;
  const isAbove = pointer.y > line.top + line.height / 2 ? above >= room.top : below + name.height > room.top + room.height;
  const isAtEnd = pointer.x < line.left + line.width / 2;
  const left = isAtEnd ? line.left + line.width - name.width : line.left;
  const most = room.left + room.width - name.width;
  return { left: Math.max(room.left, Math.min(left, most)), top: isAbove ? above : below };
}
