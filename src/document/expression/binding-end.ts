// Where a binding of a text ends.

/** The index of the `}}` that closes a binding. -1: nothing closes it. Quotes may hold braces. `from`: index behind `{{`. */
export function findBindingEnd(source: string, from: number): number {
  let quote = '';
  for (let i = from; i < source.length; i++) {
    const character = source[i]!;
    if (quote) {
      if (character === '\\') i++;
      else if (character === quote) quote = '';
    } else if (character === "'" || character === '"') quote = character;
    else if (character === '}' && source[i + 1] === '}') return i;
  }
  return -1;
}
