// Writes src/fonts/pdfgen-symbols/PdfgenSymbols-Regular.ttf, or the file that is named: signs of Noto Sans Symbols 2, Noto Sans Symbols and Noto Sans Math that Noto Sans lacks,
// block elements and box drawings. Run it after `npm run build` when the signs below or the versions of the packages change. See docs/decisions/0044.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readCharacterMap } from '../.build/document/text/font/character-map.js';
import { buildSfnt, openSfnt } from '../.build/document/text/font/sfnt.js';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const fileOf = (family, part) => `node_modules/@fontsource/${family}/files/${family}-${part}-400-normal.woff`;
const math = openSource(fileOf('noto-sans-math', 'latin'));
const symbols = openSource(fileOf('noto-sans-symbols', 'symbols'));
const symbols2 = openSource(fileOf('noto-sans-symbols-2', 'symbols'));

/** Signs, and the fonts that they come from: the first one that has a sign. Two characters around a hyphen stand for all between them. */
const wanted = [
  ['\u2150-\u218b', [symbols]], // fractions, Roman numerals
  ['\u2190-\u21ff', [math]], // arrows
  ['∀-∍∎∏-∝∞∟∠∡∢∣-∷∼≀≂-≍≎≏≐≔-≕≙-≣≤-≫≮-≱⊂-⊊⊎⊏-⊢⊣⊤⊥⊦-⊩⊲-⊵⊻-⊿⋀-⋇⋈⋮-⋱', [math]], // mathematical operators
  ['⌀⌂⌃⌄⌈⌉⌊⌋⌘⌚⌛⌥⌦⌧⌨⌫⎋⏎⏏⏩-⏳⏴-⏻', [math, symbols2, symbols]], // keys, clocks, players
  ['①-⑳⓪Ⓐ-Ⓩ', [symbols]], // characters in circles
  ['■-\u25ff', [symbols2]], // geometric shapes
  ['☀-☂★-☆☎-☓☕☚-☟☢☣☮☯☹-☼♀♂♠-♧♩-♯♲-♺♻-♽♿⚀-⚅⚐⚑⚒⚓⚔⚖⚙⚛⚠⚡⚪-⚬⛔', [symbols2, symbols]], // telephones, ballot boxes, warnings, cards, dice
  ['✂✆-✉✌-✏✑-✘✚-✝✡✦✧✩✪✭✯✱✳✴✶✻✽❄❌-❖❗❛-❞❢-❤❧❶-➓➔-➿', [symbols2, symbols]], // dingbats
  ['⟵-⟿', [math]], // long arrows
  ['⬅-⬍⬒-⬜⬤⬥⭐-⭕', [symbols2]], // bold arrows, squares, stars
  ['🗴-🗹', [symbols2]], // ballots
];

/** Signs that came later. They stand behind the others, which keep their glyph ids, so that documents with them keep their bytes. */
const more = [
  ['⌖⌗⎓⎙⏚⏼-⏾␣', [math, symbols2, symbols]], // devices, electricity, the sign for a space
  ['⑀-⑊', [symbols2]], // the line of cheques
  ['ⓐ-ⓩ⓫-⓴', [symbols]], // characters in circles
  ['🄋-🄏🅐-🅩🅭-🅱🅾🅿🆎', [symbols, symbols2]], // licences, letters in filled circles, blood groups, parking
  ['☃☄☉☔☘☠☡☥☦☪☽☾☿♁♃-♇♨♾⚐-⚕⚗⚘⚜⚢-⚥⚭-⚱⚽-⚿⛄⛅⛈⛌⛑⛟⛪⛰-⛵⛺⛽⛾', [symbols2, symbols]], // weather, dangers, planets, families, maps
  ['✀✁✃✄✋✞-✠✢-✥✫✬✮✲✵✷-✹✿❅❆❘-❚❠❡❥❦❨-❵', [symbols2, symbols]], // scissors, crosses, stars, ornaments
  ['⟦-⟫⟲⟳⤒⤓⤡⤢⤴-⤽⥀⥁⩽⩾', [math]], // brackets, turning arrows
  ['⬀-⬄⬎-⬑⬝-⬣⬦-⬯⭍⭘⭙⭠-⭩⭮⭯⮈-⮑⮕⮜-⮣⮽-⯈⯐⯑⯪⯫', [symbols2, math]], // arrows, polygons, half a star
  ['🡐-🡙🡠-🡩', [symbols2]], // plain arrows
  ['🌍🌡🌣-🌧🌩🌶🍸🍽🎓🏠🏭🐟👁👆-👉👍👎💳💻📈📉📋📦📷', [symbols2]], // weather, food, hands, goods
  ['🔃🔇-🔊🔍🔒🔓🕭🕻🕽🕿🖂-🖅🖇🖉-🖍🖥🖨🖫🖶🖷🖹🖺🗀-🗂🗄🗎-🗓🗙🗝🗨🗩🗭', [symbols2]], // office
  ['🚇🚍🚑🚘🚭🚲🚹🚺🚼🛆-🛈🛍-🛏🛠🛡', [symbols2]], // ways and rooms
];

/** Emoji that only fonts with colours have, and signs of the same shape. */
const lookAlikes = { '✅': '✔', '❌': '✖', '🚫': '🛇', '📞': '🕽', '📧': '🖂', '📎': '🖇' };

/** As in Noto Sans, so that a line is as high with these signs as without. */
const ascent = 1069;
const descent = -293;
const spaceWidth = 260;
const blockWidth = 600;

/**
 * The lines of the box drawings from U+2500 on, as their names say: from the middle to the left, up, to the right, down. 1 light, 2 heavy, 3 double.
 * Dashes, arcs and diagonals have 0000.
 */
const lineWeights =
  '1010 2020 0101 0202 0000 0000 0000 0000 0000 0000 0000 0000 0011 0021 0012 0022 1001 2001 1002 2002 0110 0120 0210 0220 1100 2100 1200 2200 0111 0121 0211 0112 0212 0221 0122 0222 1101 2101 1201 1102 1202 2201 2102 2202 1011 2011 1021 2021 1012 2012 1022 2022 1110 2110 1120 2120 1210 2210 1220 2220 1111 2111 1121 2121 1211 1112 1212 2211 1221 2112 1122 2221 2122 2212 1222 2222 0000 0000 0000 0000 3030 0303 0031 0013 0033 3001 1003 3003 0130 0310 0330 3100 1300 3300 0131 0313 0333 3101 1303 3303 3031 1013 3033 3130 1310 3330 3131 1313 3333 0000 0000 0000 0000 0000 0000 0000 1000 0100 0010 0001 2000 0200 0020 0002 1020 0102 2010 0201';
const light = 60;
const thickness = [0, light, 2 * light, light];
const middle = [blockWidth / 2, (ascent + descent) / 2];
const reach = [blockWidth / 2, (ascent - descent) / 2];

const glyphs = [{ advance: 600, bearing: 94, bytes: readFirst(symbols2) }];
const codes = new Map();
const taken = new Map();
// Readers tell words apart by spaces in the same font.
codes.set(0x20, glyphs.length);
glyphs.push({ advance: spaceWidth, bearing: 0, bytes: Buffer.alloc(0) });
takeAll(wanted);
for (let code = 0x2580; code <= 0x259f; code++) drawShapes(code, listBoxes(code), blockWidth);
takeAll(more);
for (const [emoji, sign] of Object.entries(lookAlikes)) {
  const { advance, bearing, bytes } = glyphs[codes.get(sign.codePointAt(0))];
  draw(emoji.codePointAt(0), { advance, bearing, bytes: Buffer.from(bytes) });
}
// Plus and minus of emoji.
drawShapes(0x2795, [box(100, 313, 700, 463), box(325, 88, 475, 688)], 800);
drawShapes(0x2796, [box(100, 313, 700, 463)], 800);
for (let code = 0x2500; code <= 0x257f; code++) drawShapes(code, shapesOfLines(code), blockWidth);
const [, , path = 'src/fonts/pdfgen-symbols/PdfgenSymbols-Regular.ttf'] = process.argv;
writeFileSync(path, buildSfnt(0x00010000, makeTables()));

function takeAll(lists) {
  for (const [signs, sources] of lists) {
    for (const code of listCodes(signs)) {
      const source = sources.find(({ map }) => map.glyphOf(code) !== 0);
      if (source) codes.set(code, take(source, source.map.glyphOf(code)));
    }
  }
}

function draw(code, glyph) {
  codes.set(code, glyphs.length);
  glyphs.push(glyph);
}

function drawShapes(code, shapes, advance) {
  draw(code, { advance, bearing: Math.min(...shapes.flat().map(([x]) => x)), bytes: outlineOf(shapes) });
}

function openSource(path) {
  const { tables } = openSfnt(readFileSync(path));
  const view = (tag) => Buffer.from(tables.get(tag));
  const glyphCount = view('maxp').readUInt16BE(4);
  if (view('head').readUInt16BE(18) !== 1000 || tables.has('fpgm')) throw new Error(`${path} has another em or instructions.`);
  return {
    path,
    map: readCharacterMap(tables.get('cmap'), glyphCount),
    glyf: view('glyf'),
    hmtx: view('hmtx'),
    metrics: view('hhea').readUInt16BE(34),
    loca: view('loca'),
    isLong: view('head').readInt16BE(50) === 1,
  };
}

function* listCodes(signs) {
  for (const [range] of signs.matchAll(/.-.|./gsu)) {
    const [first, last = first] = [...range].filter((_, i) => i !== 1).map((sign) => sign.codePointAt(0));
    for (let code = first; code <= last; code++) yield code;
  }
}

function bytesOf({ glyf, loca, isLong }, glyph) {
  const at = (i) => (isLong ? loca.readUInt32BE(i * 4) : loca.readUInt16BE(i * 2) * 2);
  return Buffer.from(glyf.subarray(at(glyph), at(glyph + 1)));
}

function readFirst(source) {
  return bytesOf(source, 0);
}

/** The id of a glyph in the new font, which gets the glyph and its components. */
function take(source, glyph) {
  const key = `${source.path} ${glyph}`;
  const known = taken.get(key);
  if (known !== undefined) return known;
  const id = glyphs.length;
  taken.set(key, id);
  const long = Math.min(glyph, source.metrics - 1);
  const advance = source.hmtx.readUInt16BE(long * 4);
  const bearing =
    glyph < source.metrics
      ? source.hmtx.readInt16BE(glyph * 4 + 2)
      : source.hmtx.readInt16BE(source.metrics * 4 + (glyph - source.metrics) * 2);
  const bytes = bytesOf(source, glyph);
  glyphs.push({ advance, bearing, bytes });
  if (bytes.length > 0 && bytes.readInt16BE(0) < 0) {
    // OpenType 1.9.1, glyf, "Composite glyph description": flags, the id, arguments, a scale.
    let at = 10;
    for (let flags = 0x20; (flags & 0x20) !== 0; ) {
      flags = bytes.readUInt16BE(at);
      bytes.writeUInt16BE(take(source, bytes.readUInt16BE(at + 2)), at + 2);
      at += 4 + ((flags & 1) !== 0 ? 4 : 2) + ((flags & 8) !== 0 ? 2 : (flags & 0x40) !== 0 ? 4 : (flags & 0x80) !== 0 ? 8 : 0);
    }
  }
  return id;
}

/** The corners of a box. */
function box(left, bottom, right, top) {
  return [
    [left, bottom],
    [left, top],
    [right, top],
    [right, bottom],
  ];
}

/** The shapes of a box drawing of Unicode. */
function shapesOfLines(code) {
  const sign = String.fromCodePoint(code);
  for (const [signs, count] of Object.entries({ '┄┅┆┇': 3, '┈┉┊┋': 4, '╌╍╎╏': 2 }))
    if (signs.includes(sign)) return listDashes(signs.indexOf(sign), count);
  const corner = '╭╮╯╰'.indexOf(sign);
  if (corner >= 0) return [arcOf(corner === 0 || corner === 3 ? 1 : -1, corner < 2 ? -1 : 1)];
  if (sign === '╳') return [diagonalOf(true), diagonalOf(false)];
  if ('╱╲'.includes(sign)) return [diagonalOf(sign === '╲')];
  const weights = [...lineWeights.split(' ')[code - 0x2500]].map(Number);
  return weights.flatMap((_, side) => listArm(weights, side));
}

/** A box of a line along an axis: from one distance to another beyond the middle, at a distance beside it. */
function lineBox(axis, from, to, beside, width) {
  const along = [middle[axis] + Math.min(from, to), middle[axis] + Math.max(from, to)];
  const across = [middle[1 - axis] + beside - width / 2, middle[1 - axis] + beside + width / 2];
  const [[left, right], [bottom, top]] = axis === 0 ? [along, across] : [across, along];
  return box(...[left, bottom, right, top].map(Math.round));
}

/** The boxes of the line to a side: 0 left, 1 up, 2 right, 3 down. */
function listArm(weights, side) {
  const weight = weights[side];
  if (weight === 0) return [];
  const axis = side % 2;
  const sign = side === 0 || side === 3 ? -1 : 1;
  const opposite = weights[(side + 2) % 4];
  /** The lines beside it: to the lower or left side, and to the other one. */
  const beside = axis === 0 ? [weights[3], weights[1]] : [weights[0], weights[2]];
  const width = thickness[weight];
  const end = sign * reach[axis];
  if (weight < 3) {
    const doubles = beside.filter((one) => one === 3).length;
    const crossing = Math.max(...beside.map((one) => thickness[one]));
    const fromDoubles = doubles === 1 ? -light - light / 2 : opposite > 0 ? 0 : light / 2;
    return [lineBox(axis, sign * (doubles === 0 ? -crossing / 2 : fromDoubles), end, 0, width)];
  }
  return [0, 1].map((strip) => {
    const [near, far] = [beside[strip], beside[1 - strip]];
    const outer = far === 3 ? -light - width / 2 : far > 0 ? -width / 2 : 0;
    const begin = near === 3 ? light - width / 2 : near > 0 ? -width / 2 : outer;
    return lineBox(axis, sign * begin, end, (2 * strip - 1) * light, width);
  });
}

/** `place`: 0 and 1 light and heavy from left to right, 2 and 3 from top to bottom. */
function listDashes(place, count) {
  const axis = place < 2 ? 0 : 1;
  const step = (2 * reach[axis]) / count;
  return Array.from({ length: count }, (_, i) => {
    const from = -reach[axis] + (i + 0.2) * step;
    return lineBox(axis, from, from + 0.6 * step, 0, thickness[1 + (place % 2)]);
  });
}

/** A quarter of a circle from the right or left edge to the top or bottom. */
function arcOf(right, up) {
  const radius = reach[0];
  const pointsOn = (distance) =>
    Array.from({ length: 9 }, (_, i) => {
      const angle = (i * Math.PI) / 16;
      return [middle[0] + right * (radius - distance * Math.sin(angle)), middle[1] + up * (radius - distance * Math.cos(angle))];
    });
  const [outer, inner] = [radius + light / 2, radius - light / 2];
  const end = (distance) => [middle[0] + right * (radius - distance), middle[1] + up * reach[1]];
  const points = [...pointsOn(outer), end(outer), end(inner), ...pointsOn(inner).reverse()].map((point) => point.map(Math.round));
  return right * up > 0 ? points : points.reverse();
}

function diagonalOf(falls) {
  const [from, to] = falls ? [ascent, descent] : [descent, ascent];
  const points = [
    [0, from],
    [light, from],
    [blockWidth, to],
    [blockWidth - light, to],
  ];
  return falls ? points : points.reverse();
}

/** The boxes of a block element of Unicode. */
function listBoxes(code) {
  const x = (eighths) => Math.round((blockWidth * eighths) / 8);
  const y = (eighths) => Math.round(descent + ((ascent - descent) * eighths) / 8);
  const part = (left, bottom, right, top) => box(x(left), y(bottom), x(right), y(top));
  const quadrants = { ul: part(0, 4, 4, 8), ur: part(4, 4, 8, 8), ll: part(0, 0, 4, 4), lr: part(4, 0, 8, 4) };
  const lower = ['ll', 'lr', 'ul', 'ul ll lr', 'ul lr', 'ul ur ll', 'ul ur lr', 'ur', 'ur ll', 'ur ll lr'];
  if (code === 0x2580) return [part(0, 4, 8, 8)];
  if (code <= 0x2588) return [part(0, 0, 8, code - 0x2580)];
  if (code <= 0x258f) return [part(0, 0, 0x2590 - code, 8)];
  if (code === 0x2590) return [part(4, 0, 8, 8)];
  if (code <= 0x2593) return listShade(code - 0x2590);
  if (code === 0x2594) return [part(0, 7, 8, 8)];
  if (code === 0x2595) return [part(7, 0, 8, 8)];
  return lower[code - 0x2596].split(' ').map((name) => quadrants[name]);
}

/** Squares that fill a quarter, a half or three quarters of a block. */
function listShade(quarters) {
  const side = 100;
  const boxes = [];
  for (let row = 0; descent + row * side < ascent; row++) {
    for (let column = 0; column * side < blockWidth; column++) {
      const isFilled = quarters === 2 ? (row + column) % 2 === 0 : ((column + 2 * (row % 2)) % 4 === 0) === (quarters === 1);
      const bottom = descent + row * side;
      if (isFilled) boxes.push(box(column * side, bottom, column * side + side, Math.min(bottom + side, ascent)));
    }
  }
  return boxes;
}

/** A simple glyph of shapes without curves, each with its corners in the direction of a clock. */
function outlineOf(shapes) {
  const points = shapes.flat();
  let count = 0;
  const ends = shapes.map(({ length }) => {
    count += length;
    return count - 1;
  });
  const deltas = (axis) => points.map((point, i) => point[axis] - (i === 0 ? 0 : points[i - 1][axis]));
  const edges = [
    Math.min(...points.map(([x]) => x)),
    Math.min(...points.map(([, y]) => y)),
    Math.max(...points.map(([x]) => x)),
    Math.max(...points.map(([, y]) => y)),
  ];
  return Buffer.concat([
    words([shapes.length, ...edges, ...ends, 0]),
    // Repeated flags: on the curve, both coordinates in two bytes.
    Buffer.from(points.map(() => 1)),
    words([...deltas(0), ...deltas(1)]),
  ]);
}

function words(values) {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [i, value] of values.entries()) bytes.writeInt16BE((value << 16) >> 16, i * 2);
  return bytes;
}

function longs(values) {
  return words(values.flatMap((value) => [value >>> 16, value & 0xffff]));
}

function makeTables() {
  const padded = glyphs.map(({ bytes }) => Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)]));
  const offsets = [0];
  for (const bytes of padded) offsets.push(offsets.at(-1) + bytes.length);
  const boxes = glyphs.flatMap(({ bytes }) => (bytes.length === 0 ? [] : [[2, 4, 6, 8].map((at) => bytes.readInt16BE(at))]));
  const bounds = [0, 1, 2, 3].map((i) => (i < 2 ? Math.min : Math.max)(...boxes.map((box) => box[i])));
  const widest = Math.max(...glyphs.map(({ advance }) => advance));
  return new Map([
    ['OS/2', makeOs2(glyphs.reduce((sum, { advance }) => sum + advance, 0) / glyphs.length)],
    ['cmap', makeCharacterMap()],
    ['glyf', Buffer.concat(padded)],
    // Its dates stay zero, so that the same sources give the same file.
    [
      'head',
      Buffer.concat([words([1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 3, 1000]), longs([0, 0, 0, 0]), words([...bounds, 0, 8, 2, 1, 0])]),
    ],
    ['hhea', words([1, 0, ascent, descent, 0, widest, bounds[0], 0, bounds[2], 1, 0, 0, 0, 0, 0, 0, 0, glyphs.length])],
    ['hmtx', words(glyphs.flatMap(({ advance, bearing }) => [advance, bearing]))],
    ['loca', longs(offsets)],
    ['maxp', words([1, 0, glyphs.length, 2000, 400, 2000, 400, 1, 0, 0, 0, 0, 0, 0, 8, 2])],
    ['name', makeNames()],
    ['post', Buffer.concat([longs([0x00030000, 0]), words([-100, 50]), longs([0, 0, 0, 0, 0])])],
  ]);
}

/** Version 4; the lengths of Noto Sans. */
function makeOs2(averageWidth) {
  const sub = [650, 600, 0, 75, 650, 600, 0, 350];
  return Buffer.concat([
    words([4, Math.round(averageWidth), 400, 5, 0, ...sub, 50, 322, 0]),
    Buffer.from([2, 11, 5, 2, 4, 5, 4, 2, 2, 4]),
    longs([0, 0, 0, 0]),
    Buffer.from('PDFG', 'latin1'),
    words([0xc0, Math.min(...codes.keys()), 0xffff, ascent, descent, 0, ascent, -descent]),
    longs([0, 0]),
    words([536, 714, 0, 0x20, 1]),
  ]);
}

function makeCharacterMap() {
  const groups = [];
  for (const [code, glyph] of [...codes].sort(([a], [b]) => a - b)) {
    const last = groups.at(-1);
    if (last && last[1] === code - 1 && last[2] + code - last[0] === glyph) last[1] = code;
    else groups.push([code, code, glyph]);
  }
  const length = 16 + groups.length * 12;
  return Buffer.concat([words([0, 1, 3, 10]), longs([12]), words([12, 0]), longs([length, 0, groups.length, ...groups.flat()])]);
}

function makeNames() {
  const texts = {
    0: 'Copyright 2022 The Noto Project Authors (https://github.com/notofonts/symbols), Copyright 2022 Google LLC. All Rights Reserved.',
    1: 'Pdfgen Symbols',
    2: 'Regular',
    3: 'PdfgenSymbols-Regular 1.1',
    4: 'Pdfgen Symbols Regular',
    5: 'Version 1.1',
    6: 'PdfgenSymbols-Regular',
    10: 'Signs of Noto Sans Symbols 2, Noto Sans Symbols and Noto Sans Math.',
    13: 'This Font Software is licensed under the SIL Open Font License, Version 1.1.',
    14: 'https://openfontlicense.org',
  };
  const entries = Object.entries(texts).map(([id, text]) => [Number(id), Buffer.from(text, 'utf16le').swap16()]);
  let at = 0;
  const records = entries.flatMap(([id, bytes]) => {
    const record = [3, 1, 0x409, id, bytes.length, at];
    at += bytes.length;
    return record;
  });
  return Buffer.concat([words([0, entries.length, 6 + records.length * 2, ...records]), ...entries.map(([, bytes]) => bytes)]);
}
