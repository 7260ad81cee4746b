import { expect, test } from 'vitest';
import { makeSrgbProfile } from '../../../src/document/paint/srgb-profile.ts';

const profile = makeSrgbProfile();
const tags = new Map(
  Array.from({ length: profile.readUInt32BE(128) }, (_, i) => {
    const at = 132 + i * 12;
    const start = profile.readUInt32BE(at + 4);
    return [profile.toString('latin1', at, at + 4), profile.subarray(start, start + profile.readUInt32BE(at + 8))];
  }),
);
const xyz = (name: string) => [8, 12, 16].map((at) => tags.get(name)!.readInt32BE(at) / 65_536);

test('the profile is a display profile of version 2 with the tags that ICC.1 asks for', () => {
  expect(profile.readUInt32BE(0)).toBe(profile.length);
  expect(profile.readUInt32BE(8)).toBe(0x02100000);
  expect(profile.toString('latin1', 12, 24)).toBe('mntrRGB XYZ ');
  expect([...tags.keys()]).toEqual(['desc', 'cprt', 'wtpt', 'rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC']);
});

test('the primaries of sRGB together are the white of D50', () => {
  expect(xyz('rXYZ').map((part) => part.toFixed(4))).toEqual(['0.4360', '0.2225', '0.0139']);
  for (const i of [0, 1, 2]) expect(xyz('rXYZ')[i]! + xyz('gXYZ')[i]! + xyz('bXYZ')[i]!).toBe(xyz('wtpt')[i]);
});

test('between two samples the curve differs from that of sRGB by less than a step of 16 bits', () => {
  const curve = tags.get('rTRC')!;
  const count = curve.readUInt32BE(8);
  const sample = (i: number) => curve.readUInt16BE(12 + i * 2);
  const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4) * 65_535;
  for (let i = 0; i + 1 < count; i++)
    expect(Math.abs((sample(i) + sample(i + 1)) / 2 - linear((i + 0.5) / (count - 1)))).toBeLessThan(1);
});
