// Colours, or none.

/** Paints words for a terminal; the identity where there are no colours. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly green: (text: string) => string;
  readonly cyan: (text: string) => string;
}

const same = (text: string) => text;
const plain: Style = { bold: same, dim: same, red: same, yellow: same, green: same, cyan: same };

/** A style for a stream; chalk is loaded only where there are colours. */
export async function createStyle(colored: boolean): Promise<Style> {
  if (!colored) return plain;
  const { Chalk } = await import('chalk');
  return new Chalk({ level: 1 });
}
