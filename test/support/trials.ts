// How many random documents a test makes.

/** More were asked for than in each run. */
export const isMore = process.env.PDFGEN_TEST_COUNT !== undefined;

/** Seeds of random documents. `usual`: how many in each run. PDFGEN_TEST_COUNT and PDFGEN_TEST_SEED name others. */
export function trialSeeds(usual: number): readonly number[] {
  const { PDFGEN_TEST_COUNT: count = usual, PDFGEN_TEST_SEED: first = 1 } = process.env;
  return Array.from({ length: Number(count) }, (_, i) => Number(first) + i);
}
