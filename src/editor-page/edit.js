// The editor: shows an embedded template, previews it and saves its pages.
const at = (id) => document.getElementById(id);
const meta = document.querySelector('meta[name=capability]');
const capability = meta.content;
meta.remove();

let revision;
let pdfUrl;
let isBusy = false;

at('preview').addEventListener('click', () => run(preview));
at('save').addEventListener('click', () => run(save));
void run(load);

async function load() {
  const template = await (await ask('GET', 'template')).json();
  show(template);
  at('pages').value = JSON.stringify(template.pages, null, 2);
  at('fields').replaceChildren(...fieldsOf(template.dataSchema, template.exampleData).map(toRow));
  await preview();
}

function show(template) {
  revision = template.revision;
  document.title = template.name;
  at('name').textContent = template.name;
  at('revision').textContent = `${count(template.pages.length, 'page layout')}, revision ${revision}`;
}

const count = (number, name) => `${number} ${number === 1 ? name : `${name}s`}`;

async function preview() {
  const answer = await ask('POST', 'preview', { pages: readPages() });
  const next = URL.createObjectURL(await answer.blob());
  // An address set as `src` would be one more step back in the history of the host's page. Without the list of pages, which takes half of it.
  at('pdf').contentWindow.location.replace(`${next}#navpanes=0`);
  // Some browsers show no PDF in a frame.
  at('download').href = next;
  at('download').hidden = false;
  if (pdfUrl) URL.revokeObjectURL(pdfUrl);
  pdfUrl = next;
  const warnings = Number(answer.headers.get('x-pdfgen-warnings'));
  const pages = Number(answer.headers.get('x-pdfgen-pages'));
  say(`The preview has ${count(pages, 'page')}${warnings ? ` and ${count(warnings, 'warning')}` : ''}.`);
}

async function save() {
  const headers = { 'if-match': `"${revision}"` };
  show(await (await ask('PUT', 'template', { pages: readPages() }, headers)).json());
  say(`Saved as revision ${revision}.`);
}

function readPages() {
  try {
    return JSON.parse(at('pages').value);
  } catch (error) {
    throw { detail: `The pages are not valid JSON: ${error.message}` };
  }
}

/** One thing at a time; what goes wrong is said in words. */
async function run(task) {
  if (isBusy) return;
  setBusy(true);
  say('One moment …');
  try {
    await task();
    setBusy(false);
  } catch (problem) {
    if (problem.code === 'CAPABILITY_EXPIRED' || problem.code === 'UNAUTHENTICATED') return sayOver();
    say(wordsFor(problem), problem.errors);
    setBusy(false);
  }
}

/** The server's words, but where they speak to a program. */
function wordsFor({ code, detail, errors = [] }) {
  // The list follows, of which the server's words name the first.
  if (code === 'TEMPLATE_INVALID' && errors.length > 0) return 'The pages have faults:';
  if (code === 'REVISION_CONFLICT') {
    return 'Nothing was saved, for the template was saved elsewhere since you opened it. Copy your text, open it again and repeat your change.';
  }
  return detail ?? 'The server cannot be reached. Try again.';
}

/** The text stays, so that nobody loses what was not saved yet. */
function sayOver() {
  at('pages').readOnly = true;
  say(
    'This editor session is over. Open the template again from the application that you came from. ' +
      'What you did not save is still below, to be copied.',
  );
}

/** Not by `disabled`, which takes the focus away from the button that was pressed. */
function setBusy(value) {
  isBusy = value;
  for (const id of ['preview', 'save']) at(id).ariaDisabled = String(value);
}

function say(words, errors = []) {
  at('words').textContent = words;
  at('faults').replaceChildren(
    ...errors.slice(0, 20).map(({ path, message }) => {
      const item = document.createElement('li');
      item.textContent = `${path} ${message}`;
      return item;
    }),
  );
}

async function ask(method, path, body, headers = {}) {
  const answer = await fetch(`editor/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${capability}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (answer.ok) return answer;
  throw await answer.json();
}

/** The fields that text may name, out of the data contract. What contains itself is shown once. */
function fieldsOf(schema, example, root = schema, path = '', above = []) {
  if (above.length > 8) return [];
  const parts = partsOf(schema, root).filter((part) => !above.flat().includes(part));
  const needed = new Set(parts.flatMap((part) => part.required ?? []));
  const members = new Map();
  for (const [name, member] of parts.flatMap((part) => Object.entries(part.properties ?? {})))
    members.set(name, [...(members.get(name) ?? []), member]);
  const inner = [...above, parts];
  return [...members].flatMap(([name, schemas]) => {
    const member = { allOf: schemas };
    const here = path ? `${path}.${name}` : name;
    const value = example?.[name];
    const own = { path: here, type: needed.has(name) ? `${typeOf(member, root)}, needed` : typeOf(member, root), value };
    const item = { allOf: partsOf(member, root).flatMap((part) => part.items ?? []) };
    return [own, ...fieldsOf(member, value, root, here, inner), ...fieldsOf(item, value?.[0], root, `${here}[]`, inner)];
  });
}

/** The schemas that say something of one value: by reference, all together or as a choice. */
function partsOf(schema, root, seen = new Set()) {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema;
  const further = [...($ref ? [resolve($ref, root)] : []), ...allOf, ...anyOf, ...oneOf];
  return [schema, ...further.flatMap((one) => partsOf(one, root, seen))];
}

/** What a reference within the contract leads to. */
function resolve(ref, root) {
  if (!ref.startsWith('#')) return undefined;
  const keys = decodeURIComponent(ref).split('/').slice(1);
  return keys.reduce((at, key) => at?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], root);
}

function typeOf(schema, root) {
  const types = partsOf(schema, root).flatMap(({ type }) => type ?? []);
  return types.length > 0 ? [...new Set(types)].join(' or ') : 'anything';
}

function toRow({ path, type, value }) {
  const row = document.createElement('tr');
  const example = value === undefined || typeof value === 'object' ? '' : String(value);
  for (const text of [path, type, example]) row.insertCell().textContent = text;
  return row;
}
