// Colours words for a terminal.

/** Paints words; without colours, returns them unchanged. */
export interface Style {
  readonly hasColor: boolean;
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly green: (text: string) => string;
  readonly cyan: (text: string) => string;
}

const same = (text: string) => text;
const plain: Style = { hasColor: false, bold: same, dim: same, red: same, yellow: same, green: same, cyan: same };

/** A style for a stream; loads chalk only for colours. */
export async function createStyle(colored: boolean): Promise<Style> {
  if (!colored) return plain;
  const { Chalk } = await import('chalk');
  const { bold, dim, red, yellow, green, cyan } = new Chalk({ level: 1 });
  return { hasColor: true, bold, dim, red, yellow, green, cyan };
}
