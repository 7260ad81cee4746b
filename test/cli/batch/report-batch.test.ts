// What a person reads of faults and failures.
import { expect, test } from 'vitest';
import type { BatchResult } from '../../../src/batch/batch-result.ts';
import type { BatchRun } from '../../../src/batch/batch-run.ts';
import { BatchReporter } from '../../../src/cli/batch/report-batch.ts';
import type { CommandContext } from '../../../src/cli/context.ts';

function open() {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const context = {
    io: { cwd: '/', env: {}, stderr: { write: say, isTTY: false } },
    options: { json: false, quiet: false },
    errorStyle: { bold: String, yellow: String, dim: String },
    say,
    toPaste: (line: string) => `pdfgen ${line}`,
  } as unknown as CommandContext;
  return { reporter: new BatchReporter(context), lines };
}

async function summarize(codes: readonly string[], leftOut = 0): Promise<string> {
  const { reporter, lines } = open();
  const failures = codes.map((code, i) => ({
    item: i,
    reference: null,
    file: `${i}.pdf`,
    error: { code, detail: '' },
    warnings: [],
  }));
  const result = {
    completed: 1,
    kept: 0,
    failed: codes.length,
    doubtful: 0,
    rejected: 0,
    removed: 0,
    ofOtherTemplate: 0,
    leftOut,
  };
  const run = { options: { limit: 1 }, earlier: { run: { options: {} } }, collected: [] } as unknown as BatchRun;
  await reporter.summarize(run, {
    ...result,
    templateWarnings: 0,
    failures,
    outputs: [],
    record: 'run.jsonl',
  } as unknown as BatchResult);
  return lines.slice(lines.findIndex((line) => line.startsWith('1 document made')) + 1).join('\n');
}

test.each<readonly [codes: readonly string[], leftOut: number, advice: string]>([
  [['OVERLOADED', 'RENDER_TIMEOUT'], 0, 'Try the failed documents again with: pdfgen generate batch --resume run.jsonl'],
  [['RENDER_LIMIT', 'DATA_INVALID'], 0, 'The failed documents will fail again until the data or the template is corrected.'],
  [
    ['RENDER_LIMIT', 'OVERLOADED', 'TEMPLATE_INVALID'],
    0,
    '2 of the failed documents will fail again until the data or the template is corrected.\nTry the other failed documents again with: pdfgen generate batch --resume run.jsonl',
  ],
  [
    ['RENDER_LIMIT'],
    2,
    'The failed documents will fail again until the data or the template is corrected.\n--limit left out 2 documents of the run. Continue with: pdfgen generate batch --resume run.jsonl',
  ],
  [[], 0, ''],
])('after failures %s', async (codes, leftOut, advice) => {
  expect(await summarize(codes, leftOut)).toBe(advice);
});

test('grouped faults are printed also if the check does not come to its end', async () => {
  const { reporter, lines } = open();
  for (const line of [2, 3, 4, 5]) {
    const faults = [{ file: 'a.csv', line, message: 'the row has 4 cells' }];
    await reporter.report({ kind: 'rejected', item: line, reference: null, source: { file: 'a.csv', line }, faults });
  }
  expect(lines).toEqual([]);
  reporter.close();
  reporter.close();
  expect(lines).toEqual(['a.csv:2  the row has 4 cells; 3 more faults like this: 3, 4, 5\n']);
});
