// Tells the caller from which files a template was read.
import type { CallNotes } from '../../contract/engine.ts';
import type { StoredTemplate } from '../../store/template-store.ts';

/** Notes the files of a template, if it has files. */
export function noteTemplate({ files, document }: StoredTemplate, notes: CallNotes | undefined): void {
  if (notes && files) notes.template = { files, document };
}
