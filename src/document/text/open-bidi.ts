// Opens the package that finds the directions of text.
import bidiFactory, { type Bidi } from 'bidi-js';

export const openBidi = (): Bidi => (bidiFactory as unknown as () => Bidi)();
