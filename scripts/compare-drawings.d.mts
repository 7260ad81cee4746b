// What tests use of compare-drawings.mjs.
import type { Resvg } from '@resvg/resvg-wasm';
import type { Pixels, Size } from './viewers.mjs';

export function onWhite(picture: Pixels, to: Size): Uint8Array;
export function openReference(library: typeof Resvg, text: string, width?: number): InstanceType<typeof Resvg>;
