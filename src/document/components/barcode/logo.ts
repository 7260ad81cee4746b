// A picture in the middle of a QR code. Its error correction replaces the modules that the picture covers.
import type { Code } from '../../barcode/modules.ts';

/**
 * The square in the middle takes at most this share of the width: 8 % of the modules, where the correction `quartile` replaces about 25 %, and the pattern
 * of the code must be found too.
 */
const share = 0.28;

/** The square that a logo takes: its first module and the module after its last one, the same in both directions. */
export interface LogoSquare {
  readonly from: number;
  readonly to: number;
}

/** The square in the middle of a code, in whole modules. */
export function logoSquare({ width }: Code): LogoSquare {
  const half = Math.floor((width * share - 1) / 2);
  const middle = (width - 1) / 2;
  return { from: middle - half, to: middle + half + 1 };
}

/** A code without its modules in a square. */
export function clearSquare<Kind extends Code>(code: Kind, { from, to }: LogoSquare): Kind {
  const rects: number[] = [];
  const add = (left: number, top: number, right: number, bottom: number) => {
    if (right > left && bottom > top) rects.push(left, top, right - left, bottom - top);
  };
  for (let i = 0; i < code.rects.length; i += 4) {
    const [left, top, width, height] = code.rects.slice(i, i + 4) as [number, number, number, number];
    const [right, bottom] = [left + width, top + height];
    const within = (at: number) => Math.min(Math.max(at, from), to);
    if (right <= from || left >= to || bottom <= from || top >= to) rects.push(left, top, width, height);
    else {
      add(left, top, right, within(top));
      add(left, within(top), within(left), within(bottom));
      add(within(right), within(top), right, within(bottom));
      add(left, within(bottom), right, bottom);
    }
  }
  return { ...code, rects };
}
