import { expect, test } from 'vitest';
import { withDemanded } from '../../../src/document/on-demand.ts';
import { StyleShaping } from '../../../src/document/text/style-shaping.ts';
import { libraryFile } from '../../../src/files/program-files.ts';
import { withLayers } from '../../support/color-fonts.ts';
import { dejavu, engine, makeStyle, noto, prepare } from './faces.ts';
import { makeSquareFont } from './make-square-font.ts';

const layers = { 1: [[5, 0]], 2: [[5, 0]], 3: [[5, 0]], 4: [[5, 0]] } as const;
const boxes = { '☎': [0, 900], '☑': [0, 900], '🎉': [0, 900], '🏴': [0, 900], '🏵': [0, 900] } as const;
const bytes = withLayers(makeSquareFont(boxes), layers, [[255, 0, 0, 255]]);
const colors = await withDemanded({ libraryFile }, () => engine.openFace({ key: 'style-shaping colors', bytes }));

test('a sign that is text is plain where a later font has it in colour, an emoji is not', () => {
  const shaping = new StyleShaping(makeStyle([noto, colors], { openLastFace: () => dejavu }));
  expect(['☎', '☑', '☎\ufe0e'].map((sign) => shaping.faceFor(sign))).toEqual([dejavu, dejavu, dejavu]);
  expect(['☎\ufe0f', '🎉'].map((sign) => shaping.faceFor(sign))).toEqual([colors, colors]);
  expect(new StyleShaping(makeStyle([colors, noto])).faceFor('☎')).toBe(colors);
});

test('the tags of a flag stay with it, in its font', () => {
  const flag = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
  const [line] = prepare(`a${flag}b`, { faces: [noto, colors] }).wrap(1000);
  expect(line!.segments.map(({ face }) => face)).toEqual([noto, colors, noto]);
  expect(line!.segments[1]!.words).toHaveLength(1);
});
