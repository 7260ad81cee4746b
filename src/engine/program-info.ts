// The program that answers.
import { readFileSync } from 'node:fs';
import type { ServerInfo } from './team-engine.ts';

export function programInfo(): ServerInfo {
  const { name, version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as ServerInfo;
  return { name, version };
}
