import { expect, test } from 'vitest';
import { resolveColor } from '../../../src/editor-page/properties/colors.ts';

const colors = { accent: '#0F5C63', soft: 'accent/10', softer: 'soft/50', loop: 'loop', brand: '{{ color }}', odd: 3 };

test.each([
  ['#abc', '#aabbcc'],
  ['#ABCDEF', '#abcdef'],
  ['#000000/50', '#808080'],
  ['accent', '#0f5c63'],
  ['accent/10', '#e7efef'],
  ['soft', '#e7efef'],
  ['softer', '#f3f7f7'],
  ['loop', undefined],
  ['brand', undefined],
  ['odd', undefined],
  ['toString', undefined],
  ['{{ color }}', undefined],
])('%s looks like %s', (text, expected) => expect(resolveColor(text, colors)).toBe(expected));
