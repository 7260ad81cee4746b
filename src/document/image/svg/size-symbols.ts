// Gives each `use` the size of its `symbol`, which the library does not heed (SVG 2, 5.5).

/** The text of an SVG in which a `use` without a size has that of its symbol. */
export function sizeSymbols(text: string): string {
  const symbols = new Map<string, Attributes>();
  for (const [tag] of text.matchAll(/<(?:[\w.-]+:)?symbol\s[^<>]*>/g)) {
    const { id, ...own } = attributesOf(tag);
    if (id !== undefined) symbols.set(`#${id}`, own);
  }
  if (symbols.size === 0) return text;
  return text.replace(/<(?:[\w.-]+:)?use\s[^<>]*?(?=\/?>)/g, (tag) => {
    const own = attributesOf(tag);
    const symbol = symbols.get(own.href ?? own['xlink:href'] ?? '') ?? {};
    const sizes = ['width', 'height'].filter((side) => own[side] === undefined && /^[\w.%+-]+$/.test(symbol[side] ?? ''));
    return `${tag}${sizes.map((side) => ` ${side}="${symbol[side]}"`).join('')}`;
  });
}

type Attributes = Readonly<Record<string, string | undefined>>;

const attributesOf = (tag: string): Attributes =>
  Object.fromEntries(
    [...tag.matchAll(/\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name, double, single]) => [name, double ?? single]),
  );
