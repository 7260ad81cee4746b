// The server's own document, over the pages.
import { useEffect, useRef, useState } from 'preact/hooks';
import { counted } from '../words/counts.ts';
import type { Checked, PagesModel } from './pages-model.ts';

export function CheckedDocument({ model }: { readonly model: PagesModel }) {
  const checked = model.checked.value;
  const close = () => {
    model.checked.value = undefined;
  };
  return checked ? <Dialog key={checked.digest} checked={checked} close={close} /> : null;
}

function Dialog({ checked, close }: { readonly checked: Checked; readonly close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [address] = useState(() => URL.createObjectURL(checked.pdf));
  useEffect(() => {
    dialog.current!.showModal();
    // An address set as `src` would add a step to the history of the page. The viewer's list of pages is hidden: it takes half the room.
    frame.current!.contentWindow!.location.replace(`${address}#navpanes=0`);
    return () => URL.revokeObjectURL(address);
  }, [address]);
  return (
    <dialog ref={dialog} class="checked" aria-labelledby="checked-title" onClose={close}>
      <div>
        <h2 id="checked-title">The PDF of the server</h2>
        <p>{verdict(checked)}</p>
        <a href={address} download="check.pdf">
          Download
        </a>
        <button type="button" onClick={() => dialog.current!.close()}>
          Close
        </button>
      </div>
      <iframe ref={frame} title="The PDF of the server" />
    </dialog>
  );
}

function verdict({ isSame, pages, warnings, ofTemplate }: Checked): string {
  const found = warnings.length + ofTemplate;
  const made = `${counted(pages, 'page')}, ${found === 0 ? 'no warnings' : counted(found, 'warning')}.`;
  if (isSame === undefined) return made;
  return isSame
    ? `${made} Its pages are the same as those that you see here.`
    : `${made} Its pages differ from those that you see here, in dates, times or line breaks. The PDF counts.`;
}
