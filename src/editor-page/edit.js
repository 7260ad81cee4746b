// The editor: shows an embedded template, previews it and saves its pages.
const at = (id) => document.getElementById(id);
const meta = document.querySelector('meta[name=capability]');
const capability = meta.content;
meta.remove();

let revision;
/** The text of the pages as the server has them. */
let saved;
/** Under this name the browser keeps what is not saved. */
let unsavedName;
let pdfUrl;
let isBusy = false;
/** By which the server knows this page from others of the same session. */
const tab = crypto.getRandomValues(new Uint32Array(4)).join('-');

at('preview').addEventListener('click', () => run(preview));
at('save').addEventListener('click', () => run(save));
at('discard').addEventListener('click', () => (isAsked() ? run(discard) : askFirst()));
at('discard').addEventListener('blur', () => setAsked(false));
at('pages').addEventListener('input', keepUnsaved);
// The browser asks before the page is left.
addEventListener('beforeunload', (event) => isChanged() && event.preventDefault());
void run(load);

async function load() {
  const template = await (await ask('GET', 'template')).json();
  unsavedName = `unsaved ${template.embeddedTemplateUuid}`;
  show(template);
  const unsaved = readUnsaved();
  at('pages').value = unsaved?.text ?? saved;
  // Of an older revision the server refuses it, as it would have at that time.
  if (unsaved) revision = unsaved.revision;
  keepUnsaved();
  at('fields').replaceChildren(...fieldsOf(template.dataSchema, template.exampleData).map(toRow));
  await preview();
  if (unsaved) at('words').textContent = `This text was written here and not saved. ${at('words').textContent}`;
}

const isChanged = () => saved !== undefined && at('pages').value !== saved;

function readUnsaved() {
  try {
    const unsaved = JSON.parse(localStorage.getItem(unsavedName));
    return unsaved?.text === saved ? undefined : (unsaved ?? undefined);
  } catch {
    return undefined;
  }
}

/** Keeps the text for the next time that the template is opened in this browser. */
function keepUnsaved() {
  at('discard').hidden = !isChanged();
  try {
    if (isChanged()) localStorage.setItem(unsavedName, JSON.stringify({ text: at('pages').value, revision }));
    else localStorage.removeItem(unsavedName);
  } catch {
    // A page in a frame may have no storage, and a full one takes nothing more. The browser still asks before the page is left.
  }
}

const isAsked = () => at('discard').dataset.asked === 'true';

function setAsked(value) {
  at('discard').dataset.asked = String(value);
  at('discard').textContent = value ? 'Discard for good' : 'Discard changes';
}

/** A question of the browser's own is not shown in a frame of another site. */
function askFirst() {
  if (isBusy) return;
  setAsked(true);
  say('Press the button again to lose what is not saved.');
}

async function discard() {
  setAsked(false);
  try {
    localStorage.removeItem(unsavedName);
  } catch {
    // There is none.
  }
  await load();
  at('pages').focus();
}

function show(template) {
  revision = template.revision;
  saved = JSON.stringify(template.pages, null, 2);
  document.title = template.name;
  at('name').textContent = template.name;
  at('revision').textContent = `${count(template.pages.length, 'page layout')}, revision ${revision}`;
}

const count = (number, name) => `${number} ${number === 1 ? name : `${name}s`}`;

async function preview() {
  const answer = await ask('POST', 'preview', `{"pages":${readPages()},"tab":"${tab}"}`, { accept: 'application/json' });
  const { pages, warnings, pdf } = await answer.json();
  const bytes = Uint8Array.from(atob(pdf), (sign) => sign.charCodeAt(0));
  const next = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  // An address set as `src` would add a step to the history of the host's page. The viewer's list of pages is hidden: it takes half the room.
  at('pdf').contentWindow.location.replace(`${next}#navpanes=0`);
  // Some browsers show no PDF in a frame.
  at('download').href = next;
  at('download').hidden = false;
  if (pdfUrl) URL.revokeObjectURL(pdfUrl);
  pdfUrl = next;
  const made = count(pages, 'page');
  if (warnings.length === 0) return say(`The preview has ${made}.`);
  say(`The preview has ${made} and ${count(warnings.length, 'warning')}:`, warnings.map(toFault));
}

const toFault = ({ page, component, dataPath, message }) => ({
  path: [page && `page ${page}`, component || dataPath].filter(Boolean).join(' '),
  message,
});

async function save() {
  const headers = { 'if-match': `"${revision}"` };
  const text = readPages();
  show(await (await ask('PUT', 'template', `{"pages":${text}}`, headers)).json());
  // Written as the person has it: only another text is a change.
  saved = text;
  keepUnsaved();
  say(`Saved as revision ${revision}.`);
}

/** The text itself, after a check that it is JSON. A parsed value would lose one of two members with the same name, and the server could not report it. */
function readPages() {
  const text = at('pages').value;
  try {
    JSON.parse(text);
    return text;
  } catch (error) {
    throw { detail: `The pages are not valid JSON: ${error.message}` };
  }
}

/** Does one thing at a time, and shows a message when it fails. */
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

/** The server's message, or another where the server's is meant for programs. */
function wordsFor({ code, detail, errors = [] }) {
  // The list of faults follows. The server's message would repeat the first.
  if (['TEMPLATE_INVALID', 'INVALID_REQUEST'].includes(code) && errors.length > 0) return 'The pages have faults:';
  if (code === 'REVISION_CONFLICT') {
    return 'Nothing was saved: the template was saved elsewhere after you opened it. Copy your text, press Discard changes and repeat your change.';
  }
  return detail ?? 'The server cannot be reached. Try again.';
}

/** The text stays on the page, so nobody loses unsaved changes. */
function sayOver() {
  at('pages').readOnly = true;
  say(
    'This editor session is over. Open the template again from the application that you came from. ' +
      'Your unsaved text is still below, and comes back when you open the template again in this browser.',
  );
}

/** Uses no `disabled`: it would take the focus away from the pressed button. */
function setBusy(value) {
  isBusy = value;
  for (const id of ['preview', 'save', 'discard']) at(id).ariaDisabled = String(value);
}

function say(words, errors = []) {
  at('words').textContent = words;
  const lines = errors.slice(0, 20).map(({ path, message }) => `${path} ${message}`);
  if (errors.length > lines.length) lines.push(`… and ${errors.length - lines.length} more.`);
  at('faults').replaceChildren(
    ...lines.map((line) => {
      const item = document.createElement('li');
      item.textContent = line;
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
    ...(body && { body }),
  });
  if (answer.ok) return answer;
  throw await answer.json();
}

/** The fields of the data contract that a text may name. A schema that contains itself is shown once. */
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

/** All schemas that describe one value: by `$ref`, `allOf`, `anyOf` or `oneOf`. */
function partsOf(schema, root, seen = new Set()) {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema;
  const further = [...($ref ? [resolve($ref, root)] : []), ...allOf, ...anyOf, ...oneOf];
  return [schema, ...further.flatMap((one) => partsOf(one, root, seen))];
}

/** The schema that a reference within the contract leads to. */
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
