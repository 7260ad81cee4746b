// Wraps help that is wider than the terminal.

/** Narrowest column for a description. On a narrower terminal it stands under its term. */
export const narrowestText = 20;

/**
 * Wraps long lines: paragraphs of prose, and descriptions beside their terms. Other indented lines are examples, which stay whole so that they can be
 * pasted.
 */
export function wrapHelp(text: string, columns: number): string {
  return text
    .split('\n\n')
    .map((paragraph) => (isTooWide(paragraph, columns) ? wrapParagraph(paragraph, columns) : paragraph))
    .join('\n\n');
}

const isTooWide = (paragraph: string, columns: number): boolean => paragraph.split('\n').some((line) => line.length > columns);

function wrapParagraph(paragraph: string, columns: number): string {
  const lines = paragraph.split('\n');
  const wrapped: string[] = [];
  let prose = '';
  const endProse = () => {
    if (prose !== '') wrapped.push(...wrapWords(prose, columns));
    prose = '';
  };
  for (const line of lines) {
    const [, start = '', description = ''] = /^( +\S+(?: \S+)* {2,})(\S.*)$/.exec(line) ?? [];
    if (line !== '' && !line.startsWith(' ')) {
      prose += prose === '' ? line : ` ${line}`;
      // A heading stands alone.
      if (line.endsWith(':')) endProse();
      continue;
    }
    endProse();
    if (line.length <= columns || start === '' || columns - start.length < narrowestText) wrapped.push(line);
    else wrapped.push(...hang(start, description, columns));
  }
  endProse();
  return wrapped.join('\n');
}

function hang(start: string, description: string, columns: number): readonly string[] {
  const [first = '', ...rest] = wrapWords(description, columns - start.length);
  return [`${start}${first}`, ...rest.map((line) => `${' '.repeat(start.length)}${line}`)];
}

/** The words of a text in lines; a word longer than a line has its own line. */
export function wrapWords(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line];
}
