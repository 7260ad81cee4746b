import { expect, test } from 'vitest';
import { overlap } from '../../../../src/document/text/line/ink-overlap.ts';
import type { Face } from '../../../../src/document/text/shaped-text.ts';
import { dejavu, devanagari, engine, khmer, myanmar, naskh, nastaliq, noto, prepare, tamil, thaana, thai } from '../faces.ts';

const urdu = 'تمام انسان آزاد اور حقوق و عزت کے اعتبار سے برابر پیدا ہوئے ہیں۔ انہیں ضمیر اور عقل ودیعت ہوئی ہے۔';
const burmese = 'လူတိုင်းသည် တူညီ လွတ်လပ်သော ဂုဏ်သိက္ခာဖြင့်လည်းကောင်း၊ တူညီလွတ်လပ်သော အခွင့်အရေးများဖြင့်လည်းကောင်း မွေးဖွားလာသူများ ဖြစ်သည်။';
const helvetica = engine.standardFace('Helvetica');

function heightOf(text: string, faces: readonly Face[]): number {
  const [line] = prepare(text, { faces }).wrap(10_000);
  return line!.height;
}

test.each([
  ['Latin in the shipped font', 'Ågren, Ấp', [noto], 13],
  ['Latin in a standard font', 'Ågren', [helvetica], 13],
  ['Latin in a font with a tall fallback that is not needed', 'Ågren', [noto, nastaliq], 13],
  ['a missing Chinese character', '字', [noto], 13],
  ['Urdu', urdu, [nastaliq], 25],
  ['digits in a Nastaliq font, as high as the words beside them', '12', [nastaliq, noto], 25],
  ['Burmese by a fallback font', burmese, [noto, myanmar], 21.84],
  ['Thai by a fallback font', 'น้ำ', [noto, thai], 15.11],
  ['Arabic in a font that needs little', 'عربي', [dejavu], 13],
])('the height of %s', (_what, text, faces, height) => {
  expect(heightOf(text, faces)).toBeCloseTo(height);
});

test('a line with tall words makes room for them alone', () => {
  const lines = prepare(`one\n${burmese.slice(0, 11)}\ntwo`, { faces: [noto, myanmar] }).wrap(1000);
  expect(lines.map(({ height }) => height)).toEqual([13, expect.closeTo(21.84), 13]);
});

const scripts: readonly (readonly [string, readonly Face[], string])[] = [
  ['Urdu', [nastaliq], urdu],
  ['Burmese', [noto, myanmar], burmese],
  ['Arabic', [noto, naskh], 'يُولَدُ جَمِيعُ النَّاسِ أَحْرَارًا وَمُتَسَاوِينَ فِي الْكَرَامَةِ وَالْحُقُوقِ'],
  ['Hindi', [noto, devanagari], 'सभी मनुष्यों को गौरव और अधिकारों के विषय में जन्मजात स्वतन्त्रता प्राप्त है'],
  ['Thai', [noto, thai], 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ'],
  ['Tamil', [noto, tamil], 'மனிதப் பிறிவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்'],
  ['Thaana', [noto, thaana], 'ހުރިހާ އިންސާނުން ވެސް އުފަންވަނީ މިނިވަންކަމުގައި'],
  ['Khmer', [noto, khmer], 'មនុស្សទាំងអស់កើតមកមានសេរីភាពនិងសមភាពក្នុងសេចក្តីថ្លៃថ្នូរនិងសិទ្ធិ'],
  ['Latin', [noto], 'Ågren häufig Übergrößen, gäbe Äpfel; jeder prüfe Öffnungen.'],
];

test.each(scripts)('no letter of %s lies over a letter of the next line', (_name, faces, text) => {
  for (const width of [60, 80, 110]) {
    const lines = prepare(text.repeat(3), { faces }).wrap(width);
    const faults = lines.flatMap((line, i) => (i > 0 && overlap(lines[i - 1]!, line) ? [i] : []));
    expect(faults, `at ${width}`).toEqual([]);
  }
});

function reachesNext(text: string, faces: readonly Face[], lineHeight: number, width = 60): boolean {
  return prepare(text, { faces, options: { lineHeight } })
    .wrap(width)
    .some((line) => line.reachesNext);
}

test.each([
  ['Urdu', urdu, nastaliq],
  ['Burmese', burmese, myanmar],
])('lines of %s that are too low for their letters say so', (_name, text, face) => {
  expect(reachesNext(text, [face], 1.2)).toBe(true);
  expect(reachesNext(text, [noto, face], 1.2)).toBe(true);
  expect(reachesNext(text, [face], 2.5)).toBe(false);
  // A single line has no other line to reach.
  expect(reachesNext(text, [face], 1.2, 10_000)).toBe(false);
});

test('a Latin line says so where the tall line below reaches into it', () => {
  const text = `gypgypgypgyp\n${burmese}`;
  const lines = prepare(text, { faces: [noto, myanmar], options: { lineHeight: 1 } }).wrap(10_000);
  expect(lines[0]!.reachesNext).toBe(true);
});

test('Latin lines say so only where letters really meet', () => {
  const text = 'gyp hold gyp hold gyp hold';
  for (const faces of [[noto], [helvetica]]) {
    expect(reachesNext(text, faces, 1)).toBe(false);
    expect(reachesNext(text, faces, 0.7)).toBe(true);
    expect(reachesNext('ANNUAL REPORT', faces, 0.8)).toBe(false);
  }
});
