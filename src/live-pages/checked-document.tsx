// The server's own document, over the pages.
import { useEffect, useRef, useState } from 'preact/hooks';
import { checkedWords } from '../editor-words/index.ts';
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
        <h2 id="checked-title">{checkedWords.name}</h2>
        <p>{verdict(checked)}</p>
        <a href={address} download="check.pdf">
          {checkedWords.download}
        </a>
        <button type="button" onClick={() => dialog.current!.close()}>
          {checkedWords.close}
        </button>
      </div>
      <iframe ref={frame} title={checkedWords.name} />
    </dialog>
  );
}

function verdict({ isSame, pages, warnings, ofTemplate }: Checked): string {
  const made = checkedWords.made(pages, warnings.length + ofTemplate);
  return isSame === undefined ? made : made + (isSame ? checkedWords.same : checkedWords.differs);
}
