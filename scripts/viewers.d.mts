// What tests use of viewers.mjs.

export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Pixels extends Size {
  readonly pixels: Uint8Array;
}
export function differenceOf(a: Uint8Array, b: Uint8Array, size: Size): number;
export function readPpm(bytes: Uint8Array): Pixels;
