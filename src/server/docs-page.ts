// The reference of the HTTP interface as a page: the way to a PDF, and the OpenAPI document in HTML. Its script adds the filter and "Try it".
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ErrorCode, errorTable } from '../contract/errors.ts';
import { queued, uuid } from '../contract/examples.ts';
import { escapeHtml } from './escape-html.ts';
import type { OpenApi } from './openapi.ts';
import { type ApiCall, type CurlWords, toCurl } from './to-curl.ts';

const read = (name: string): string => readFileSync(new URL(`../docs-page/${name}`, import.meta.url), 'utf8');

const style = read('docs.css');
const digest = createHash('sha256').update(style).digest('base64');

/** The page may use its own style and the script of this server, and call this server. */
export const docsPolicy =
  `default-src 'none'; style-src 'sha256-${digest}'; script-src 'self'; connect-src 'self'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The script of the page, at `/docs/docs.js`. */
export const readDocsScript = (): string => read('docs.js');

export function createDocsPage(openApi: OpenApi): string {
  const all = Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]): ApiCall => ({ ...one, path, method: method.toUpperCase() })),
  );
  const groups = openApi.tags.map((tag) => ({
    ...tag,
    id: `group-${tag.name.toLowerCase().replace(/[^a-z]+/g, '-')}`,
    calls: all.filter(({ tags }) => tags.includes(tag.name)),
  }));
  const schemas = openApi.components.schemas as Readonly<Record<string, unknown>>;
  const errors = new Set(Object.keys(openApi.components.responses as Json).flatMap(codesIn));
  const [first, ...more] = openApi.info.description.split('\n\n');
  const title = `${openApi.info.title} ${openApi.info.version}: HTTP interface`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
<script type="module" src="docs/docs.js"></script>
</head>
<body>
<header>
<h1>${escapeHtml(title)}</h1>
${toHtml(first!)}
<p>For programs: <a href="openapi.json">openapi.json</a></p>
</header>
<main>
${wayToPdf((id) => all.find(({ operationId }) => operationId === id)!)}
<nav aria-label="Calls"><ul>
${groups.map(({ id, name, calls }) => `<li>${link(id, name)}<ul>${calls.map(({ operationId }) => `<li>${link(operationId)}</li>`).join('')}</ul></li>`).join('\n')}
</ul></nav>
${toHtml(more.join('\n\n'))}
${groups.map(({ id, name, description, calls }) => `<section class="group" id="${id}"><h2>${escapeHtml(name)}</h2>\n${toHtml(description)}\n${calls.map(article).join('\n')}</section>`).join('\n')}
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

/** From a template and a token to a PDF on the disk. */
function wayToPdf(call: (id: string) => ApiCall): string {
  const curl = (id: string, words: CurlWords = {}) =>
    shell(toCurl(call(id), { ...words, variables: { id: 'TEMPLATE', templateUuid: 'TEMPLATE', uuid: 'JOB' } }));
  return `<section id="get-a-pdf"><h2>Get a PDF</h2>
<p>All you need is curl. Give your shell the address of this server and a token, which <code>pdfgen tokens create</code> makes:</p>
<pre><code>SERVER=<span id="server">http://127.0.0.1:8080</span>
TOKEN=pdfgen_…</code></pre>
<p>Create a template. (If the server has one already, ${link('listTemplates')} shows its <code>uuid</code>, and ${link('getTemplate')} its <code>exampleData</code>.)</p>
${curl('createTemplate')}
<p>The answer has the <code>uuid</code> of the template. Put it into a variable too, and make a PDF:</p>
${shell(`TEMPLATE=${uuid}`)}
${curl('generateSingle')}
<p>The PDF is <code>document.pdf</code>. If a call fails, curl says so, and the file holds the error as JSON.</p>
<h3>In the background</h3>
<p>A job makes a PDF in the background, also a long one. Create a job:</p>
${curl('createRenderJob')}
<p>The answer has the <code>uuid</code> of the job. Wait for its end, for 60 seconds at most:</p>
${shell(`JOB=${queued.uuid}`)}
${curl('getRenderJob', { query: '?wait=60' })}
<p>When the <code>state</code> is <code>completed</code>, fetch the PDF:</p>
${curl('getRenderJobResult')}
<p>The commands below also use <code>SERVER</code> and <code>TOKEN</code>. Further variables have the names of parameters: <code>$TEMPLATE_UUID</code> is <code>templateUuid</code>.</p>
</section>`;
}

function article(call: ApiCall): string {
  const { operationId, method, path, summary, description, parameters, requestBody, responses } = call;
  const address = `${method} ${escapeHtml(path)}`;
  const parts = [
    `<article id="${operationId}" data-call="${operationId} ${address}">`,
    `<h3>${operationId}</h3>`,
    `<code class="call">${address}</code>`,
    toHtml(summary),
    description && toHtml(description),
    shell(toCurl(call)),
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

const link = (id: string, text = id): string => `<a href="#${id}">${escapeHtml(text)}</a>`;

const shell = (command: string): string => `<pre class="curl"><code>${escapeHtml(command)}</code></pre>`;

type Json = Readonly<Record<string, unknown>>;

/** An error answer links to its group among the components. Every other answer has its description. */
function wordsOf({ $ref, description }: Json): string {
  if ($ref === undefined) return toHtml(String(description));
  const codes = codesIn(String($ref).split('/').at(-1)!);
  return codes.map((code) => link(`error-${code}`, code)).join(', ');
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
  if (name === undefined) return words + fold('Schema of the body', media.schema);
  return `${words}<p>Its schema: ${link(`schema-${name}`, name)}</p>`;
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
