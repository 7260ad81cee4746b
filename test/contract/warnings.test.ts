import { expect, test } from 'vitest';
import { describeBreach, listWarnings, warningBreach, writeBreach } from '../../src/contract/warnings.ts';

const warning = { code: 'text-cut', component: '/pages/0/body/3', page: 2, message: 'The text is cut.' };

test.each(['/data/lines/7', '/lines/7', ''])('a warning that strict rendering refuses keeps its place: %j', (dataPath) => {
  const breach = warningBreach({ ...warning, dataPath });
  const text = `The text is cut. (text-cut, page 2, /pages/0/body/3${dataPath && `, data ${dataPath}`})`;
  expect([writeBreach(breach), describeBreach(breach)]).toEqual([text, text]);
});

test('a list of many documents cuts long messages of warnings, between whole characters', () => {
  const message = `${'x'.repeat(298)}\u{1f600}${'y'.repeat(200)}`;
  const [short, long] = listWarnings([warning, { ...warning, message }].map((one) => ({ ...one, dataPath: null })));
  expect([short!.message, long!.message]).toEqual([warning.message, `${'x'.repeat(298)}…`]);
});
