import { expect, test } from 'vitest';
import { type ErrorCode, errorTable, failsAgain, mayPass, PdfgenError, reword, toProblem } from '../../src/contract/errors.ts';
import { documentErrors } from '../../src/contract/generate.ts';

test('the errors of data and templates come again; a time limit, the machine or a server may do better later', () => {
  expect([...documentErrors, 'TEMPLATE_INVALID', 'PAYLOAD_TOO_LARGE'].filter((code) => !failsAgain(code))).toEqual([
    'VALIDATION_TIMEOUT',
    'RENDER_TIMEOUT',
    'RENDER_FAILED',
  ]);
  const others = ['OVERLOADED', 'STORE_UNAVAILABLE', 'REMOTE_UNREACHABLE', 'RATE_LIMITED', 'JOB_CANCELED', 'RESULT_EXPIRED'];
  // Codes of the record, and of foreign servers, may be in no table.
  expect([...others, 'FILE_NOT_WRITTEN', 'toString'].filter(failsAgain)).toEqual([]);
});

test.each(Object.keys(errorTable) as ErrorCode[])('an error carries the HTTP status of %s', (code) => {
  const error = new PdfgenError(code, 'A detail.');
  expect([error.status, reword(error, 'Other words.').status, toProblem(error).status]).toEqual(
    Array.from({ length: 3 }, () => errorTable[code].status),
  );
});

test('a call may succeed later when the server is away or busy, or the caller has asked too often', () => {
  const passing = (Object.keys(errorTable) as ErrorCode[]).filter(mayPass).toSorted();
  expect(passing).toEqual(['OVERLOADED', 'QUOTA_EXCEEDED', 'RATE_LIMITED', 'REMOTE_UNREACHABLE', 'STORE_UNAVAILABLE']);
});
