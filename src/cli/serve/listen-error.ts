// Says why a server cannot listen.
import type { ServerSettings } from '../../settings/server-settings.ts';
import { UsageError } from '../../words/usage-error.ts';

interface ListenFault extends NodeJS.ErrnoException {
  readonly address?: string;
  readonly hostname?: string;
  readonly port?: number;
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there; choose another port with --PORT',
  EACCES: 'there is no permission; ports below 1024 are for the administrator',
  EADDRNOTAVAIL: 'this machine has no such address; choose another address with --HOST',
  ENOTFOUND: 'the name of the host is unknown; choose another host with --HOST',
};

/** The error in words, if the address is at fault. Names the flags of `pdfgen serve`. */
export function listenError(error: unknown, { port: own }: Pick<ServerSettings, 'port'>): unknown {
  const { code = '', address, hostname, port } = error as ListenFault;
  const reason = reasons[code];
  if (reason === undefined) return error;
  const part = port === undefined || port === own ? '' : 'metrics-';
  const remedy = reason.replace('--PORT', `--${part}port`).replace('--HOST', `--${part}host`);
  return new UsageError(`Cannot listen on ${address ?? hostname ?? 'this address'}:${port ?? ''}: ${remedy}.`);
}
