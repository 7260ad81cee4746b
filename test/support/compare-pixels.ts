// Compares two pictures of a page: what is missing in one of them, or moved.

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Picture extends Size {
  /** How light each pixel is. */
  readonly lightness: Uint8Array;
  /** The mean colours of squares, row by row. */
  readonly colors: Uint8Array;
}

export interface Place {
  /** In pixels of the screen. */
  readonly x: number;
  readonly y: number;
}

/** A difference counts from this much of 255 on, so that no edge moves unseen … */
const slack = 24;
/** … and a faint one from this much on, if it is most of the contrast around: a pale line that is missing. */
const faint = 6;
const most = 0.6;
/** The part of a pixel of the screen that must differ: viewers smooth thin lines in their own ways. */
const leastPart = 0.3;
/** The largest difference of mean colours in a square. */
const hue = 12;
/** Pixels in a side of the squares that are compared one by one: those that are equal cost nothing. */
const side = 64;

/**
 * Finds what is missing, added or moved by more than half a pixel of the screen, which is `fine` pixels of the pictures wide. Each pixel becomes the
 * mean of a screen pixel first: how viewers smooth edges within it is not compared. Then its colour must lie between the colours that the other
 * picture has within half a screen pixel.
 */
export function findDifferences(a: Picture, b: Picture, fine: number): readonly Place[] {
  // A sheet may end within a pixel.
  const [width, height] = [Math.min(a.width, b.width) - fine, Math.min(a.height, b.height) - fine];
  const found: Place[] = [];
  for (let top = 0; top < height; top += side)
    for (let left = 0; left < width; left += side) {
      const area = { left, top, right: Math.min(left + side, width), bottom: Math.min(top + side, height) };
      if (!isClose(a, b, area)) found.push(...differencesIn(a, b, area, fine));
      if (colorDistance(a, b, area) > hue) found.push({ x: left / fine, y: top / fine });
    }
  return found;
}

/** `channels`: bytes of a pixel, which begin with red, green and blue. */
export function toPicture({ width, height }: Size, pixels: Uint8Array | Uint8ClampedArray, channels: 3 | 4): Picture {
  const lightness = new Uint8Array(width * height);
  const columns = Math.ceil(width / side);
  const sums = new Float64Array(columns * Math.ceil(height / side) * 3);
  for (let y = 0, i = 0, at = 0; y < height; y++)
    for (let column = 0; column < columns; column++) {
      let [red, green, blue] = [0, 0, 0];
      for (const end = Math.min(width, (column + 1) * side) + y * width; i < end; i++, at += channels) {
        const r = pixels[at]!;
        const g = pixels[at + 1]!;
        const b = pixels[at + 2]!;
        lightness[i] = (77 * r + 151 * g + 28 * b) >> 8;
        red += r;
        green += g;
        blue += b;
      }
      const to = ((y >> 6) * columns + column) * 3;
      sums[to]! += red;
      sums[to + 1]! += green;
      sums[to + 2]! += blue;
    }
  const colors = Uint8Array.from(sums, (sum) => sum / side / side);
  return { width, height, lightness, colors };
}

/** The largest distance of the mean colours of an area. */
function colorDistance(a: Picture, b: Picture, { left, top }: Area): number {
  const [at, other] = [a, b].map(({ width }) => ((top >> 6) * Math.ceil(width / side) + (left >> 6)) * 3) as [number, number];
  return Math.max(...[0, 1, 2].map((k) => Math.abs(a.colors[at + k]! - b.colors[other + k]!)));
}

interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function isClose(a: Picture, b: Picture, { left, top, right, bottom }: Area): boolean {
  for (let y = top; y < bottom; y++) {
    const [from, other] = [y * a.width + left, y * b.width + left];
    for (let x = 0; x < right - left; x++) if (Math.abs(a.lightness[from + x]! - b.lightness[other + x]!) > faint) return false;
  }
  return true;
}

function differencesIn(a: Picture, b: Picture, { left, top, right, bottom }: Area, fine: number): Place[] {
  const reach = fine / 2;
  const around = { left: left - reach, top: top - reach, right: right + reach, bottom: bottom + reach };
  const columns = around.right - around.left;
  const one = meanOf(a, around, fine);
  const other = meanOf(b, around, fine);
  const counts = new Map<number, number>();
  for (let y = 0; y < bottom - top; y++)
    for (let x = 0; x < right - left; x++) {
      const at = (y + reach) * columns + x + reach;
      if (!isOutside(one, other, at, columns, reach) && !isOutside(other, one, at, columns, reach)) continue;
      const key = Math.floor(y / fine) * side + Math.floor(x / fine);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  const found = [...counts].filter(([, count]) => count > leastPart * fine * fine);
  return found.map(([key]) => ({ x: left / fine + (key % side), y: top / fine + Math.floor(key / side) }));
}

/** The lightness of an area, each pixel the mean of the square of `size` pixels that begins with it. */
function meanOf({ lightness, width, height }: Picture, { left, top, right, bottom }: Area, size: number): Float32Array {
  const [columns, rows] = [right - left, bottom - top];
  const across = new Float32Array(columns * (rows + size));
  const line = new Float32Array(columns + size);
  for (let y = 0; y < rows + size; y++) {
    const row = Math.min(Math.max(top + y, 0), height - 1) * width;
    for (let x = 0; x < columns + size; x++) line[x] = lightness[row + Math.min(Math.max(left + x, 0), width - 1)]!;
    let sum = 0;
    for (let x = 0; x < size; x++) sum += line[x]!;
    for (let x = 0; x < columns; x++) {
      across[y * columns + x] = sum;
      sum += line[x + size]! - line[x]!;
    }
  }
  const means = new Float32Array(columns * rows);
  for (let x = 0; x < columns; x++) {
    let sum = 0;
    for (let y = 0; y < size; y++) sum += across[y * columns + x]!;
    for (let y = 0; y < rows; y++) {
      means[y * columns + x] = sum / size / size;
      sum += across[(y + size) * columns + x]! - across[y * columns + x]!;
    }
  }
  return means;
}

/** Whether the other picture has the lightness of a pixel nowhere around. */
function isOutside(one: Float32Array, other: Float32Array, at: number, columns: number, reach: number): boolean {
  const value = one[at]!;
  let least = other[at]!;
  let largest = least;
  if (Math.abs(value - least) <= faint) return false;
  for (let v = -reach; v <= reach; v++)
    for (let u = -reach; u <= reach; u++) {
      const near = other[at + v * columns + u]!;
      if (near < least) least = near;
      else if (near > largest) largest = near;
      if (least - value <= faint && value - largest <= faint) return false;
    }
  const beyond = Math.max(least - value, value - largest);
  return beyond > slack || beyond > most * (Math.max(largest, value) - Math.min(least, value));
}
