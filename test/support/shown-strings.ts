// The array of a TJ operator as a viewer reads it (ISO 32000-2, 7.3.4.2 and 9.4.3).

/** Its strings, in Latin-1, and the numbers between them. */
export function readShown(array: string): (string | number)[] {
  return [...array.matchAll(/\(((?:[^()\\]|\\.)*)\)|(-?[0-9.]+)/gs)].map(([, literal, number]) =>
    literal === undefined ? Number(number) : literal.replace(/\\(.)/gs, (_, escaped) => (escaped === 'r' ? '\r' : escaped)),
  );
}
