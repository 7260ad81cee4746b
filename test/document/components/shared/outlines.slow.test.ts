// Random outlines of headings, clauses and lists: text, references, contents and outline show the same numbers, which a plain counter foretells.
import { expect, test } from 'vitest';
import { createRandom } from '../../../support/random.ts';
import { itemsOf, layOut, printedLines } from '../../../support/render.ts';
import { trialSeeds } from '../../../support/trials.ts';

type Part = Readonly<Record<string, unknown>>;

/** A numbered part as the counter foretells it. */
interface Expected {
  readonly id: string;
  /** What stands before its text. */
  readonly sign: string;
  /** Empty: it has none. */
  readonly number: string;
  readonly full: string;
  /** Of a heading: 1 to 6. */
  readonly heading: number | undefined;
  readonly isListed: boolean;
  readonly isInOutline: boolean;
}

interface Numbered {
  readonly number: string;
  readonly full: string;
}

const write: Readonly<Record<string, (count: number) => string>> = {
  '1': String,
  a: (count) => 'abcdefghijklmnopqrstuvwxyz'[count - 1]!,
  I: (count) =>
    ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII', 'XIII', 'XIV', 'XV', 'XVI', 'XVII'][count - 1]!,
};

/** What stands around a sign of a pattern. */
const frames = [
  ['', ''],
  ['§ ', ''],
  ['(', ')'],
  ['', '.'],
] as const;

function makeOutline(seed: number): { readonly body: unknown; readonly expected: readonly Expected[]; readonly define: Part } {
  const random = createRandom(seed);
  const upTo = (count: number) => Math.floor(random() * count);
  const pick = <T>(list: readonly T[]): T => list[upTo(list.length)]!;
  const expected: Expected[] = [];
  const define: Record<string, unknown> = {};
  const counts = Array.from({ length: 6 }, () => ({
    bySign: new Map<string, number>(),
    last: 0,
    sign: '1',
    printed: undefined as Numbered | undefined,
  }));
  let ids = 0;
  let deepest = 0;

  const after = (around: Numbered | undefined, number: string): Numbered => ({
    number,
    full: around ? `${around.full} ${number}` : number,
  });

  /** Counts a text of a level. */
  function count(
    level: number,
    shown: number,
    sign: string,
    frame: readonly [string, string],
    isSilent: boolean,
  ): Numbered | undefined {
    const own = counts[level - 1]!;
    const used = isSilent ? own.sign : sign;
    own.sign = used;
    own.last = (own.bySign.get(used) ?? 0) + 1;
    own.bySign.set(used, own.last);
    own.printed = undefined;
    for (const deeper of counts.slice(level))
      Object.assign(deeper, { bySign: new Map(), last: 0, sign: '1', printed: undefined });
    if (isSilent) return undefined;
    const outer = counts
      .slice(level - 1 - shown, level - 1)
      .map(({ last }) => `${last}.`)
      .join('');
    const number = `${frame[0]}${outer}${write[sign]!(own.last)}${frame[1]}`;
    own.printed = after(counts.slice(0, level - 1 - shown).findLast(({ printed }) => printed)?.printed, number);
    return own.printed;
  }

  function makeText(): Part {
    const level = 1 + upTo(Math.min(6, deepest + 1));
    deepest = Math.max(level, random() < 0.2 ? 0 : deepest);
    const id = `w${++ids}`;
    const [sign, frame] = [pick(['1', '1', 'a', 'I']), pick(frames)];
    const shown = upTo(level);
    const isSilent = random() < 0.15;
    const isHeading = random() < 0.5;
    const isListed = isHeading && random() < 0.8;
    const isInOutline = isHeading && random() < 0.8;
    const number = isSilent ? 'continue' : `${frame[0]}${'1.'.repeat(shown)}${sign}${frame[1]}`;
    const found = count(level, shown, sign, frame, isSilent);
    expected.push({
      id,
      sign: found?.number ?? '',
      number: '',
      full: '',
      ...found,
      heading: isHeading ? level : undefined,
      isListed,
      isInOutline,
    });
    return {
      text: id,
      number,
      ...(isHeading ? { role: `heading${level}` } : { level }),
      ...(isHeading && !isListed && { listed: false }),
      ...(random() < 0.3 && { numberWidth: 60 }),
      bookmark: isHeading && !isInOutline ? false : { anchor: id },
    };
  }

  function makeList(around: readonly (Numbered | undefined)[]): Part {
    const counting = around.filter((one) => one !== undefined).length;
    const shown = counting > 0 && random() < 0.4 ? 1 : 0;
    const [sign, frame] = [pick(['1', 'a', 'I']), pick(frames)];
    const isBullet = random() < 0.2;
    const section = counts.findLast(({ printed }) => printed)?.printed;
    const known = around.filter((one) => one !== undefined);
    const outer = known.at(-1 - shown) ?? section;
    const list = Array.from({ length: 1 + upTo(4) }, (_, i) => {
      const shownOuter = shown === 0 ? '' : `${innerCount(known.at(-1)!)}.`;
      const own = isBullet
        ? undefined
        : { ...after(outer, `${frame[0]}${shownOuter}${write[sign]!(i + 1)}${frame[1]}`), count: i + 1 };
      const id = `w${++ids}`;
      const printedSign = own?.number ?? ['•', '–', '‣'][around.length]!;
      expected.push({
        id,
        sign: printedSign,
        number: own?.number ?? '',
        full: own?.full ?? '',
        heading: undefined,
        isListed: false,
        isInOutline: false,
      });
      const text = { text: id, bookmark: { anchor: id } };
      return around.length < 2 && random() < 0.3 ? [text, makeList([...around, own])] : text;
    });
    return { list, ...(!isBullet && { marker: `${frame[0]}${'1.'.repeat(shown)}${sign}${frame[1]}` }) };
  }

  const makePart = (): unknown => {
    const kind = random();
    if (kind < 0.25) return makeList([]);
    if (kind < 0.35) {
      const name = `d${Object.keys(define).length}`;
      define[name] = { body: [makeText(), makeText()] };
      return { use: name };
    }
    return kind < 0.45 ? { stack: [makeText(), makeText()], padding: 1 } : makeText();
  };
  const body = Array.from({ length: 4 + upTo(14) }, makePart);
  return { body, expected, define };
}

/** The count of an item that a list inside of it shows. */
const innerCount = (one: Numbered): number => (one as Numbered & { readonly count: number }).count;

test('text, references, contents and outline show the same numbers', async () => {
  let clauses = 0;
  for (const seed of trialSeeds('outlines.slow')) {
    const { body, expected, define } = makeOutline(seed);
    const named = expected.filter(({ number, heading, isInOutline }) => number !== '' && (heading === undefined || isInOutline));
    const references = named.map(({ id }) => `${id}: {{ '${id}' | number_of }} = {{ '${id}' | number_of: 'full' }}`);
    const laid = await layOut(
      [...references, body, { pageBreak: true }, { toc: 6, indent: 0, dots: false }],
      {},
      { size: [500, 500] },
      { define },
    );
    const lines = printedLines(laid).flat();
    const at = `seed ${seed}`;
    expect(
      laid.warnings.filter(({ code }) => code !== 'heading-skipped' && code !== 'toc-empty'),
      at,
    ).toEqual([]);
    expect(lines.slice(0, named.length), at).toEqual(named.map(({ id, number, full }) => `${id}: ${number} = ${full}`));
    const printed = lines.slice(named.length, named.length + expected.length).map((line) => line.replaceAll(' ', ''));
    expect(printed, at).toEqual(expected.map(({ id, sign }) => `${sign.replaceAll(' ', '')}${id}`));
    const titled = ({ id, number }: Expected) => (number === '' ? id : `${number} ${id}`);
    const contents = lines.slice(named.length + expected.length).map((line) => line.replace(/ ?\d+$/, ''));
    expect(contents, at).toEqual(expected.filter(({ isListed }) => isListed).map(titled));
    const outline = itemsOf(laid, 'anchor').flatMap(({ bookmark }) => bookmark ?? []);
    expect(
      outline.map(({ title, level }) => `${level} ${title}`),
      at,
    ).toEqual(expected.filter(({ isInOutline }) => isInOutline).map((one) => `${one.heading} ${titled(one)}`));
    clauses += named.filter(({ heading }) => heading === undefined).length;
  }
  expect(clauses).toBeGreaterThan(3 * trialSeeds('outlines.slow').length);
});
