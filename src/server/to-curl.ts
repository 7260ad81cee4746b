// Calls as commands for a shell, made from the OpenAPI document.
import type { OpenApiOperation } from './openapi.ts';

type Json = Readonly<Record<string, unknown>>;

export interface ApiCall extends OpenApiOperation {
  readonly method: string;
  readonly path: string;
}

export interface CurlWords {
  /** Names of the shell's variables by path parameter. Default: the parameter's own name, such as `$TEMPLATE_UUID`. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Query of the address, such as `?wait=60`. */
  readonly query?: string;
}

/** Files for the answers that are not JSON, by media type. */
const answerFiles: Readonly<Record<string, string>> = {
  'application/pdf': 'document.pdf',
  'application/zip': 'documents.zip',
  '*/*': 'file',
};

/** The example of a call's JSON body. Undefined: the call has no JSON body. */
const bodyExample = ({ requestBody }: OpenApiOperation): unknown =>
  (requestBody?.content as Record<string, Json> | undefined)?.['application/json']?.example;

/** A call with curl, for a POSIX shell. `$SERVER` is the address of the server, `$TOKEN` the token. */
export function toCurl(call: ApiCall, { variables = {}, query = '' }: CurlWords = {}): string {
  const { method, path, parameters = [], requestBody, responses, security } = call;
  const body = bodyExample(call);
  const file = answerFiles[Object.keys((Object.values(responses)[0]!.content as Json | undefined) ?? {})[0] ?? ''];
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => `$${variables[name] ?? toVariable(name)}`);
  const headers = parameters.flatMap(({ in: place, name, required, schema }) => {
    if (place !== 'header') return [];
    // A header that can have one value only is shown with it.
    const value = (schema as Json | undefined)?.const;
    if (value !== undefined) return [`-H '${name}: ${value}'`];
    return required ? [`-H "${name}: $${toVariable(String(name))}"`] : [];
  });
  // curl sends GET by itself, and POST if there is a body.
  const needsMethod = method !== (requestBody ? 'POST' : 'GET');
  const words = [
    `curl ${needsMethod ? `-X ${method} ` : ''}"$SERVER${address}${query}"`,
    `-H "Authorization: Bearer $${'token' in security[0]! ? 'TOKEN' : 'CAPABILITY'}"`,
    ...headers,
    body !== undefined && `-H 'Content-Type: application/json'`,
    body !== undefined && `-d ${quote(toText(body, '  '))}`,
    requestBody && body === undefined && `-H 'Content-Type: application/octet-stream' --data-binary "@$FILE"`,
    file && `--fail-with-body -o ${file}`,
  ];
  return words.filter(Boolean).join(' \\\n  ');
}

/** `templateUuid`, `If-Match`: `TEMPLATE_UUID`, `IF_MATCH`. */
const toVariable = (name: string): string =>
  name
    .replace(/(?<=[a-z])(?=[A-Z])/g, '_')
    .replaceAll('-', '_')
    .toUpperCase();

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** JSON with a line for each member of what is too long for one line. */
function toText(value: unknown, indent = ''): string {
  const line = JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
  if (line.length < 80 || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  const name = (key: string) => (Array.isArray(value) ? '' : `${JSON.stringify(key)}: `);
  const members = Object.entries(value).map(([key, member]) => `${inner}${name(key)}${toText(member, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${members.join(',\n')}\n${indent}${close}`;
}
