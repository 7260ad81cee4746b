// The property `bookmark` of a component: its entry in the outline, and its anchor.
import type { CommonProps, CompileContext } from '../component.ts';
import { headingLevel } from './heading-number.ts';

export interface GivenBookmark {
  readonly title?: string | undefined;
  readonly level?: number | undefined;
  readonly anchor?: string | undefined;
}

/** The bookmark of a component. Undefined: none, or it keeps a heading out of the outline. */
export function readBookmark({ bookmark }: CommonProps): GivenBookmark | undefined {
  if (typeof bookmark === 'string') return { title: bookmark };
  return bookmark === false ? undefined : (bookmark as GivenBookmark | undefined);
}

/** The place of the title of a bookmark. */
export const titlePlace = ({ bookmark }: CommonProps, pointer: string): string =>
  `${pointer}/bookmark${typeof bookmark === 'string' ? '' : '/title'}`;

/** Reports a bookmark that makes neither an entry nor an anchor, and settings for an entry that is not there. */
export function checkBookmark(props: CommonProps, { template }: CompileContext, pointer: string): void {
  const { title, level, anchor } = readBookmark(props) ?? {};
  const isHeading = headingLevel(props) > 0;
  const isEntry = title !== undefined || (isHeading && template.outlinesHeadings);
  const warn = (at: string, message: string) => template.report('warning', 'no-effect', `${pointer}/bookmark${at}`, message);
  if (props.bookmark === false && !isEntry) warn('', 'The component is no entry of the outline anyway: leave "bookmark" out.');
  else if (props.bookmark === undefined || props.bookmark === false || isEntry) return;
  else if (anchor === undefined)
    template.report(
      'error',
      'missing-property',
      `${pointer}/bookmark`,
      'needs a "title" for the outline, or an "anchor" for links',
    );
  else if (level !== undefined)
    warn('/level', '"level" has no effect without "title": the component is no entry of the outline.');
}
