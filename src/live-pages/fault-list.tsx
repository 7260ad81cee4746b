// The errors and warnings of what is shown, with their lines.
import { useState } from 'preact/hooks';
import type { ShownFault } from '../contract/shown-pages.ts';
import { faultListWords as words } from '../editor-words/index.ts';
import { type FaultGroup, type FaultSite, groupFaults } from './fault-groups.ts';
import type { PagesModel } from './pages-model.ts';
import { PlaceLink } from './place-link.tsx';

/** More are counted and not listed. */
const mostListed = 100;

export function FaultList({ model }: { readonly model: PagesModel }) {
  const faults = model.faults.value;
  const errors = faults.filter(({ severity }) => severity === 'error').length;
  const groups = groupFaults(faults);
  const rest = groups.length - mostListed;
  return (
    <section class="faults" tabIndex={-1} aria-label={words.name}>
      <p role="status">{model.message.value || describe(faults.length - errors, errors, model)}</p>
      {model.standIns.value.map((text) => (
        <p key={text} class="note">
          {text}
        </p>
      ))}
      {faults.length > 0 && (
        <ul>
          {groups.slice(0, mostListed).map((group, i) => (
            <li key={i} class={group.first.severity}>
              <Faults group={group} model={model} />
            </li>
          ))}
          {rest > 0 && <li>{words.rest(rest)}</li>}
        </ul>
      )}
    </section>
  );
}

/** What is wrong, in plain words if possible: then the message of the engine is behind “More”. */
function Message({ fault: { code, message }, model }: { readonly fault: ShownFault; readonly model: PagesModel }) {
  const plain = code === undefined ? undefined : model.plainWordsOf?.(code);
  if (plain === undefined) return <>{message}</>;
  return (
    <>
      {plain}
      <details>
        <summary>{words.more}</summary>
        <p>{message}</p>
      </details>
    </>
  );
}

function Faults({ group: { first, count, sites }, model }: { readonly group: FaultGroup; readonly model: PagesModel }) {
  const { severity, place, pointer, page } = first;
  return (
    <>
      <Site site={{ place, pointer, pages: [] }} model={model} /> <strong>{words[severity]}</strong>
      {count > 1 && words.times(count)}
      {page !== undefined && <PageLink page={page} />} <Message fault={first} model={model} />
      {count > 1 && <AllSites sites={sites} model={model} />}
    </>
  );
}

function AllSites({ sites, model }: { readonly sites: readonly FaultSite[]; readonly model: PagesModel }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.places}</summary>
      {/* There may be thousands, so they are made when somebody looks. */}
      {isOpen && (
        <ul>
          {sites.map((site, i) => (
            <li key={i}>
              <Site site={site} model={model} />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function Site({ site: { place, pointer, pages }, model }: { readonly site: FaultSite; readonly model: PagesModel }) {
  return (
    <>
      {place ? <PlaceLink place={place} model={model} /> : pointer && <PartLink pointer={pointer} model={model} />}
      {pages.map((page) => (
        <PageLink key={page} page={page} />
      ))}
    </>
  );
}

function PartLink({ pointer, model }: { readonly pointer: string; readonly model: PagesModel }) {
  const part = model.partOf?.(pointer);
  if (!part) return <code>{pointer}</code>;
  return (
    <button type="button" class="place" onClick={() => part.open()}>
      {part.name}
    </button>
  );
}

/** Not a link: the fragment of the address holds the secret of the page. */
function PageLink({ page }: { readonly page: number }) {
  return (
    <>
      {' '}
      <button type="button" class="place" onClick={() => document.getElementById(`page-${page}`)?.scrollIntoView()}>
        {words.page(page)}
      </button>
    </>
  );
}

function describe(warnings: number, errors: number, model: PagesModel): string {
  const sheets = model.sheets.value.length;
  if (sheets === 0 && errors === 0) return words.loading;
  if (errors > 0) return words.errors(errors) + (sheets > 0 ? words.lastGood : '');
  return words.laidOut(sheets, warnings);
}
