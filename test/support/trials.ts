// How many trials each random test makes: few in `npm test`, many in `npm run test:rest`, which runs the files named here once more.

/** Test file, and which of its tests where it has several -> trials in `npm test`, trials in `npm run test:rest`. */
const counts = {
  'batch/life-of-a-batch.slow': [3, 12],
  'batch/limited-resumes.slow': [3, 12],
  'data/slow-pattern.slow nested': [6, 25],
  'data/slow-pattern.slow texts': [600, 3000],
  'document/barcode/random-codes.slow': [4, 12],
  'document/compile/canonical-meaning.slow': [15, 50],
  'document/compile/random-grammar.slow': [8, 40],
  'document/components/extreme-numbers.slow': [2, 5],
  'document/components/flow-columns.slow flows': [15, 75],
  'document/components/flow-columns.slow lengths': [10, 50],
  'document/components/list-numbers.slow': [10, 40],
  'document/components/numbers.slow': [12, 60],
  'document/components/old-notation': [5, 20],
  'document/components/random-charts.slow': [40, 200],
  'document/components/random-notes.slow': [8, 30],
  'document/components/random-tables.slow': [15, 80],
  'document/components/table-spans': [20, 60],
  'document/components/table-tags': [3, 10],
  'document/layout/divided-boxes': [100, 500],
  'document/layout/legal-structure.slow': [15, 50],
  'document/layout/origins.slow': [12, 60],
  'document/payment/random-payments.slow': [1, 3],
  'document/text/extraction.slow': [12, 60],
  'document/text/font/lone-glyphs.slow': [60, 200],
  'document/text/line/fit-lines.slow': [25, 100],
  'document/text/line/simple-text.slow': [10_000, 60_000],
  'document/text/wrap.slow': [100, 500],
  'editing/names-in-use': [300, 3000],
  'editing/parts': [40, 150],
  'editing/random-edits.slow': [1, 2],
  'editing/random-operations.slow': [10, 100],
  'editing/table-columns': [15, 60],
  'editing/text-pieces': [300, 3000],
  'inspect/hostile-pdf.slow': [4, 20],
  'inspect/random-templates.slow': [10, 45],
  'live-pages/sample-data schemas': [10, 40],
  'live-pages/sample-data templates': [3, 8],
  'renderer/pool/call-queue.slow': [5, 20],
  'store/filesystem/template-index.slow': [1, 3],
  'system/invoice-schema.rest': [10, 40],
} as const satisfies Readonly<Record<string, readonly [few: number, many: number]>>;

export type RandomTest = keyof typeof counts;

const { PDFGEN_TEST_COUNT: count, PDFGEN_TEST_SEED: first = '1' } = process.env;

/** Whether `npm run test:rest` runs. */
export const isRest = process.env.PDFGEN_TEST_TRIALS === 'many';

/** Whether somebody asked for a count of their own. */
export const isStudy = count !== undefined;

/** The files with random tests that have more trials in `npm run test:rest`. */
export const randomFiles: readonly string[] = [
  ...new Set(Object.keys(counts).map((test) => `test/${test.split(' ')[0]}.test.ts`)),
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
