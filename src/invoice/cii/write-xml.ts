// Writes XML 1.0: elements with text or with elements.

export interface WrittenElement {
  readonly tag: string;
  /** An attribute without a value is left out. */
  readonly attributes: Readonly<Record<string, string | undefined>>;
  readonly content: string | readonly WrittenElement[];
}

/** A document in UTF-8. */
export const writeXml = (root: WrittenElement): string => `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement(root, '')}`;

function writeElement({ tag, attributes, content }: WrittenElement, indent: string): string {
  const named = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [` ${name}="${escapeXml(value).replaceAll('"', '&quot;')}"`],
  );
  const start = `${indent}<${tag}${named.join('')}`;
  if (typeof content === 'string') return `${start}>${escapeXml(content)}</${tag}>\n`;
  if (content.length === 0) return `${start}/>\n`;
  return `${start}>\n${content.map((one) => writeElement(one, `${indent}  `)).join('')}${indent}</${tag}>\n`;
}

/** Characters that XML cannot hold are refused before, as breaches of the invoice. */
const escapeXml = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
