// An SVG text as a tree of elements.
import { readXml } from '../../../xml/read-xml.ts';
import { invalidImage } from '../image-error.ts';

export interface SvgElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly SvgElement[];
}

/** Reads XML without its texts. Raises ASSET_INVALID for what is not XML. */
export function readTree(text: string): SvgElement {
  const root: Open = { name: '', attributes: {}, children: [] };
  const open: Open[] = [root];
  const reader = readXml({
    open({ name, attributes }) {
      const element: Open = { name, attributes, children: [] };
      open.at(-1)!.children.push(element);
      open.push(element);
    },
    close() {
      open.pop();
    },
    fault(message) {
      throw invalidImage(`is a damaged SVG: ${message}`);
    },
  });
  reader.write(text);
  reader.end();
  return root.children[0] ?? root;
}

interface Open extends SvgElement {
  readonly children: Open[];
}
