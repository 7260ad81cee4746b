// Makes texts that show how slow a backtracking pattern can be. Each text repeats a part that the pattern may repeat, and ends in characters
// that do not fit. The pattern then tries every way to divide the text.

const most = 100;
/** The short text shows work that doubles with each character and never ends. The long text shows work that grows with a power of the length. */
const lengths = [64, 300];
/** Endings that rarely fit, and the empty ending. */
const tails = ['\n!', '!', ''];
/** Characters to try for a character class, until one fits. If none fits, the characters in the class itself are tried. */
const candidates = [...'a1A -_.@/,:;#"\'é中😀\t\n\u0001'];

const token =
  /\\(?:[pPu]\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|k<[^>]*>|[1-9]\d*|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|(?:[*+?]|\{\d+(?:,\d*)?\})\??|[\s\S]/gu;

interface Pump {
  /** Text that fits the pattern before this part. */
  readonly prefix: string;
  readonly body: string;
}

/** At most a hundred texts, the same at each call. The pattern must compile. */
export function pumpTexts(pattern: string): readonly string[] {
  const pumps = findPumps(pattern);
  const texts = new Set<string>();
  for (const length of lengths) {
    for (const tail of tails) {
      for (const { prefix, body } of pumps) {
        texts.add(prefix + body.repeat(Math.ceil(length / body.length)) + tail);
        if (texts.size === most) return [...texts];
      }
    }
  }
  const letters = [...new Set(pumps.map(({ body }) => body))];
  for (let seed = 1; texts.size < most && letters.length > 0 && seed <= most; seed++) texts.add(mix(letters, seed));
  return [...texts];
}

const longestReference = 64;
const noGroup = { start: 0, isAhead: false, references: [] };

/** Finds the repeatable parts of a pattern: groups first, then single characters. Each comes with and without the text before it. */
function findPumps(pattern: string): readonly Pump[] {
  const groups: Pump[] = [];
  const atoms: Pump[] = [];
  const open: { readonly start: number; readonly isAhead: boolean; readonly references: readonly string[] }[] = [];
  /** The text that each reference to a group repeats: `\1`, `\k<name>`. Long texts are left out: nested references would double them each time. */
  const captured = new Map<string, string>();
  let count = 0;
  let walked = '';
  const note = (list: Pump[], start: number) => {
    if (walked.length > start) list.push({ prefix: walked.slice(0, start), body: walked.slice(start) });
  };
  for (const [part] of pattern.matchAll(token)) {
    if (part.startsWith('(')) {
      const name = /^\(\?<([^=!].*)>$/.exec(part)?.[1];
      const references = part === '(' || name !== undefined ? [`\\${++count}`, `\\k<${name}>`] : [];
      open.push({ start: walked.length, isAhead: /^\(\?(?:[=!]|<[=!])/.test(part), references });
    } else if (part === ')' || part === '|') {
      const { start, isAhead, references } = (part === ')' ? open.pop() : open.at(-1)) ?? noGroup;
      note(groups, start);
      for (const reference of references) captured.set(reference, walked.slice(start, start + longestReference));
      // The next alternative begins at the same place as this one. Look-around consumes no text.
      if (part === '|' || isAhead) walked = walked.slice(0, start);
    } else if (!/^(?:[*+?^$]|\{\d)/.test(part)) {
      const start = walked.length;
      walked += captured.get(part) ?? sampleOf(part);
      note(atoms, start);
    }
  }
  const alone = [...groups, ...atoms].map(({ body }) => ({ prefix: '', body }));
  const all = [...groups, ...atoms, ...alone];
  return [...new Map(all.map((pump) => [`${pump.prefix}\n${pump.body}`, pump])).values()];
}

/** A character that the part of an expression matches. Empty: no character does, as for the edge of a word. */
function sampleOf(part: string): string {
  if (!/[\\[.]/.test(part)) return part;
  for (const flags of ['u', '']) {
    try {
      const expression = new RegExp(`^(?:${part})$`, flags);
      return [...candidates, ...part].find((char) => expression.test(char)) ?? '';
    } catch {
      // The escape is unknown in one of the two modes, or the reference is to a group outside this part.
    }
  }
  return '';
}

/** A text of these pieces in an order that looks random. */
function mix(pieces: readonly string[], seed: number): string {
  let state = seed;
  let text = '';
  while (text.length < seed * 5) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    text += pieces[(state >>> 8) % pieces.length]!;
  }
  return text;
}
