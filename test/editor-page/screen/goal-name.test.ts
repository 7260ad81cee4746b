import { expect, test } from 'vitest';
import { placeGoalName } from '../../../src/editor-page/screen/goal-name.ts';

const room = { left: 0, top: 0, width: 800, height: 600 };
const name = { width: 120, height: 20 };
const line = { left: 100, top: 300, width: 400, height: 0 };
const placeAt = (x: number, y: number, of = line, inRoom = room) => placeGoalName(of, { x, y }, name, inRoom);

test('the words stand on the other side of the line than the pointer, at the farther end', () => {
  expect(placeAt(150, 290)).toEqual({ left: 380, top: 305 });
  expect(placeAt(450, 290)).toEqual({ left: 100, top: 305 });
  expect(placeAt(150, 310)).toEqual({ left: 380, top: 275 });
  expect(placeAt(300, 310)).toEqual({ left: 100, top: 275 });
});

test('beside a line that goes down, they stand above or below it', () => {
  const down = { left: 300, top: 100, width: 0, height: 200 };
  expect(placeAt(290, 120, down)).toEqual({ left: 180, top: 305 });
  expect(placeAt(310, 280, down)).toEqual({ left: 300, top: 75 });
});

test('they stay in the window', () => {
  const wide = { left: -500, top: 10, width: 2000, height: 0 };
  // Not above the window, nor to the left of it.
  expect(placeAt(700, 20, wide)).toEqual({ left: 0, top: 15 });
  expect(placeAt(100, 20, wide)).toEqual({ left: 680, top: 15 });
  // Nor below it.
  expect(placeAt(450, 580, { ...line, top: 590 })).toEqual({ left: 100, top: 565 });
  // Just within.
  expect(placeAt(450, 30, { ...line, top: 25 })).toEqual({ left: 100, top: 0 });
  expect(placeAt(450, 30, { ...line, top: 24 })).toEqual({ left: 100, top: 29 });
  expect(placeAt(450, 570, { ...line, top: 575 })).toEqual({ left: 100, top: 580 });
  expect(placeAt(450, 570, { ...line, top: 576 })).toEqual({ left: 100, top: 551 });
  // The window is scrolled.
  expect(placeAt(450, 280, line, { left: 150, top: 290, width: 300, height: 100 })).toEqual({ left: 150, top: 305 });
});
