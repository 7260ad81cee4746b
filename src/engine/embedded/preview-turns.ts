// Whose preview is rendered: a session has one at a time, and a newer one of the same tab replaces the one before.
import { abortAfter } from '../../async/abort-after.ts';
import { createTurns, type Turns } from '../../async/turns.ts';
import { PdfgenError } from '../../contract/errors.ts';

export interface PreviewTurns {
  /**
   * Renders a preview at its turn. The signal of `work` also comes when a newer preview of the tab arrives. Raises PREVIEW_REPLACED, and RATE_LIMITED
   * if too many wait, or one waits for too long.
   */
  take<T>(
    of: { readonly sessionUuid: string; readonly tab: string | undefined },
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
}

/** Most previews of a session that are rendered or wait. */
const mostOfSession = 8;
const longestWaitMs = 10_000;

interface Preview {
  readonly tab: string | undefined;
  readonly replaced: AbortController;
}

interface Session {
  readonly previews: Set<Preview>;
  readonly turns: Turns;
}

export function createPreviewTurns(): PreviewTurns {
  const sessions = new Map<string, Session>();
  return {
    async take({ sessionUuid, tab }, signal, work) {
      const session = sessions.get(sessionUuid) ?? { previews: new Set(), turns: createTurns(1) };
      const { previews, turns } = session;
      for (const earlier of previews) if (tab !== undefined && earlier.tab === tab) earlier.replaced.abort(previewReplaced());
      const live = [...previews].filter(({ replaced }) => !replaced.signal.aborted);
      if (live.length >= mostOfSession) throw tooMany('Too many previews of this session wait to be rendered.');
      const preview = { tab, replaced: new AbortController() };
      sessions.set(sessionUuid, session);
      previews.add(preview);
      const ended = AbortSignal.any([preview.replaced.signal, ...(signal ? [signal] : [])]);
      const late = abortAfter(longestWaitMs);
      try {
        return await turns.take(tab ?? '', () => work(ended), AbortSignal.any([ended, late]));
      } catch (error) {
        throw error === late.reason ? tooMany('Other previews of this session took too long.') : error;
      } finally {
        previews.delete(preview);
        if (previews.size === 0) sessions.delete(sessionUuid);
      }
    },
  };
}

const previewReplaced = (): PdfgenError =>
  new PdfgenError('PREVIEW_REPLACED', 'A newer preview of the same tab has taken the place of this one.');

const tooMany = (detail: string): PdfgenError =>
  new PdfgenError('RATE_LIMITED', `${detail} Try again when they have ended.`, { retryAfter: 1 });
