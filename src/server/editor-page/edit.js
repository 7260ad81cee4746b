// The editor: shows an embedded template, previews it and saves its pages.
const at = (id) => document.getElementById(id);
const meta = document.querySelector('meta[name=capability]');
const capability = meta.content;
meta.remove();

let revision;
let pdfUrl;

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
  const count = template.pages.length;
  at('revision').textContent = `${count} ${count === 1 ? 'page layout' : 'page layouts'}, revision ${revision}`;
}

async function preview() {
  const answer = await ask('POST', 'preview', { pages: readPages() });
  const next = URL.createObjectURL(await answer.blob());
  at('pdf').src = next;
  // Some browsers show no PDF in a frame.
  at('download').href = next;
  at('download').hidden = false;
  if (pdfUrl) URL.revokeObjectURL(pdfUrl);
  pdfUrl = next;
  const warnings = Number(answer.headers.get('x-pdfgen-warnings'));
  const pages = Number(answer.headers.get('x-pdfgen-pages'));
  say(`The preview has ${pages} ${pages === 1 ? 'page' : 'pages'}${warnings ? ` and ${warnings} warnings` : ''}.`);
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
  setBusy(true);
  say('One moment …');
  try {
    await task();
    setBusy(false);
  } catch (problem) {
    if (problem.code === 'CAPABILITY_EXPIRED' || problem.code === 'UNAUTHENTICATED') return sayOver();
    say(problem.detail ?? 'The server cannot be reached. Try again.', problem.errors);
    setBusy(false);
  }
}

/** The text stays, so that nobody loses what was not saved yet. */
function sayOver() {
  at('pages').readOnly = true;
  say(
    'This editor session is over. Open the template again from the application that you came from. ' +
      'What you did not save is still below, to be copied.',
  );
}

function setBusy(isBusy) {
  at('preview').disabled = isBusy;
  at('save').disabled = isBusy;
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

/** The fields that text may name, out of the data contract. */
function fieldsOf(schema, example, path = '', depth = 0) {
  if (depth > 8 || typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const here = path ? `${path}.${name}` : name;
    const value = example?.[name];
    const type = [member?.type ?? 'anything'].flat().join(' or ');
    const isNeeded = (schema.required ?? []).includes(name);
    const own = { path: here, type: isNeeded ? `${type}, needed` : type, value };
    if (member?.items) return [own, ...fieldsOf(member.items, value?.[0], `${here}[]`, depth + 1)];
    return [own, ...fieldsOf(member, value, here, depth + 1)];
  });
}

function toRow({ path, type, value }) {
  const row = document.createElement('tr');
  const example = value === undefined || typeof value === 'object' ? '' : String(value);
  for (const text of [path, type, example]) row.insertCell().textContent = text;
  return row;
}
