// Finds variables of the environment that are misspelt: a misspelt PDFGEN_DATABASE would start a server on an empty data folder.
import { findNearest } from '../../words/nearest.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { Io } from '../io/io.ts';
import { userSettings } from '../settings/settings.ts';
import { serveOptions } from './serve-options.ts';

const prefix = 'PDFGEN_';
const known = [
  ...[...serveOptions, ...userSettings].map(({ variable }) => variable),
  ...['ALLOW_INSECURE', 'CONFIG', 'CONFIG_DIR', 'DEBUG', 'REMOTE', 'TOKEN'].map((name) => prefix + name),
].map((name) => name.slice(prefix.length));

/** Variables that Docker and Kubernetes make for a service named pdfgen. */
const ofService = /_SERVICE_(?:HOST|PORT)|_PORT_\d+_|^SERVICE_/;

/** Raises UsageError for a variable whose name is nearly that of a setting. Other unknown variables may be somebody else's. */
export function refuseNearVariables(env: Io['env']): void {
  for (const variable of Object.keys(env)) {
    const name = variable.slice(prefix.length);
    if (!variable.startsWith(prefix) || known.includes(name) || ofService.test(name) || !env[variable]) continue;
    const near = findNearest(name, known);
    if (near !== undefined)
      throw new UsageError(`The variable ${variable} is no setting; did you mean ${prefix}${near}? Rename it, or remove it.`);
  }
}
