// The filter of the page /docs, and "Try it". The page shows everything else without this script.
const server = new URL('.', location.href);

/** Bounds of an answer: bytes that are read, characters that are shown, characters that are indented. More would stop the page. */
const mostBytes = 50_000_000;
const mostShown = 100_000;
const mostIndented = 1_000_000;

/** The secrets that the reader has typed. They are kept only in this variable and sent only to this server. */
const secrets = { token: '', capability: '' };
const secretNames = { token: 'Token', capability: 'Capability of the editor session' };

/** The OpenAPI document, once a reader has opened a part that needs it. */
let openApi;

showAddress();
addFilter();
for (const article of document.querySelectorAll('article[data-call]')) addTry(article);

function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  // A child that is text becomes a text node, never markup.
  element.append(...children);
  return element;
}

function showAddress() {
  const address = server.href.replace(/\/$/, '');
  document.getElementById('server').textContent = /^[\w.:/~-]+$/.test(address) ? address : `'${address.replaceAll("'", '%27')}'`;
}

function addFilter() {
  const field = make('input', { type: 'search', autocomplete: 'off', spellcheck: false });
  const found = make('p', { role: 'status' });
  document
    .querySelector('nav')
    .prepend(make('div', { className: 'filter' }, make('label', {}, 'Filter calls by name', field), found));
  const articles = [...document.querySelectorAll('article[data-call]')];
  const show = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const isWanted = ({ dataset }) => words.every((word) => dataset.call.toLowerCase().includes(word));
    for (const article of articles) {
      article.hidden = !isWanted(article);
      document.querySelector(`nav a[href="#${article.id}"]`).parentElement.hidden = article.hidden;
    }
    const isEmpty = (group) => !group.querySelector('article:not([hidden])');
    for (const group of document.querySelectorAll('section.group')) {
      group.hidden = isEmpty(group);
      document.querySelector(`nav a[href="#${group.id}"]`).parentElement.hidden = group.hidden;
    }
    const count = articles.filter(({ hidden }) => !hidden).length;
    found.textContent = words.length > 0 ? `${count} of ${articles.length} calls` : '';
  };
  field.addEventListener('input', show);
  addEventListener('hashchange', () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target?.closest('[hidden]')) return;
    field.value = '';
    show();
    target.scrollIntoView();
  });
}

function addTry(article) {
  const panel = make('details', { className: 'try' }, make('summary', {}, 'Try it'));
  article.querySelector('.curl').after(panel);
  panel.addEventListener('toggle', async () => {
    if (!panel.open || panel.querySelector('form')) return;
    try {
      openApi ??= fetchOpenApi();
      const call = findCall(await openApi, article.id);
      panel.querySelector('.note')?.remove();
      if (!panel.querySelector('form')) panel.append(formOf(call));
    } catch (error) {
      openApi = undefined;
      panel.querySelector('.note')?.remove();
      panel.append(
        make('p', { className: 'note' }, `openapi.json cannot be loaded: ${error.message}. Close this part and open it again.`),
      );
    }
  });
}

async function fetchOpenApi() {
  const answer = await fetch('openapi.json');
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return answer.json();
}

function findCall({ paths, components }, id) {
  for (const [path, methods] of Object.entries(paths))
    for (const [method, call] of Object.entries(methods))
      if (call.operationId === id) return { ...call, path, method: method.toUpperCase(), components };
  throw new Error(`it has no ${id}: load the page again`);
}

function formOf(call) {
  const [kind] = Object.keys(call.security[0]);
  const parameters = (call.parameters ?? []).map((parameter) => ({ ...parameter, field: parameterField(parameter) }));
  const body = call.requestBody && bodyField(call.requestBody);
  const send = make('button', {}, `Send ${call.method}`);
  const stop = make('button', { type: 'button', hidden: true }, 'Stop');
  const state = make('p', { className: 'state', role: 'status' });
  const answer = make('div', { className: 'answer' });
  const form = make(
    'form',
    {},
    secretField(kind),
    ...parameters.map(({ name, in: place, required, field }) => label(`${name} (${place}${required ? ', needed' : ''})`, field)),
    ...(body ? [label(body.type === 'file' ? 'Body: a file' : 'Body', body)] : []),
    make('div', {}, send, stop),
    make('div', {}, state, answer),
  );
  let running;
  const run = async () => {
    running = new AbortController();
    stop.hidden = false;
    state.className = 'state';
    state.textContent = 'Waiting for the answer';
    clear(answer);
    try {
      const begin = performance.now();
      const request = toRequest(call, parameters, kind, body, running.signal);
      const got = await fetch(request).catch(failWith('The server cannot be reached'));
      const read = await readBody(got).catch(failWith('The answer broke off'));
      state.className = got.ok ? 'state' : 'state fault';
      state.textContent = `${got.status} ${got.statusText}, ${sizeOf(read.bytes)}, ${Math.round(performance.now() - begin)} ms`;
      answer.append(headerList(got, call), ...shownBody(got, read));
    } catch (error) {
      state.className = 'state fault';
      state.textContent = running.signal.aborted ? 'Stopped.' : `${error.message}.`;
    } finally {
      if (document.activeElement === stop) send.focus();
      stop.hidden = true;
      running = undefined;
    }
  };
  stop.addEventListener('click', () => running?.abort());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!running) void run();
  });
  return form;
}

const label = (text, field) => make('label', { className: 'field' }, text, field);

/** A field for the token. All fields of a kind show the same text. It is no password for a browser, which would offer to keep it. */
function secretField(kind) {
  const field = make('input', { autocomplete: 'off', spellcheck: false, value: secrets[kind] });
  field.dataset.secret = kind;
  field.addEventListener('input', () => {
    secrets[kind] = field.value.trim();
    for (const other of document.querySelectorAll(`[data-secret=${kind}]`)) if (other !== field) other.value = field.value;
  });
  return make(
    'label',
    { className: 'field secret' },
    `${secretNames[kind]} (stays in this page until you close or reload it)`,
    field,
  );
}

function parameterField({ schema, required }) {
  if (!schema.enum) return make('input', { required, autocomplete: 'off', spellcheck: false });
  return make('select', { required }, make('option', { value: '' }), ...schema.enum.map((value) => make('option', {}, value)));
}

function bodyField({ content, required }) {
  const json = content['application/json'];
  if (!json) return make('input', { type: 'file', required });
  return make('textarea', { spellcheck: false, value: JSON.stringify(json.example, null, 2) });
}

function addressOf({ path }, parameters) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = parameters.find((one) => one.name === name).field.value.trim();
    // A browser would take these as steps between folders.
    if (/^\.*$/.test(value)) throw new Error(`"${value}" is no value for ${name}`);
    return encodeURIComponent(value);
  });
  const url = new URL(`.${filled}`, server);
  for (const { name, in: place, field } of parameters)
    if (place === 'query' && field.value !== '') url.searchParams.set(name, field.value);
  return url;
}

function toRequest(call, parameters, kind, body, signal) {
  const url = addressOf(call, parameters);
  const text = body?.type === 'file' ? body.files[0] : body?.value;
  try {
    const headers = new Headers();
    if (secrets[kind] !== '') headers.set('authorization', `Bearer ${secrets[kind]}`);
    for (const { name, in: place, field } of parameters)
      if (place === 'header' && field.value !== '') headers.set(name, field.value);
    if (text) headers.set('content-type', Object.keys(call.requestBody.content)[0]);
    const rules = { credentials: 'omit', cache: 'no-store', redirect: 'error' };
    return new Request(url, { method: call.method, headers, ...(text && { body: text }), signal, ...rules });
  } catch (error) {
    return failWith('A browser cannot send this')(error);
  }
}

const failWith = (words) => (error) => {
  throw new Error(`${words}: ${error.message}`);
};

async function readBody(answer) {
  const chunks = [];
  let bytes = 0;
  const reader = answer.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    bytes += value.byteLength;
    if (bytes <= mostBytes) continue;
    await reader.cancel();
    return { chunks, bytes, isCut: true };
  }
  return { chunks, bytes, isCut: false };
}

/** The headers that the document names for this status. */
function headerList(answer, { responses, components }) {
  let said = responses[answer.status];
  if (said?.$ref) said = components.responses[said.$ref.split('/').at(-1)];
  const names = new Set(['Content-Type', 'X-Request-Id', 'Retry-After', ...Object.keys(said?.headers ?? {})]);
  const given = [...names].filter((name) => answer.headers.has(name));
  return make('dl', {}, ...given.flatMap((name) => [make('dt', {}, name), make('dd', {}, answer.headers.get(name))]));
}

/** Nothing of an answer becomes markup: text is shown as text, a PDF in a tab of its own, and all else can be saved. */
function shownBody(answer, { chunks, bytes, isCut }) {
  const note = (text) => make('p', { className: 'note' }, text);
  if (bytes === 0) return [note('The answer has no body.')];
  if (isCut) return [note(`The answer is larger than ${sizeOf(mostBytes)}. Fetch it with curl.`)];
  const type = (answer.headers.get('content-type') ?? '').split(';', 1)[0].trim().toLowerCase();
  const name = fileName(answer.headers.get('content-disposition')) ?? 'answer';
  const save = () => make('a', { download: name, href: addressOfBlob(chunks, 'application/octet-stream') }, `Save ${name}`);
  if (type === 'application/pdf') {
    const open = make('a', { target: '_blank', href: addressOfBlob(chunks, type) }, 'Open the PDF');
    return [open, save()];
  }
  const isJson = /^application\/(?:[\w.-]+\+)?json$/.test(type);
  if (!isJson && !type.startsWith('text/'))
    return [note(type === '' ? 'The answer names no media type.' : `The answer is ${type}.`), save()];
  const { text, isParsed } = textOf(chunks);
  return [
    ...(isJson ? [] : [note(`The answer is ${type}, not JSON. It may come from a proxy in front of the server.`)]),
    ...(isJson && !isParsed ? [note('The answer says that it is JSON, but it is not.')] : []),
    make('pre', { tabIndex: 0 }, text.slice(0, mostShown)),
    ...(text.length > mostShown ? [note(`These are the first ${mostShown.toLocaleString('en')} characters.`), save()] : []),
  ];
}

/** Text, indented if it is JSON. A parsed value may lose digits and members, so only JSON that is the same when written again is indented. */
function textOf(chunks) {
  const decoder = new TextDecoder();
  const text = chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
  if (text.length > mostIndented) return { text, isParsed: true };
  try {
    const value = JSON.parse(text);
    return { text: JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text, isParsed: true };
  } catch {
    return { text, isParsed: false };
  }
}

function addressOfBlob(chunks, type) {
  return URL.createObjectURL(new Blob(chunks, { type }));
}

/** Removes an answer, and frees the files that it holds. */
function clear(answer) {
  for (const { href } of answer.querySelectorAll('a')) URL.revokeObjectURL(href);
  answer.replaceChildren();
}

/** The name of a file, as pdfgen writes it (RFC 6266). */
function fileName(disposition) {
  const [, plain] = /filename="([^"]*)"/i.exec(disposition ?? '') ?? [];
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? [];
  try {
    return encoded === undefined ? plain : decodeURIComponent(encoded);
  } catch {
    return plain;
  }
}

function sizeOf(bytes) {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  return bytes < 999_500 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
