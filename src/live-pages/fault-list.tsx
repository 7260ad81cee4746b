// The errors and warnings of what is shown, with their lines.

import type { ShownFault } from '../contract/shown-pages.ts';
import type { PagesModel } from './pages-model.ts';
import { PlaceLink } from './place-link.tsx';

/** More are counted and not listed. */
const mostListed = 100;

export function FaultList({ model }: { readonly model: PagesModel }) {
  const faults = model.faults.value;
  const errors = faults.filter(({ severity }) => severity === 'error').length;
  const rest = faults.length - mostListed;
  return (
    <section class="faults" aria-label="Errors and warnings">
      <p role="status">{model.message.value || describe(faults.length - errors, errors, model)}</p>
      {model.standIns.value.map((text) => (
        <p key={text} class="note">
          {text}
        </p>
      ))}
      {faults.length > 0 && (
        <ul>
          {faults.slice(0, mostListed).map((fault, i) => (
            <li key={i} class={fault.severity}>
              <Fault fault={fault} model={model} />
            </li>
          ))}
          {rest > 0 && <li>… and {rest} more.</li>}
        </ul>
      )}
    </section>
  );
}

function Fault({ fault, model }: { readonly fault: ShownFault; readonly model: PagesModel }) {
  const { severity, message, place, page, pointer } = fault;
  return (
    <>
      {place ? <PlaceLink place={place} model={model} /> : pointer && <code>{pointer}</code>} <strong>{severity}</strong>
      {page !== undefined && (
        <>
          {' '}
          {/* Not a link: the fragment of the address holds the secret of the page. */}
          <button type="button" class="place" onClick={() => document.getElementById(`page-${page}`)?.scrollIntoView()}>
            page {page}
          </button>
        </>
      )}{' '}
      {message}
    </>
  );
}

function describe(warnings: number, errors: number, model: PagesModel): string {
  const sheets = model.sheets.value.length;
  if (sheets === 0 && errors === 0) return 'One moment …';
  if (errors > 0) {
    const last = sheets > 0 ? ' The pages below are the last good ones.' : '';
    return `${count(errors, 'error')}.${last}`;
  }
  return `${count(sheets, 'page')}, ${warnings === 0 ? 'no warnings' : count(warnings, 'warning')}.`;
}

const count = (number: number, name: string): string => `${number} ${number === 1 ? name : `${name}s`}`;
