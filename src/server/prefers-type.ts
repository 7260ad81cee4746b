// Which of two media types a client wants.

/** Whether the header Accept (RFC 9110, 12.5.1) names a type and does not prefer the other, which clients get that name neither. */
export function prefersType(accept: string | undefined, type: string, other: string): boolean {
  const wishes = new Map(
    (accept ?? '').split(',').map((range) => {
      const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((one) => one.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const;
    }),
  );
  const wish = wishes.get(type) ?? 0;
  return wish > 0 && wish >= (wishes.get(other) ?? 0);
}
