// Parses the short XML answers of an object store.
import { readXml } from '../../xml/read-xml.ts';

export interface XmlElement {
  readonly name: string;
  readonly children: readonly XmlElement[];
  /** Its own text, without the text of its children. */
  readonly text: string;
}

/** The outermost element. Undefined: the text is not XML. */
export function parseXml(text: string): XmlElement | undefined {
  const root: OpenElement = { name: '', children: [], text: '' };
  const path: OpenElement[] = [root];
  let isXml = true;
  const reader = readXml({
    open({ name }) {
      const element: OpenElement = { name, children: [], text: '' };
      path.at(-1)!.children.push(element);
      path.push(element);
    },
    close: () => void path.pop(),
    text(piece) {
      path.at(-1)!.text += piece;
    },
    fault() {
      isXml = false;
    },
  });
  reader.write(text);
  reader.end();
  return isXml ? root.children[0] : undefined;
}

/** The text of the child with this name. */
export function childText(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text;
}

interface OpenElement extends XmlElement {
  readonly children: OpenElement[];
  text: string;
}
