// Writes XML 1.0: elements with text or with elements.

/** An element. Undefined: there is nothing to write. */
export type Element =
  | { readonly tag: string; readonly attributes: Attributes; readonly content: string | readonly Element[] }
  | undefined;

type Attributes = Readonly<Record<string, string | undefined>>;

/** An element with text. Undefined without a text. */
export const leaf = (tag: string, text: string | undefined, attributes: Attributes = {}): Element =>
  text === undefined ? undefined : { tag, attributes, content: text };

/** An element with elements. Undefined if all of them are. */
export function branch(tag: string, ...content: readonly Element[]): Element {
  const known = content.filter((one) => one !== undefined);
  return known.length === 0 ? undefined : { tag, attributes: {}, content: known };
}

/** An element that stands even if it is empty. */
export const always = (tag: string, ...content: readonly Element[]): Element =>
  branch(tag, ...content) ?? { tag, attributes: {}, content: [] };

/** A document in UTF-8. */
export const writeXml = (root: Element): string => `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}`;

function write(element: Element, indent: string): string {
  if (element === undefined) return '';
  const { tag, attributes, content } = element;
  const named = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [` ${name}="${escapeXml(value).replaceAll('"', '&quot;')}"`],
  );
  const start = `${indent}<${tag}${named.join('')}`;
  if (typeof content === 'string') return `${start}>${escapeXml(content)}</${tag}>\n`;
  if (content.length === 0) return `${start}/>\n`;
  return `${start}>\n${content.map((one) => write(one, `${indent}  `)).join('')}${indent}</${tag}>\n`;
}

/** XML 1.0, 2.2: characters that a document cannot hold are left out; half a pair of surrogates is U+FFFD. */
const escapeXml = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
