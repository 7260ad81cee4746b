// Random documents with footnotes, and what their notes must be: the same seed gives the same document.
import { createRandom } from './random.ts';

type Component = Record<string, unknown>;

/** A reference: the word before it, what stands there, and the notes. */
interface ExpectedReference {
  readonly word: string;
  /** The numbers of the notes, `1` or `1,2`. */
  readonly printed: string;
  readonly notes: readonly ExpectedNote[];
}

/** A note, whose words are `n7x0`, `n7x1` … */
export interface ExpectedNote {
  readonly id: number;
  readonly number: number;
  readonly words: number;
}

export interface NoteCase {
  readonly template: Record<string, unknown>;
  readonly data: Record<string, unknown>;
  readonly references: readonly ExpectedReference[];
  /** In the order of their numbers. */
  readonly notes: readonly ExpectedNote[];
  /** A sheet may divide the columns of a row or the cells of a table, so notes of lower lines may stand before others. */
  readonly hasColumns: boolean;
  /** Height of the sheets, and where the body ends on all but the last one. */
  readonly height: number;
}

const filler = 'Versicherungsbedingungen delivery Lieferung of mountain trail signs Wanderweg larch posts für und the'.split(' ');

export function makeNoteCase(seed: number): NoteCase {
  const random = createRandom(seed);
  const upTo = (count: number) => Math.floor(random() * count);
  const pick = <T>(list: readonly T[]): T => list[upTo(list.length)]!;
  const maybe = (share: number, entries: Component): Component => (random() < share ? entries : {});
  const say = (most: number) => Array.from({ length: 1 + upTo(most) }, () => pick(filler)).join(' ');
  const references: ExpectedReference[] = [];
  const notes: ExpectedNote[] = [];
  const data: Record<string, unknown> = {};
  let made = 0;
  let counted = 0;
  let hasColumns = false;
  const height = pick([240, 300, 420, 600]);
  const longest = pick([8, 30, 30, 120, 400]);

  const makeNote = (): ExpectedNote => {
    const words = random() < 0.8 ? 1 + upTo(8) : 1 + upTo(longest);
    const note = { id: ++made, number: ++counted, words };
    notes.push(note);
    return note;
  };
  const wordsOf = ({ id, words }: ExpectedNote) => Array.from({ length: words }, (_, i) => `n${id}x${i}`).join(' ');

  /** A text with references. `most`: words between them. */
  const makeText = (most = 25, isNarrow = false): Component => {
    const footnotes: Record<string, string> = {};
    const own: ExpectedNote[] = [];
    const parts = [say(most)];
    for (let i = 0, end = pick([0, 0, 1, 1, 1, 2, 4]); i < end; i++) {
      const word = `r${++made}:`;
      // Again to a note of the text, or to two at once.
      const again = own.length > 0 && random() < 0.2 ? [pick(own)] : undefined;
      const referred = again ?? Array.from({ length: random() < 0.15 ? 2 : 1 }, makeNote);
      if (!again) own.push(...referred);
      for (const note of referred) footnotes[`n${note.id}`] = wordsOf(note);
      const marks = referred.map(({ id }) => `[^n${id}]`).join('');
      references.push({ word, printed: referred.map(({ number }) => number).join(','), notes: referred });
      parts.push(pick([`${word}${marks}`, `**${word}${marks}**`, `*${say(2)} ${word}${marks} ${say(1)}*`]), say(most));
    }
    return {
      text: parts.join(' '),
      format: 'inline',
      ...(own.length > 0 && { footnotes }),
      ...maybe(0.2, { align: 'justify', hyphenate: true, lang: 'de' }),
      ...(!isNarrow && maybe(0.1, { size: 14 })),
      ...maybe(0.1, { orphans: 1, widows: 1 }),
    };
  };
  /** Nothing of it is printed or counted. */
  const makeHidden = (): Component => ({
    text: 'hidden[^n]',
    format: 'inline',
    footnotes: { n: 'never' },
    when: '1 > 2',
  });
  const makeRepeat = (): Component => {
    const list = `list${++made}`;
    data[list] = Array.from({ length: upTo(6) }, () => {
      const note = makeNote();
      const word = `r${++made}:`;
      references.push({ word, printed: String(note.number), notes: [note] });
      return { word, note: wordsOf(note), shown: true };
    }).flatMap((one) => [one, { ...one, shown: false }]);
    return {
      repeat: list,
      where: 'item.shown',
      body: { text: `${say(8)} {{ item.word }}[^n]`, format: 'inline', footnotes: { n: '{{ item.note }}' } },
    };
  };
  const makeTable = (): Component => {
    const list = `list${++made}`;
    data[list] = Array.from({ length: 1 + upTo(12) }, () => {
      const cells = [makeNote(), makeNote()].map((note) => {
        const word = `r${++made}:`;
        references.push({ word, printed: String(note.number), notes: [note] });
        return { word, note: wordsOf(note), say: say(12) };
      });
      return { cells };
    });
    const column = (i: number, more: Component): Component => ({
      header: say(2),
      body: {
        text: `{{ row.cells[${i}].say }} {{ row.cells[${i}].word }}[^n]`,
        format: 'inline',
        footnotes: { n: `{{ row.cells[${i}].note }}` },
      },
      ...more,
    });
    const mayBreak = random() < 0.4;
    hasColumns ||= mayBreak;
    return {
      table: list,
      as: 'row',
      columns: [column(0, {}), column(1, maybe(0.3, { width: '40%' }))],
      ...(mayBreak && { rowBreak: 'allow' }),
      ...maybe(0.3, { repeatHeader: false }),
    };
  };
  const makers: readonly (() => unknown)[] = [
    makeText,
    makeText,
    () => say(60),
    () => [{ ...makeText(3), keepWithNext: true }, makeText()],
    () => ({ list: Array.from({ length: 1 + upTo(4) }, () => makeText(12)), marker: '1.' }),
    () => {
      hasColumns = true;
      return { row: [makeText(12, true), [makeText(8, true), makeText(8, true)]], gap: 10 };
    },
    () => ({ group: [makeText(10), makeText(10)] }),
    () => ({ stack: [makeText(15), makeHidden()], padding: 4, background: '#eeeeee' }),
    () => ({ choose: [{ when: '1 > 2', ...makeHidden() }, makeText(10)] }),
    () => ({ use: 'card', body: [makeText(10)] }),
    () => ({ ...makeText(10), opacity: 0.5 }),
    makeHidden,
    makeRepeat,
    makeTable,
    () => ({ pageBreak: true }),
  ];
  const makePage = (): Component => {
    counted = 0;
    const body = Array.from({ length: 2 + upTo(8) }, () => pick(makers)());
    return {
      size: [300, height],
      margin: 20,
      body,
      ...maybe(0.3, { header: [{ on: 'notFirst', body: 'Head {{ page.number }}' }] }),
      ...maybe(0.4, {
        footer: [
          { on: 'last', height: pick([10, 60]), body: 'Last' },
          { on: 'rest', body: 'Foot {{ page.part.number }}' },
        ],
      }),
    };
  };
  const pages = Array.from({ length: random() < 0.2 ? 2 : 1 }, makePage);
  const template = {
    unit: 'pt',
    ...(random() < 0.5 && { document: { title: 'Notes', lang: 'en' } }),
    styles: { base: { size: 8 }, ...maybe(0.3, { footnote: { size: pick([6, 9]), align: 'justify' } }) },
    define: { card: { body: ['Card', { slot: 'body' }] } },
    pages,
  };
  return { template, data, references, notes, hasColumns, height };
}
