// Decodes pictures with one of the decoders of @jsquash. scripts/build.mjs and scripts/bundle-browser.mjs bundle this file once with each of them.
import { compiled } from '#compiled';
import createDecoder from '#decoder';

/**
 * The pixels of a file: four bytes each, red, green, blue and opacity. Undefined: the file is damaged. `settings`: what the decoder takes besides.
 * Each picture has a decoder of its own: its memory is free again after it, and a hostile file cannot touch the next one.
 */
export function decode(bytes, ...settings) {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'ImageData');
  const decoder = {
    print() {},
    printErr() {},
    instantiateWasm(imports, receive) {
      const instance = new WebAssembly.Instance(compiled, imports);
      receive(instance);
      return instance.exports;
    },
  };
  try {
    // The decoder gives its pixels as an ImageData, which Node does not have, and makes a global one. Nothing runs meanwhile.
    createDecoder(decoder);
    return decoder.decode(bytes, ...settings) ?? undefined;
  } catch {
    return undefined;
  } finally {
    // A decoder that gives up also rejects this promise, which nobody waits for.
    decoder.ready?.catch(() => {});
    if (!before) delete globalThis.ImageData;
  }
}
