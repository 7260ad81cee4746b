// The work that is not saved yet. The browser keeps it too, for the next time that the template is opened there: it may be newer than the draft of the server.
import type { Work } from '../live-pages/embedded-source.ts';

export interface UnsavedWork extends Work {
  /** Number of the server's draft that it goes over. Undefined: there was none. */
  readonly draft?: number | undefined;
}

const nameOf = (embeddedTemplateUuid: string): string => `unsaved ${embeddedTemplateUuid}`;

export function readUnsaved(embeddedTemplateUuid: string): UnsavedWork | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(embeddedTemplateUuid)) ?? 'null') as UnsavedWork | null;
    return typeof kept?.pages === 'string' ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps work; undefined: keeps none. False: this browser cannot. */
export function keepUnsaved(embeddedTemplateUuid: string, unsaved: UnsavedWork | undefined): boolean {
  try {
    if (unsaved) localStorage.setItem(nameOf(embeddedTemplateUuid), JSON.stringify(unsaved));
    else localStorage.removeItem(nameOf(embeddedTemplateUuid));
    return true;
  } catch {
    // A page in a frame may have no storage, and a full one takes nothing more.
    return false;
  }
}
