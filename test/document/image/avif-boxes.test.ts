import { describe, expect, test } from 'vitest';
import { readAvif } from '../../../src/document/image/avif-boxes.ts';
import { makeAvif, makeBox, pixelsOf } from './make-picture.ts';

const picture = await makeAvif(pixelsOf(31, 17));

/** The picture with another list of items. Its offsets count from the start of the file, so they move with the data. */
function withItems(content: Buffer): Buffer {
  const at = picture.indexOf('iinf') - 4;
  const box = makeBox('iinf', content);
  const size = picture.readUInt32BE(at);
  const file = Buffer.concat([picture.subarray(0, at), box, picture.subarray(at + size)]);
  const by = box.length - size;
  const meta = file.indexOf('meta') - 4;
  file.writeUInt32BE(file.readUInt32BE(meta) + by, meta);
  const iloc = file.indexOf('iloc') - 4;
  for (let i = 0, item = iloc + 16; i < file.readUInt16BE(iloc + 14); i++, item += 14)
    file.writeUInt32BE(file.readUInt32BE(item + 6) + by, item + 6);
  return file;
}

/** An item of the list: the version of the box, the number of the item in 2 or 4 bytes, no protection, its type. */
const itemInfo = (version: number, id: readonly number[], type: string) =>
  makeBox('infe', Buffer.from([version, 0, 0, 0, ...id, 0, 0, ...Buffer.from(`${type}\0`)]));

const readPixels = (...entries: readonly Buffer[]) =>
  readAvif(withItems(Buffer.concat([Buffer.from([0, 0, 0, 0, 0, entries.length]), ...entries]))).codedPixels;

const coded = itemInfo(2, [0, 1], 'av01');

test('size, orientation and pixels to decode come from the boxes', () => {
  expect(readAvif(picture)).toMatchObject({ width: 31, height: 17, orientation: 1, codedPixels: 31 * 17, isAnimated: false });
});

test('a list of parts that repeats a piece without end, and very many boxes, are refused at once', () => {
  const at = picture.indexOf('iloc') - 4;
  const withList = (list: Buffer) => {
    const file = Buffer.concat([picture.subarray(0, at), list, picture.subarray(at + picture.readUInt32BE(at))]);
    const meta = file.indexOf('meta') - 4;
    file.writeUInt32BE(file.readUInt32BE(meta) + list.length - picture.readUInt32BE(at), meta);
    return file;
  };
  // Version 1: in "idat", with fields of 0 bytes, 65,535 pieces for each of 65,535 parts.
  const part = Buffer.from([0, 1, 0, 1, 0, 0, 0xff, 0xff]);
  const list = makeBox('iloc', Buffer.concat([Buffer.from([1, 0, 0, 0, 0, 0, 0xff, 0xff]), ...Array<Buffer>(65_535).fill(part)]));
  expect(() => readAvif(withList(list))).toThrow('a part of it consists of the same piece again and again');
  const free = makeBox('free', Buffer.alloc(0));
  const many = Buffer.concat([picture.subarray(at, at + picture.readUInt32BE(at)), ...Array<Buffer>(20_001).fill(free)]);
  expect(() => readAvif(withList(many))).toThrow('it has more than 20,000 boxes');
});

describe('the pixels to decode', () => {
  test('are those of coded items alone', () => {
    expect(readPixels(coded)).toBe(31 * 17);
    expect(readPixels(itemInfo(2, [0, 1], 'Exif'))).toBe(0);
    expect(readPixels()).toBe(0);
  });

  test('are found with numbers of items in 4 bytes, and with a count of items in 4 bytes', () => {
    expect(readPixels(itemInfo(3, [0, 0, 0, 1], 'av01'))).toBe(31 * 17);
    expect(readAvif(withItems(Buffer.concat([Buffer.from([1, 0, 0, 0, 0, 0, 0, 1]), coded]))).codedPixels).toBe(31 * 17);
  });

  test('do not depend on other boxes of the list, nor on items of the old form, which have no type', () => {
    expect(readPixels(coded, makeBox('free', itemInfo(2, [0, 1], 'Exif').subarray(8)))).toBe(31 * 17);
    // Read as the form with numbers in 4 bytes, this item would be number 1 with the type Exif.
    const old = makeBox('infe', Buffer.from([1, 0, 0, 0, 0, 0, 0, 1, ...Buffer.from('a Exif\0')]));
    expect(readPixels(coded, old)).toBe(31 * 17);
  });
});
