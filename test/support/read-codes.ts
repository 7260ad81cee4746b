// What a page says to a reader that knows ToUnicode and nothing else: no ActualText, no character map of a font.
import { contentOf, readObjects } from './read-pdf.ts';
import { readShown } from './shown-strings.ts';

/** The text of each line of a one-page file, in the order it is painted. Codes that are mapped to nothing come out as `?`. */
export function readCodes(file: Buffer): string[] {
  const maps = readMaps(file);
  const lines: string[] = [];
  let line = '';
  let map = new Map<number, string>();
  for (const [, font, down, shown] of contentOf(file).matchAll(
    /\/(F\d+) \S+ Tf\n|\S+ (\S+) Td\n|\[((?:\((?:[^()\\]|\\.)*\)|[^\]()])*)\]TJ\n/gs,
  )) {
    if (font !== undefined) map = maps.get(font)!;
    else if (down !== undefined && Number(down) !== 0) {
      if (line !== '') lines.push(line);
      line = '';
    } else if (shown !== undefined) {
      for (const part of readShown(shown)) {
        if (typeof part === 'number') continue;
        const codes = Buffer.from(part, 'latin1');
        for (let i = 0; i < codes.length; i += 2) line += map.get(codes.readUInt16BE(i)) ?? '?';
      }
    }
  }
  return [...lines, line];
}

function readMaps(file: Buffer): Map<string, Map<number, string>> {
  const objects = readObjects(file);
  const resources = [...objects.values()].find(({ body }) => body.startsWith('<</Font<<'))!.body;
  return new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => {
      const toUnicode = Number(/\/ToUnicode (\d+)/.exec(objects.get(Number(id))!.body)![1]);
      return [name!, readMap(objects.get(toUnicode)!.stream!.toString('latin1'))];
    }),
  );
}

function readMap(cmap: string): Map<number, string> {
  const map = new Map<number, string>();
  for (const [, first, last, text] of cmap.matchAll(/^<(\w{4})>(?:<(\w{4})>)?<((?:\w{4})+)>$/gm)) {
    const from = Number.parseInt(first!, 16);
    const to = last === undefined ? from : Number.parseInt(last, 16);
    const units = text!.match(/.{4}/g)!.map((unit) => Number.parseInt(unit, 16));
    for (let code = from; code <= to; code++) {
      map.set(code, String.fromCharCode(...units.slice(0, -1), units.at(-1)! + code - from));
    }
  }
  return map;
}

const letters = /[\u0590-\u08ff\u{1e900}-\u{1e95f}]/u;

/** The words of a painted line in the order of the text, as readers make them: those from right to left turned round character by character. */
export function wordsOf(line: string): string[] {
  return plain(line)
    .split(' ')
    .filter(Boolean)
    .map((word) => (letters.test(word) ? [...word].reverse().join('') : word));
}

/** Without what is invisible; precomposed, where there is a choice. */
export function plain(text: string): string {
  return text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .replaceAll('\u2011', '\u2010');
}
