// An example of each error for the OpenAPI document.

import { type Breach, type ErrorCode, errorTable, mayPass, PdfgenError, type Problem, toProblem } from '../contract/errors.ts';
import { lifeOf } from '../contract/life-times.ts';
import { storeIsAway } from './send-problem.ts';

const dataFault: Breach = {
  path: '/data/lines/0/qty',
  message: 'must be number, got string',
  keyword: 'type',
  params: { type: 'number' },
  schemaPath: '#/properties/lines/items/properties/qty/type',
};

/** Faults that the examples list, for codes that have a list. */
const faults: Readonly<Partial<Record<ErrorCode, readonly Breach[]>>> = {
  DATA_INVALID: [dataFault],
  BATCH_INVALID: [{ ...dataFault, path: '/items/3/data/lines/0/qty' }],
  RENDER_WARNINGS: [
    {
      path: '/data/lines/3',
      message: 'The text does not fit its place and is cut.',
      keyword: 'text-cut',
      params: { component: '/pages/0/body/2/columns/1/cell', page: 2 },
      schemaPath: '',
    },
  ],
  STANDARD_BREACH: [
    {
      path: '',
      message: 'PDF/A-2b: the image has CMYK colours without a colour profile. Save it with its profile, or in RGB.',
      keyword: 'color-profile',
      params: { component: 'logo', page: 1, standard: 'PDF/A-2b' },
      schemaPath: '',
    },
  ],
  TEMPLATE_INVALID: [
    {
      path: '/pages/0/body/2/text',
      message: 'There is no path "custmer" in the data.',
      keyword: 'unknown-path',
      params: { offset: 3 },
      schemaPath: '',
    },
  ],
};

const uuid = '0190a0a0-0000-7000-8000-000000000001';

/** The server's message for a code. A code without one here shows its help from the table of errors. */
const details: Readonly<Partial<Record<ErrorCode, string>>> = {
  INVALID_REQUEST: '/colour is not known here.',
  INVALID_UUID: 'uuid must be a UUID, got "42".',
  UNAUTHENTICATED: 'The call needs one header "Authorization: Bearer TOKEN".',
  CAPABILITY_EXPIRED:
    'The capability or its session has ended. The host application must open a new session, which gives a new capability.',
  FORBIDDEN: 'The token lacks the scope that this call needs.',
  TEMPLATE_NOT_FOUND: `There is no template "${uuid}".`,
  JOB_NOT_FOUND: `There is no render job ${uuid}.`,
  BATCH_NOT_FOUND: `There is no render batch ${uuid}.`,
  JOB_NOT_COMPLETED: `The render job ${uuid} has not ended: it is processing.`,
  BATCH_NOT_FINISHED: `The render batch ${uuid} has not ended: it is processing.`,
  JOB_CANCELED: `The render job ${uuid} was canceled and has no result.`,
  RESULT_EXPIRED: `The result of the render job ${uuid} is no longer kept.`,
  RESULT_LOST: 'The stored result is missing or damaged. Render the document again.',
  IDEMPOTENCY_CONFLICT: `Another request used this Idempotency-Key within the last ${lifeOf('key')}. Send the same request again, or use a new key.`,
  PRECONDITION_REQUIRED: 'A save needs the header If-Match with the revision that it replaces, such as "2".',
  PAYLOAD_TOO_LARGE: 'The body is larger than the limit of 1048576 bytes.',
  TOO_MANY_ITEMS: 'The batch has 1200 items; a batch may have 1000. Send several batches.',
  UNSUPPORTED_MEDIA_TYPE: 'The body must be JSON: send Content-Type: application/json.',
  DATA_INVALID: 'The data does not fit the contract of "invoice": 1 fault.',
  BATCH_INVALID: '1 of 20 items is invalid. No job was created.',
  EMBEDDED_DATA_CONTRACT_READ_ONLY: 'An embedded save may change only the pages, not dataSchema. Nothing was saved.',
  TEMPLATE_INVALID: 'The template "invoice" does not compile: /pages/0/body/2/text There is no path "custmer" in the data.',
  RENDER_LIMIT: 'The PDF is larger than 268435456 bytes (limit maxOutputBytes).',
  RENDER_WARNINGS: 'Strict rendering: 1 warning.',
  STANDARD_BREACH: 'The document breaks PDF/A-2b: 1 breach.',
  VALIDATION_TIMEOUT: 'Checking the data took longer than allowed and was stopped.',
  RENDER_TIMEOUT: 'Rendering took longer than allowed and was stopped.',
  RATE_LIMITED: 'More than 600 calls a minute.',
  OVERLOADED: 'The server is shutting down.',
  STORE_UNAVAILABLE: storeIsAway,
  INTERNAL: 'An unexpected fault in the server. The log of the server has details under the requestId.',
};

/** Whether the answer has `Retry-After`: the seconds after which a repeat may succeed. */
export function isWorthRetrying(code: ErrorCode): boolean {
  return mayPass(code) || code === 'JOB_NOT_COMPLETED' || code === 'BATCH_NOT_FINISHED';
}

/** A problem document of this code as a call could get it. */
export function exampleProblem(code: ErrorCode): Problem {
  const problem = toProblem(new PdfgenError(code, details[code] ?? errorTable[code].help, { errors: faults[code] }));
  return { ...problem, requestId: '0190a0a0-1111-7000-8000-00000000abcd' };
}
