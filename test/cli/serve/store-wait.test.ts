import { expect, test } from 'vitest';
import { createStoreWait } from '../../../src/cli/serve/store-wait.ts';
import { PdfgenError } from '../../../src/contract/errors.ts';

test('each change of what is away is logged once, and probes hear of the latest', async () => {
  const told: string[] = [];
  const log = { tellAway: ({ message }: PdfgenError) => void told.push(message), tellBack: () => void told.push('back') };
  const answers: (() => PdfgenError)[] = [];
  const { onAway, onBack } = createStoreWait(new AbortController().signal, log, async (latest) => void answers.push(latest));
  for (const what of ['database', 'database', 'bucket', 'bucket']) await onAway(new PdfgenError('STORE_UNAVAILABLE', what));
  onBack();
  expect(told).toEqual(['database', 'bucket', 'back']);
  expect(answers.map((latest) => latest().message)).toEqual(['bucket']);
});
