// The earlier revisions: to look at, and to restore.

import { language, locale, revisionWords } from '../../editor-words/index.ts';
import type { EditorModel } from '../editor-model.ts';

export function VersionsPanel({ model }: { readonly model: EditorModel }) {
  const { list, seen } = model.versions;
  /** The panel goes, so the focus is at the button that opens it. */
  const leave = (act: () => void) => {
    document.getElementById('versions')!.focus();
    act();
  };
  return (
    <section class="end" aria-labelledby="versions-title">
      <h2 id="versions-title">{revisionWords.name}</h2>
      <p>{revisionWords.hint}</p>
      {list.value!.map(({ revision, savedAt }) => (
        <button
          key={revision}
          type="button"
          class="plain"
          aria-pressed={seen.value?.revision === revision}
          onClick={() => void model.seeRevision(revision)}
        >
          {revisionWords.see(revision, longTime(new Date(savedAt)))}
        </button>
      ))}
      <div class="actions">
        <button type="button" aria-disabled={!seen.value} onClick={() => seen.value && leave(() => model.restoreRevision())}>
          {revisionWords.restore}
        </button>
        <button type="button" class="plain" onClick={() => leave(() => model.closeVersions())}>
          {revisionWords.close}
        </button>
      </div>
    </section>
  );
}

/** `27 November 2026, 18:55`, or as the reader writes it in the language of the editor. */
function longTime(time: Date): string {
  const asked = navigator.languages.find((one) => one.startsWith(language)) ?? locale;
  const date = new Intl.DateTimeFormat(asked, { dateStyle: 'long' }).format(time);
  return `${date}, ${new Intl.DateTimeFormat(asked, { timeStyle: 'short' }).format(time)}`;
}
