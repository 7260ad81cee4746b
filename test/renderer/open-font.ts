import { loadTextEngine } from '../../src/document/text/index.ts';
import { createFileResources } from '../../src/renderer/file-resources.ts';

export const engine = await loadTextEngine();
let keys = 0;

/** Opens a font as a template does that names it. */
export async function openFont(bytes: Uint8Array, font = '', file = 'Own.woff2') {
  const resources = createFileResources({ [file]: { bytes, sha256: `open-font ${keys++}` } });
  const name = `${file}${font}`;
  await resources.loadFonts({ fonts: { own: { regular: name } } });
  return { face: engine.openFace(resources.font(name)!), resources };
}
