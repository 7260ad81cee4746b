// Parses the short XML answers of an object store.
import { SaxesParser } from 'saxes';

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
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  parser.on('error', (fault) => {
    throw fault;
  });
  parser.on('opentag', ({ name }) => {
    const element: OpenElement = { name, children: [], text: '' };
    path.at(-1)!.children.push(element);
    path.push(element);
  });
  parser.on('closetag', () => void path.pop());
  const add = (piece: string) => {
    path.at(-1)!.text += piece;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  try {
    parser.write(text).close();
  } catch {
    return undefined;
  }
  return root.children[0];
}

/** The text of the child with this name. */
export function childText(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text;
}

interface OpenElement extends XmlElement {
  readonly children: OpenElement[];
  text: string;
}
