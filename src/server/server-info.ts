// The program that answers, as its documents name it.
import { readFileSync } from 'node:fs';
import type { FromSchema } from '../contract/schema.ts';
import type { identity } from '../contract/service.ts';

export type ServerInfo = FromSchema<typeof identity.properties.server>;

export function readServerInfo(): ServerInfo {
  const { name, version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as ServerInfo;
  return { name, version };
}
