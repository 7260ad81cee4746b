// How many trials each random test makes: few in `npm test`, many in `npm run test:rest`, which runs the files named here once more.

/** Name of a test file, and of its test where it has several -> trials in `npm test`, trials in `npm run test:rest`. */
const counts = {
  'arrange-rows.slow': [20, 60],
  'call-queue.slow': [5, 20],
  'canonical-meaning.slow': [15, 50],
  'compile-filter': [80, 400],
  'day-filters': [60, 400],
  'defined-column': [15, 100],
  'divided-boxes.slow': [100, 500],
  'editing/table-columns': [15, 60],
  direction: [30, 400],
  'element-expression': [60, 300],
  'extraction.slow': [12, 60],
  'extreme-numbers.slow': [2, 5],
  'fill-lines.slow': [100, 500],
  'fit-lines.slow': [25, 100],
  'flow-columns.slow flows': [15, 75],
  'flow-columns.slow lengths': [10, 50],
  'generated-remedies.slow': [200, 2000],
  'hostile-pdf.slow': [4, 20],
  'full-width': [100, 500],
  'indexed-finder.slow': [1, 3],
  'invoice-schema.rest': [10, 40],
  'kept-chain.slow': [60, 400],
  'legal-structure.slow': [15, 50],
  'life-of-a-batch.slow': [5, 12],
  'limited-resumes.slow': [3, 12],
  'list-numbers.slow': [10, 40],
  'lone-glyphs.slow': [60, 200],
  moment: [80, 500],
  'names-in-use': [300, 3000],
  'numbers.slow': [12, 60],
  'origin.slow': [12, 60],
  'outlines.slow': [15, 300],
  'outline-table': [3, 10],
  'published-schema.rest': [300, 300],
  'random-charts.slow': [40, 200],
  'random-codes.slow': [4, 12],
  'random-edits.slow': [1, 2],
  'random-grammar.slow': [12, 40],
  'random-notes.slow': [8, 30],
  'random-operations.slow': [10, 100],
  'random-payments.slow': [1, 3],
  'random-tables.slow': [15, 80],
  'random-templates.slow': [10, 45],
  'read-parts': [40, 150],
  'right-to-left': [2, 15],
  'running-marks.slow': [15, 150],
  'sample-data.slow schemas': [10, 40],
  'sample-data.slow templates': [3, 8],
  'share-heights': [25, 500],
  'simple-text.slow': [10_000, 60_000],
  'slow-pattern.slow nested': [6, 25],
  'slow-pattern.slow texts': [600, 3000],
  'soundness.slow': [25, 300],
  'sum-rows': [30, 500],
  'text-pieces': [300, 3000],
} as const satisfies Readonly<Record<string, readonly [few: number, many: number]>>;

export type RandomTest = keyof typeof counts;

const { PDFGEN_TEST_COUNT: count, PDFGEN_TEST_SEED: first = '1' } = process.env;

/** Whether `npm run test:rest` runs. */
export const isRest = process.env.PDFGEN_TEST_TRIALS === 'many';

/** Whether somebody asked for a count of their own. */
export const isStudy = count !== undefined;

/** The files with random tests that have more trials in `npm run test:rest`. */
export const randomFiles: readonly string[] = [
  ...new Set(Object.keys(counts).map((test) => `test/**/${test.split(' ')[0]}.test.ts`)),
];

/** How many trials a test makes. PDFGEN_TEST_COUNT names another count. */
export function trialCount(test: RandomTest): number {
  const [few, many] = counts[test];
  return Number(count ?? (isRest ? many : few));
}

/** Seeds of the trials of a test. PDFGEN_TEST_SEED names the first. */
export function trialSeeds(test: RandomTest): readonly number[] {
  return Array.from({ length: trialCount(test) }, (_, i) => Number(first) + i);
}
