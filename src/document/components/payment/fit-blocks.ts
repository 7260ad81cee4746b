// Fits the headings and values of a section of a QR bill into its height: the letters shrink in steps within the guidelines.
import type { TextLine } from '../../text/shaped-text.ts';
import type { BillWriter } from './bill-writer.ts';

/** A heading with its values, each on lines of its own, or with the height of a field in which the payer writes. */
export interface Block {
  readonly heading: string;
  readonly values: readonly string[];
  readonly field?: { readonly width: number; readonly height: number };
}

/** Sizes of letters and the distance of lines, in pt. */
export interface Sizes {
  readonly value: number;
  readonly heading: number;
  readonly line: number;
}

export interface FittedBlock {
  readonly heading: TextLine;
  readonly values: readonly (readonly TextLine[])[];
  readonly field?: Block['field'];
}

export interface FittedBlocks {
  readonly sizes: Sizes;
  readonly blocks: readonly FittedBlock[];
  /** Between two blocks. */
  readonly gap: number;
}

/** From a heading to the field below it, beyond the line. */
export const fieldGap = 1.1;

/**
 * Lays out the first variant in the largest sizes that fit. The other variants have shorter texts, and are taken in the smallest sizes if the first one does
 * not fit. Undefined: none fits.
 */
export function fitBlocks(
  writer: BillWriter,
  variants: readonly (readonly Block[])[],
  steps: readonly Sizes[],
  room: { readonly width: number; readonly height: number },
): FittedBlocks | undefined {
  const layOut = (blocks: readonly Block[], sizes: Sizes): FittedBlocks => {
    const fitted = blocks.map(({ heading, values, field }) => ({
      heading: writer.wrap(heading, { size: sizes.heading, bold: true }, Number.POSITIVE_INFINITY)[0]!,
      values: values.map((value) => writer.wrap(value, { size: sizes.value }, room.width)),
      ...(field && { field }),
    }));
    const height = fitted.reduce((sum, block) => sum + heightOf(block, sizes), 0);
    return { sizes, blocks: fitted, gap: Math.min(sizes.line, (room.height - height) / Math.max(1, fitted.length - 1)) };
  };
  for (const sizes of steps) {
    const tried = layOut(variants[0]!, sizes);
    if (tried.gap >= sizes.line / 2) return tried;
  }
  const smallest = steps.at(-1)!;
  return variants.map((blocks) => layOut(blocks, smallest)).find(({ gap }) => gap >= 1);
}

/** Height of a block in pt. */
export function heightOf({ values, field }: FittedBlock, { line }: Sizes): number {
  const count = values.reduce((sum, lines) => sum + lines.length, 1);
  return count * line + (field ? fieldGap + field.height : 0);
}
