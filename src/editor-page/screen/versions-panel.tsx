// The earlier revisions: to look at, and to take back.
import type { EditorModel } from '../editor-model.ts';
import { revisionWords } from '../words/en.ts';

export function VersionsPanel({ model }: { readonly model: EditorModel }) {
  const { list, seen } = model.versions;
  const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
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
          {revisionWords.see(revision, time.format(new Date(savedAt)))}
        </button>
      ))}
      <div class="actions">
        <button type="button" aria-disabled={!seen.value} onClick={() => model.takeRevision()}>
          {revisionWords.takeBack}
        </button>
        <button type="button" class="plain" onClick={() => model.closeVersions()}>
          {revisionWords.close}
        </button>
      </div>
    </section>
  );
}
