// Checks the attachments of a document against its standards.
import type { Attachment } from './fragment.ts';
import type { LayoutSession } from './session.ts';

const place = '/document/attachments';

/** Notes attachments that the standards do not allow, and an attachment that is missing. `part`: of PDF/A. */
export function checkAttachments(attachments: readonly Attachment[], part: number | undefined, session: LayoutSession): void {
  if (attachments.length === 0) {
    const message = 'the document needs an attachment. Add one, or choose PDF/A-4.';
    session.breach('attachment-missing', place, undefined, message, 0);
  }
  const silent = attachments.filter(({ description }) => !description);
  if (silent.length > 0)
    session.breach('attachment-description', place, undefined, `${listNames(silent)} needs a "description".`, 0);
  // Without the rule, the bytes of the attachments are not searched.
  if (!session.keeps('attachment')) return;
  const allowed: readonly number[] = part === 2 ? [1, 2] : part === 4 ? [1, 2, 4] : [];
  const refused = attachments.filter(({ bytes }) => !allowed.includes(claimedPart(bytes) ?? 0));
  if (refused.length === 0) return;
  const which = allowed.length === 0 ? 'no attachments are' : `only files of PDF/A-${allowed.join(', PDF/A-')} are`;
  session.breach('attachment', place, undefined, `${which} allowed, so ${listNames(refused)} cannot be attached.`, 0);
}

const listNames = (attachments: readonly Attachment[]) => attachments.map(({ filename }) => JSON.stringify(filename)).join(', ');

/** The part of PDF/A that a file claims in its XMP. */
function claimedPart(bytes: Uint8Array): number | undefined {
  const text = new TextDecoder('latin1').decode(bytes);
  if (!text.startsWith('%PDF-')) return undefined;
  const [, part] = /pdfaid:part(?:>|\s*=\s*["'])\s*(\d)/.exec(text) ?? [];
  return part === undefined ? undefined : Number(part);
}
