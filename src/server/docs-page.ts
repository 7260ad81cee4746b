// The reference of the HTTP interface as a page: the OpenAPI document in HTML, without a script.
import { createHash } from 'node:crypto';
import { type ErrorCode, errorTable } from '../contract/errors.ts';
import { escapeHtml } from './escape-html.ts';
import type { OpenApi, OpenApiOperation } from './openapi.ts';

const style = `
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: #1c2430; background: #fff; overflow-wrap: anywhere; }
header, nav, main { max-width: 960px; margin: 0 auto; padding: 0 24px; }
nav ul { columns: 3 240px; padding: 0; list-style: none; font-size: 14px; }
nav li { break-inside: avoid; }
h2 { margin-top: 48px; padding-bottom: 6px; border-bottom: 2px solid #d9dde3; }
article { margin: 28px 0; }
h3 { margin-bottom: 4px; }
.call { display: block; padding: 8px 12px; background: #eef3fb; border-left: 4px solid #1f5fbf; }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
pre { padding: 12px; overflow-x: auto; background: #f5f6f8; border-radius: 5px; }
table { width: 100%; margin: 12px 0; border-collapse: collapse; font-size: 14px; }
th, td { min-width: 4ch; padding: 5px 10px; text-align: left; vertical-align: top; border: 1px solid #d9dde3; }
th { overflow-wrap: normal; }
td p { margin: 0; }
td p + p { margin-top: 6px; }
a { color: #1f5fbf; }
summary { cursor: pointer; color: #1f5fbf; }
`;

const digest = createHash('sha256').update(style).digest('base64');

/** The page may use its own style and nothing else. */
export const docsPolicy = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

interface Described extends OpenApiOperation {
  readonly method: string;
  readonly path: string;
}

export function createDocsPage(openApi: OpenApi): string {
  const all = Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]): Described => ({ ...one, path, method: method.toUpperCase() })),
  );
  const groups = openApi.tags.map((tag) => ({ ...tag, operations: all.filter(({ tags }) => tags.includes(tag.name)) }));
  const schemas = openApi.components.schemas as Readonly<Record<string, unknown>>;
  const errors = new Set(Object.keys(openApi.components.responses as Json).flatMap(codesIn));
  const title = `${openApi.info.title} ${openApi.info.version}: HTTP interface`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${escapeHtml(title)}</h1>
${toHtml(openApi.info.description)}
<p>For programs: <a href="openapi.json">openapi.json</a></p>
</header>
<nav aria-label="Operations"><ul>${all.map(({ operationId }) => `<li><a href="#${operationId}">${operationId}</a></li>`).join('')}</ul></nav>
<main>
${groups.map(({ name, description, operations }) => `<h2>${escapeHtml(name)}</h2>\n${toHtml(description)}\n${operations.map(article).join('\n')}`).join('\n')}
<h2>Errors</h2>
${table(['code', 'status', 'meaning'], [...errors].sort().map(errorRow))}
<h2>Schemas</h2>
${Object.entries(schemas)
  .map(([name, schema]) => `<article id="schema-${name}"><h3>${name}</h3>${fold('JSON Schema', schema)}</article>`)
  .join('\n')}
</main>
</body>
</html>
`;
}

function article({ operationId, method, path, summary, description, parameters, requestBody, responses }: Described): string {
  const parts = [
    `<article id="${operationId}">`,
    `<h3>${operationId}</h3>`,
    `<code class="call">${method} ${escapeHtml(path)}</code>`,
    toHtml(summary),
    description && toHtml(description),
    parameters && table(['parameter', 'in', 'meaning'], parameters.map(parameterRow)),
    requestBody && bodyOf(requestBody),
    table(
      ['status', 'answer'],
      Object.entries(responses).map(([status, answer]) => [status, wordsOf(answer)]),
    ),
    ...Object.entries(responses).map(([status, answer]) => exampleOf(status, answer)),
    '</article>',
  ];
  return parts.filter((part) => part !== undefined && part !== '').join('\n');
}

type Json = Readonly<Record<string, unknown>>;

/** An error answer links to its group among the components. Every other answer has its description. */
function wordsOf({ $ref, description }: Json): string {
  if ($ref === undefined) return toHtml(String(description));
  const codes = codesIn(String($ref).split('/').at(-1)!);
  return codes.map((code) => `<a href="#error-${code}">${code}</a>`).join(', ');
}

const codesIn = (group: string): readonly ErrorCode[] => group.split('.') as ErrorCode[];

function errorRow(code: ErrorCode): readonly string[] {
  const { status, help } = errorTable[code];
  return [`<code id="error-${code}">${code}</code>`, String(status), toHtml(help)];
}

function parameterRow({ name, in: place, required, description, schema }: Json): readonly string[] {
  const { type, enum: values, default: preset, minimum, maximum } = schema as Json;
  const facts = [
    Array.isArray(values) ? `one of ${values.join(', ')}` : type && String(type),
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}`,
    preset !== undefined && `default ${preset}`,
  ];
  const words = [description, `(${facts.filter(Boolean).join('; ')})`].filter(Boolean).join(' ');
  return [`<code>${escapeHtml(String(name))}</code>${required ? ', needed' : ''}`, String(place), toHtml(words)];
}

function bodyOf({ content, required }: Json): string {
  const [[type, media]] = Object.entries(content as Record<string, Json>) as [[string, Json]];
  const words = `<p>Body: <code>${type}</code>${required ? '' : ', may be left out'}</p>`;
  if (media.schema === undefined) return words;
  const name = /\/(\w+)$/.exec(String((media.schema as Json).$ref ?? ''))?.[1];
  const example = fold('Example of the body', media.example);
  if (name === undefined) return words + fold('Schema of the body', media.schema) + example;
  return `${words}<p>Its schema: <a href="#schema-${name}">${name}</a></p>${example}`;
}

function exampleOf(status: string, { content }: Json): string | undefined {
  const media = (content as Record<string, Json> | undefined)?.['application/json'];
  return media && fold(`Example of the answer ${status}`, media.example);
}

const fold = (title: string, value: unknown): string =>
  `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`;

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table>`;

/** Paragraphs, code and bold: the Markdown that descriptions use. */
function toHtml(text: string): string {
  return text
    .split('\n\n')
    .map((part) =>
      escapeHtml(part)
        .replace(/`([^`]+)`/g, '<code>$1</code>')
        .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>'),
    )
    .map((part) => `<p>${part}</p>`)
    .join('');
}
