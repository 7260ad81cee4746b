// Compares two pictures of a page: what is missing in one of them, or moved.

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** RGB, three bytes a pixel. */
  readonly pixels: Uint8Array;
}

export interface Difference {
  /** Pixels that are in one of the pictures only. */
  readonly count: number;
  /** The rectangle around them. */
  readonly box: readonly [left: number, top: number, right: number, bottom: number];
  /** One byte for each pixel: 1 if it differs. */
  readonly marks: Uint8Array;
}

/**
 * Finds what is missing, added or moved by more than `reach` pixels. Each pixel is the mean of a square of `blur` pixels first: how edges are smoothed
 * within it is not compared. Then its colour must lie between the colours that the other picture has within the reach, give or take `slack` of 255.
 */
export function findDifference(
  a: Picture,
  b: Picture,
  { blur, reach, slack }: { blur: number; reach: number; slack: number },
): Difference {
  const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)];
  const marks = new Uint8Array(width * height);
  for (let channel = 0; channel < 3; channel++) {
    const [one, other] = [a, b].map((picture) => blurred(picture, channel, width, height, blur)) as [Uint8Array, Uint8Array];
    markOutside(one, other, marks, width, height, reach, slack);
    markOutside(other, one, marks, width, height, reach, slack);
  }
  let count = 0;
  const box: [number, number, number, number] = [width, height, 0, 0];
  // A sheet may end within a pixel.
  const edge = blur + reach;
  for (let y = 0; y < height - edge; y++)
    for (let x = 0; x < width - edge; x++) {
      if (marks[y * width + x] === 0) continue;
      count++;
      box[0] = Math.min(box[0], x);
      box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x);
      box[3] = Math.max(box[3], y);
    }
  return { count, box, marks };
}

function blurred({ pixels, width: columns }: Picture, channel: number, width: number, height: number, size: number): Uint8Array {
  const rows = new Uint16Array(width * height);
  for (let y = 0; y < height; y++) {
    let sum = 0;
    for (let x = width + size - 2; x >= 0; x--) {
      sum += pixels[(y * columns + Math.min(x, width - 1)) * 3 + channel]!;
      if (x >= width) continue;
      rows[y * width + x] = sum;
      sum -= pixels[(y * columns + Math.min(x + size - 1, width - 1)) * 3 + channel]!;
    }
  }
  const out = new Uint8Array(width * height);
  const sums = new Uint32Array(width);
  for (let y = height + size - 2; y >= 0; y--) {
    const from = Math.min(y, height - 1) * width;
    for (let x = 0; x < width; x++) sums[x]! += rows[from + x]!;
    if (y >= height) continue;
    const after = Math.min(y + size - 1, height - 1) * width;
    for (let x = 0; x < width; x++) {
      out[y * width + x] = sums[x]! / (size * size);
      sums[x]! -= rows[after + x]!;
    }
  }
  return out;
}

/** Marks pixels of `one` whose value the other picture has nowhere around. */
function markOutside(
  one: Uint8Array,
  other: Uint8Array,
  marks: Uint8Array,
  width: number,
  height: number,
  reach: number,
  slack: number,
): void {
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const value = one[at]!;
      // Most pixels are equal, and most others have what they need close by.
      if (marks[at] === 1 || Math.abs(value - other[at]!) <= slack) continue;
      let [least, most] = [255, 0];
      for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++)
        for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u++) {
          const near = other[v * width + u]!;
          if (near < least) least = near;
          if (near > most) most = near;
        }
      if (value < least - slack || value > most + slack) marks[at] = 1;
    }
}
