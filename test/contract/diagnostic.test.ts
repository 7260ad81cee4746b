import { expect, test } from 'vitest';
import {
  type Diagnostic,
  isOfTemplate,
  refuseDoubtfulTemplate,
  templateInvalid,
  warningsAmong,
} from '../../src/contract/diagnostic.ts';
import { PdfgenError } from '../../src/contract/errors.ts';

const error: Diagnostic = { severity: 'error', code: 'unknown-path', pointer: '/pages/0/body/0', message: 'No "a".', offset: 3 };
const other: Diagnostic = { severity: 'error', code: 'missing-asset', pointer: '/fonts/a', message: 'No file.' };
const warning: Diagnostic = { severity: 'warning', code: 'unused', pointer: '/styles/a', message: 'Nothing uses it.' };

/** The error that a call raises. */
function raisedBy(call: () => void): unknown {
  try {
    call();
  } catch (raised) {
    return raised;
  }
  return undefined;
}

test('the refusal of a faulty template lists its errors, and names the first and how many follow', () => {
  const refused = templateInvalid('note', [warning, error, other]);
  expect(refused).toMatchObject({
    code: 'TEMPLATE_INVALID',
    errors: [
      { path: '/pages/0/body/0', keyword: 'unknown-path', params: { offset: 3 } },
      { path: '/fonts/a', keyword: 'missing-asset', params: {} },
    ],
  });
  expect(refused.message).toMatch(/^The template "note" does not compile: .*No "a"\. \(and 1 more\)$/);
  expect(isOfTemplate(refused)).toBe(false);
});

test('strict rendering refuses a template with warnings, and not for errors', () => {
  expect(warningsAmong([error, warning])).toEqual([warning]);
  expect(raisedBy(() => refuseDoubtfulTemplate('note', [error]))).toBeUndefined();
  const refused = raisedBy(() => refuseDoubtfulTemplate('note', [error, warning])) as PdfgenError;
  expect(refused.message).toBe('Strict rendering: 1 warning of the template "note".');
  expect(refused.errors).toMatchObject([{ message: 'Nothing uses it.', params: { component: '/styles/a', ofTemplate: true } }]);
  expect(isOfTemplate(refused)).toBe(true);
});

test('a warning of one document is not one of the template', () => {
  const breach = { path: '', message: 'Cut.', keyword: 'text-cut', params: {}, schemaPath: '' };
  expect(isOfTemplate(new PdfgenError('RENDER_WARNINGS', 'Strict.', { errors: [breach] }))).toBe(false);
});
