// The version of the program.
import { readFileSync } from 'node:fs';

/** As package.json has it. */
export function programVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  return version;
}
