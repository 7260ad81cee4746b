// The module `#part-schemas` of the editor: the schemas of all parts of a template with their descriptions, as code in which equal schemas stand once.

/** Shorter schemas are written where they are used: names for them would save nothing. */
const leastShared = 40;

export const partSchemas = () => ({
  name: 'part-schemas',
  resolveId: { filter: { id: /^#part-schemas$/ }, handler: () => '\0/part-schemas.js' },
  load: {
    filter: { id: /^\0\/part-schemas\.js$/ },
    async handler() {
      const { partSchemas: collect } = await import('../.build/document/compile/part-schemas.js');
      return writeShared('schemas', collect());
    },
  },
});

/** Code of a module that exports a value. */
function writeShared(name, value) {
  const counts = new Map();
  const count = (one) => {
    if (typeof one !== 'object' || one === null) return;
    const text = JSON.stringify(one);
    counts.set(text, (counts.get(text) ?? 0) + 1);
    // What stands in a shared value stands once.
    if (counts.get(text) === 1) for (const inner of Object.values(one)) count(inner);
  };
  count(value);
  const names = new Map();
  const lines = [];
  const write = (one) => {
    if (typeof one !== 'object' || one === null) return JSON.stringify(one);
    const text = JSON.stringify(one);
    if (names.has(text)) return names.get(text);
    const code = Array.isArray(one)
      ? `[${one.map(write).join(',')}]`
      : `{${Object.entries(one)
          .map(([key, inner]) => `${JSON.stringify(key)}:${write(inner)}`)
          .join(',')}}`;
    if (counts.get(text) === 1 || text.length < leastShared) return code;
    const own = `s${names.size}`;
    names.set(text, own);
    lines.push(`const ${own}=${code};`);
    return own;
  };
  const whole = write(value);
  return `${lines.join('\n')}\nexport const ${name} = ${whole};`;
}
