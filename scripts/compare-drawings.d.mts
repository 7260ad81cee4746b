// What tests use of compare-drawings.mjs.
import type { Resvg } from '@resvg/resvg-wasm';

interface Size {
  readonly width: number;
  readonly height: number;
}
interface Pixels extends Size {
  readonly pixels: Uint8Array;
}
export function differenceOf(a: Uint8Array, b: Uint8Array, size: Size): number;
export function readPpm(bytes: Uint8Array): Pixels;
export function onWhite(picture: Pixels, to: Size): Uint8Array;
export function openReference(library: typeof Resvg, text: string, width?: number): InstanceType<typeof Resvg>;
