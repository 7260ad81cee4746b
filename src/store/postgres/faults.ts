// Turns faults of PostgreSQL and of the connection to it into service errors. Their messages may name hosts and users, so they go into the
// cause only.
import pg from 'pg';
import { PdfgenError } from '../../contract/errors.ts';
import { diskFull } from '../../files/disk-full.ts';

/** Seconds after which a repeat may succeed. */
const retryAfter = 2;

/** Another transaction or a change of a table was in the way: nothing was stored, and the same work may succeed at once. */
export function isCollision(fault: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(fault)) || isOutdatedPlan(fault);
}

/** The statement was prepared before its table got another column. It has to be prepared again. */
export function isOutdatedPlan(fault: unknown): boolean {
  return codeOf(fault) === '0A000' && (fault as { readonly routine?: unknown }).routine === 'RevalidateCachedQuery';
}

/** Whether a service error says that a lock could not be had within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof PdfgenError && codeOf(error.cause) === '55P03';
}

/**
 * Whether the connection must not be used again. 25006: the server became a replica, and a new connection may lead to its successor. 25P: the
 * transaction does not end as expected.
 */
export function isBroken(fault: unknown): boolean {
  return !(fault instanceof PdfgenError) && (!(fault instanceof pg.DatabaseError) || /^(?:08|25006|25P|57P)/.test(codeOf(fault)));
}

/** Whether the server starts, shuts down, has no connection left, or did not answer in time. pg gives its own faults of connections no code. */
export function isDatabaseAway(fault: Error): boolean {
  if (fault instanceof pg.DatabaseError) return /^(?:08|53300|57P0[123])/.test(codeOf(fault)) && !isRefusal(fault);
  return /^(?:timeout expired|timeout exceeded|Query read timeout|Connection terminated)/.test(fault.message);
}

/** Whether the user, the password, the database or the configuration is wrong. */
function isRefusal(fault: Error): boolean {
  const code = codeOf(fault);
  return /^(?:28|3D000)/.test(code) || (code === '08P01' && refusalsOfPooler.test(fault.message));
}

/** PgBouncer gives all faults of a login the code 08P01, also those of the server behind it. Only the words differ. */
const refusalsOfPooler =
  /does not exist|no such (?:database|user)|authentication|password|pg_hba\.conf|not permitted|rejected|required|unsupported startup parameter|config error/;

export function toServiceError(fault: unknown): unknown {
  if (fault instanceof PdfgenError || fault instanceof TypeError || fault instanceof RangeError) return fault;
  const code = codeOf(fault);
  if (!(fault instanceof pg.DatabaseError)) {
    const detail = describeTls(fault);
    if (detail !== undefined) return unavailable(detail, fault);
    return unavailable('The database cannot be reached, or broke off the connection. Try again.', fault);
  }
  if (code === '53100') return diskFull(fault);
  if (code === 'XX001' || code === 'XX002') {
    return new PdfgenError('INTERNAL', "The database is damaged. Restore a backup with PostgreSQL's own tools.", {
      cause: fault,
    });
  }
  if (code === '28000' && fault.message.includes('no encryption')) {
    return unavailable('The database refuses connections without TLS. Add sslmode=verify-full to its URL.', fault);
  }
  if (code === '28000' && fault.message.includes('client certificate')) {
    return unavailable(
      'The database asks for a certificate of its client. Name its files with sslcert=FILE and sslkey=FILE in the URL.',
      fault,
    );
  }
  if (isRefusal(fault)) {
    return unavailable('The database refuses the connection. Check the user, password and database name in its URL.', fault);
  }
  // 53: too many connections, or not enough memory. 55P03: lock time-out. 57014: statement time-out. 57P: the server shuts down or starts.
  // 25006: the server became a replica. 25P: the transaction took too long, or does not end.
  if (/^(?:08|40|53|55P03|57014|57P|25006|25P)/.test(code)) {
    return unavailable('The database does not answer now, or answers too slowly. Try again.', fault);
  }
  return fault;
}

/** What is wrong with TLS; undefined: something else is wrong. */
function describeTls(fault: unknown): string | undefined {
  const code = codeOf(fault);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'The certificate of the database is for another host than its URL names. Write the host of the certificate, or use sslmode=verify-ca.';
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return 'The certificate of the database has expired or is not valid yet. Renew it.';
  if (/UNABLE_TO_(?:GET_ISSUER_CERT|VERIFY)|SELF_SIGNED_CERT/.test(code))
    return 'The certificate of the database is not trusted. Name the certificate of its authority with sslrootcert=FILE in the URL.';
  if (/_ALERT_(?:UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_)/.test(code))
    return 'The database refuses the certificate of sslcert. Name a certificate that its authority has signed.';
  if ((fault as Error | undefined)?.message.includes('does not support SSL'))
    return 'The database has no TLS. Turn it on, or write sslmode=disable in its URL.';
  return undefined;
}

function unavailable(detail: string, cause: unknown): PdfgenError {
  return new PdfgenError('STORE_UNAVAILABLE', detail, { cause, retryAfter });
}

/** SQLSTATE, or the code of a system fault. */
function codeOf(fault: unknown): string {
  return String((fault as { readonly code?: unknown } | undefined)?.code ?? '');
}
