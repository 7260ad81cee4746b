// The decoders of pictures, bundled by scripts/build.mjs.

declare module '#webp-decoder' {
  export const decode: import('./rgba-raster.ts').Decode;
}

declare module '#avif-decoder' {
  export const decode: import('./rgba-raster.ts').Decode<[bits: 8]>;
}
