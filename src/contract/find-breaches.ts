// Turns the refusal of a document's data into the list of its faults.
import { type Breach, type ErrorCode, PdfgenError } from './errors.ts';

/** Errors that say what is wrong with the data of one document, before it is drawn. */
export const dataErrors = [
  'DATA_INVALID',
  'INVOICE_INVALID',
  'METADATA_INVALID',
  'STANDARD_BREACH',
  'RENDER_WARNINGS',
] as const satisfies readonly ErrorCode[];

export interface FoundBreaches {
  readonly breaches: readonly Breach[];
  /** There are more breaches than an error lists. */
  readonly truncated: boolean;
  /** The error that lists the breaches. */
  readonly code?: ErrorCode | undefined;
}

/** The breaches that a check raises. Other errors pass. */
export async function findBreaches(check: Promise<void>): Promise<FoundBreaches> {
  try {
    await check;
    return { breaches: [], truncated: false };
  } catch (error) {
    const code = error instanceof PdfgenError ? dataErrors.find((one) => one === error.code) : undefined;
    if (code === undefined) throw error;
    const { message, errors, errorsTruncated = false } = error as PdfgenError;
    return {
      breaches: errors ?? [{ path: '', message, keyword: code, params: {}, schemaPath: '' }],
      truncated: errorsTruncated,
      code,
    };
  }
}
