// Sizes of sheets by name.

/** Width and height in pt, portrait. ISO 216 for A and B, ANSI Y14.1 and common names for the others. */
export const pageSizes: Readonly<Record<string, readonly [number, number]>> = {
  A3: mm(297, 420),
  A4: mm(210, 297),
  A5: mm(148, 210),
  A6: mm(105, 148),
  B4: mm(250, 353),
  B5: mm(176, 250),
  letter: [612, 792],
  legal: [612, 1008],
  tabloid: [792, 1224],
  executive: [522, 756],
};

function mm(width: number, height: number): readonly [number, number] {
  return [(width * 72) / 25.4, (height * 72) / 25.4];
}
