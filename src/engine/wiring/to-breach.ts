// Turns a fault that the check of an input found into a breach.
import type { ErrorObject } from 'ajv';
import type { Breach } from '../../contract/errors.ts';
import { readStandards } from '../../contract/standards.ts';
import { ownFormats } from './input-checker.ts';

/** `path` leads into the body. The message names a parameter of the path, the query or the headers. */
export async function toBreach(error: ErrorObject): Promise<Breach> {
  const { writeMessage } = await import('../../data/breach-message.ts');
  const [, part = '', rest = ''] = /^\/(params|query|headers|body)(.*)$/s.exec(error.instancePath) ?? [];
  const place = part === 'body' || part === '' ? '' : `${part}${rest.replaceAll('/', '.')} `;
  return {
    path: part === 'body' ? rest : '',
    message: place + (explainKeyword(error) ?? writeMessage(error)),
    keyword: error.keyword,
    params: { ...error.params },
    schemaPath: error.schemaPath,
  };
}

/** The messages of the contract's own formats and keywords. */
function explainKeyword({ keyword, schema, data }: ErrorObject): string | undefined {
  if (keyword === 'format') return ownFormats[String(schema)];
  if (keyword !== 'x-standard') return undefined;
  const read = readStandards(data, schema as 'template' | 'call');
  return 'fault' in read ? read.fault : undefined;
}
