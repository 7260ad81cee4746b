// Says how the colours of the document look: all of them are sRGB.
import { deflate } from './deflate.ts';
import type { PdfSink } from './pdf-sink.ts';
import { makeSrgbProfile, profileName } from './srgb-profile.ts';

let profile: Uint8Array | undefined;

/** Writes the output intent of PDF/A and returns the catalog's entry for it. */
export function writeOutputIntent(sink: PdfSink): { readonly OutputIntents: string } {
  profile ??= deflate(makeSrgbProfile());
  const id = sink.reserve();
  sink.writeStream(id, '/N 3/Filter/FlateDecode', profile);
  return {
    OutputIntents: `[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(${profileName})/RegistryName(http://www.color.org)/Info(${profileName})/DestOutputProfile ${id} 0 R>>]`,
  };
}
