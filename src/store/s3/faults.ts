// Faults of an object store, as an operator has to hear of them.
import { PdfgenError } from '../../contract/errors.ts';

/** The store answered, and refused the call. */
export class S3Refusal extends Error {
  readonly status: number;
  /** Code of S3, such as `NoSuchKey`. Empty: the answer has no code. */
  readonly code: string;
  /** The region of the bucket, if the store names it. */
  readonly region: string | undefined;
  /** The time of the store. */
  readonly date: string | undefined;

  constructor(facts: Pick<S3Refusal, 'status' | 'code' | 'region' | 'date'>) {
    super(`it answers ${[facts.status, facts.code].join(' ').trim()}`);
    this.status = facts.status;
    this.code = facts.code;
    this.region = facts.region;
    this.date = facts.date;
  }
}

/** What a message names. */
export interface FaultPlace {
  readonly bucket: string;
  readonly region: string;
  /** Method and address of the call. Only the log shows it. */
  readonly call: string;
  /** What an operator has to check if the store refuses the credentials. */
  readonly credentials: string;
}

/** Whether the same call may succeed a moment later. */
export function isPassing(fault: unknown): boolean {
  if (fault instanceof S3Refusal) return passingStatuses.includes(fault.status) || passingCodes.includes(fault.code);
  if (fault instanceof PdfgenError) return fault.code === 'STORE_UNAVAILABLE';
  return codeOf(fault) !== undefined && !isMisdialled(fault);
}

/** Whether the store, or a proxy before it, answers that it cannot serve now. */
export function isObjectStoreAway(fault: Error): boolean {
  return fault instanceof S3Refusal && ([502, 503, 504].includes(fault.status) || fault.code === 'SlowDown');
}

const passingStatuses = [429, 500, 502, 503, 504];
const passingCodes = ['SlowDown', 'RequestTimeout', 'InternalError', 'ServiceUnavailable', 'OperationAborted'];

/** Codes of a store that no longer takes the credentials, but would take newer ones. */
export function isExpired(fault: unknown): boolean {
  return (
    fault instanceof S3Refusal &&
    ['ExpiredToken', 'InvalidToken', 'TokenRefreshRequired', 'InvalidAccessKeyId'].includes(fault.code)
  );
}

/** The error for a fault: STORE_UNAVAILABLE, or INTERNAL for bytes that are not the ones that were said. */
export function toStoreError(fault: unknown, place: FaultPlace): PdfgenError {
  if (fault instanceof PdfgenError) return fault;
  const cause = new Error(`${place.call}: ${fault instanceof Error ? fault.message || String(codeOf(fault)) : String(fault)}`, {
    cause: fault,
  });
  if (fault instanceof S3Refusal && wrongDigests.includes(fault.code))
    return new PdfgenError('INTERNAL', 'The bytes that reached the object store do not have the SHA-256 that was said of them.', {
      cause,
    });
  if (fault instanceof S3Refusal && !isPassing(fault))
    return storeUnavailable(describeRefusal(fault, place), { cause, retryAfter: 30 });
  if (fault instanceof S3Refusal)
    return storeUnavailable(`The object store refuses calls for now (${nameOf(fault)}). Try again later.`, { cause });
  const code = codeOf(fault);
  if (code === undefined) return new PdfgenError('INTERNAL', 'An unexpected fault beside the object store.', { cause });
  if (isMisdialled(fault))
    return storeUnavailable(
      `There is no trusted connection to the object store (${code}). Correct http or https and the host of its endpoint, or name the authority of its certificate in NODE_EXTRA_CA_CERTS.`,
      { cause, retryAfter: 30 },
    );
  return storeUnavailable(`The object store cannot be reached (${code}). Try again later.`, { cause });
}

/** STORE_UNAVAILABLE, worth another try in 5 s unless said otherwise. */
export function storeUnavailable(detail: string, more: { readonly cause: unknown; readonly retryAfter?: number }): PdfgenError {
  return new PdfgenError('STORE_UNAVAILABLE', detail, { retryAfter: 5, ...more });
}

const wrongDigests = ['BadDigest', 'XAmzContentSHA256Mismatch', 'InvalidDigest'];

/** Statuses of a call to the wrong region. */
const wrongPlaces = [301, 307, 400];

/** The refusals below come of wrong configuration, so each names what to correct. */
function describeRefusal(refusal: S3Refusal, { bucket, region: own, credentials }: FaultPlace): string {
  const { status, code, region, date } = refusal;
  if (code === 'NoSuchBucket')
    return `The object store has no bucket "${bucket}". Create it, or correct the URL of the object store.`;
  if (code === 'RequestTimeTooSkewed')
    return `The clocks of this machine and of the object store differ too much${date ? `: the object store has ${date}` : ''}. Set the clock.`;
  if (region !== undefined && region !== own && wrongPlaces.includes(status))
    return `The bucket "${bucket}" is in the region "${region}". Write region=${region} in the URL of the object store.`;
  if (status >= 300 && status < 400)
    return `The bucket "${bucket}" has another address (${nameOf(refusal)}). Correct endpoint, region or style in the URL of the object store.`;
  if (code === 'AccessDenied')
    return `The object store denies access to the bucket "${bucket}". Its policy must allow to list the bucket and to read, write and delete objects.`;
  if (status === 401 || status === 403)
    return `The object store refuses the credentials (${nameOf(refusal)}). Check ${credentials}.`;
  if (code === '')
    return `The endpoint does not answer as an object store does (status ${status}). Correct the URL of the object store.`;
  return `The object store refuses the call (${nameOf(refusal)}). Check its configuration.`;
}

const nameOf = ({ status, code }: S3Refusal): string => [status, code].join(' ').trim();

/** A certificate or a protocol that another try does not change. */
function isMisdialled(fault: unknown): boolean {
  return /CERT|SIGNATURE|^ERR_TLS|^ERR_SSL|^EPROTO$|^HPE_/.test(codeOf(fault) ?? '');
}

/** Code of a broken connection or of a time limit. Undefined: a fault of this program. */
function codeOf(fault: unknown): string | undefined {
  const { code } = (fault ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
