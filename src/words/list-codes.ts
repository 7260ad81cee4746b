// Names characters by their code points in messages.

/** The first five code points, and how many more there are. */
export function listCodes(codes: readonly number[], show: (code: number) => string = formatCode): string {
  const more = codes.length > 5 ? ` and ${codes.length - 5} more` : '';
  return codes.slice(0, 5).map(show).join(', ') + more;
}

/** `U+0007` */
export function formatCode(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
