// The text that is not saved yet. The browser keeps it for the next time that the template is opened there.

/** A text, and the revision from which it was made. */
export interface UnsavedText {
  readonly text: string;
  readonly revision: number;
}

const nameOf = (embeddedTemplateUuid: string): string => `unsaved ${embeddedTemplateUuid}`;

export function readUnsaved(embeddedTemplateUuid: string): UnsavedText | undefined {
  try {
    return (JSON.parse(localStorage.getItem(nameOf(embeddedTemplateUuid)) ?? 'null') as UnsavedText | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text; undefined: keeps none. */
export function keepUnsaved(embeddedTemplateUuid: string, unsaved: UnsavedText | undefined): void {
  try {
    if (unsaved) localStorage.setItem(nameOf(embeddedTemplateUuid), JSON.stringify(unsaved));
    else localStorage.removeItem(nameOf(embeddedTemplateUuid));
  } catch {
    // A page in a frame may have no storage, and a full one takes nothing more. The browser still asks before the page is left.
  }
}
