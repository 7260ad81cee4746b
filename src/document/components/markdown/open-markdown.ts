// Opens markdown-it, with bounds for hostile texts. It reads CommonMark, and of GFM tables, strikethrough and autolinks.
import { counted, grouped } from '../../../words/counts.ts';
import { MarkdownLimit, type ReadMarkdown } from './blocks.ts';
import { hasSigns, takeSigns, withoutSigns } from './mark-values.ts';
import { isFootnote, mostLevels, readBlocks } from './read-blocks.ts';

/** In UTF-16 code units. */
const longestText = 1_000_000;
/** Beginnings of marks, blocks and cells that are looked at. Manuals and changelogs have one in 13 to 18 characters. */
const mostSteps = 150_000;

export async function openMarkdown(): Promise<ReadMarkdown> {
  const { default: MarkdownIt } = await import('markdown-it');
  // Beyond its nesting, markdown-it leaves blocks out. A list and its item are two levels, and the tree is bounded before.
  const reader = new MarkdownIt({ html: true, linkify: true, maxNesting: 2 * mostLevels + 4 });
  // Links are checked where they are painted.
  reader.validateLink = () => true;
  let steps = 0;
  const count = (more: number): false => {
    steps += more;
    if (steps > mostSteps)
      throw new MarkdownLimit(
        `has more than ${counted(mostSteps, 'mark')}, paragraphs and cells. Divide it among several components.`,
      );
    return false;
  };
  reader.block.ruler.before('table', 'count', () => count(1), { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  reader.inline.ruler.before('text', 'count', () => count(1));
  // To CommonMark, a note of one word is the target of links, and would not be printed.
  const readParagraph = reader.block.ruler.getRules('').at(-1)!;
  reader.block.ruler.before('reference', 'footnote', (state, first, end, silent) => {
    const lineAt = (line: number) => state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]!);
    if (!isFootnote(lineAt(first))) return false;
    let last = first + 1;
    while (last < end && !/^\[[^\]]+\]:/.test(lineAt(last))) last++;
    return readParagraph(state, first, last, silent);
  });
  // The cells of a table are read in one step.
  reader.core.ruler.after('block', 'count', ({ tokens }) => {
    count(Math.max(0, tokens.length / 3 - steps));
  });
  const { linkify } = reader;
  // Finds any host. `readSpans` takes those that begin with `www.`.
  linkify.set({ fuzzyLink: true });
  // A quick look spares its long expression.
  const hasAddress = linkify.test.bind(linkify);
  linkify.test = (text) => /www\.|:\/\/|@/i.test(text) && hasAddress(text);
  const findAddresses = linkify.match.bind(linkify);
  linkify.match = (text) => {
    const found = findAddresses(text);
    // A link is a text, its beginning and its end.
    count(3 * (found?.length ?? 0));
    return found;
  };
  reader.core.ruler.push('values', ({ src, tokens }) => {
    if (hasSigns(src)) takeSigns(tokens);
  });
  return (text) => {
    if (text.length > longestText)
      throw new MarkdownLimit(
        `has ${counted(text.length, 'character')}; one may have ${grouped(longestText)}. Divide it among several components.`,
      );
    steps = 0;
    return readBlocks(reader.parse(text, {}), withoutSigns(text));
  };
}
