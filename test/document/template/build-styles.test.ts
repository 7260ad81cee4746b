import { describe, expect, test } from 'vitest';
import { buildStyles } from '../../../src/document/template/build-styles.ts';
import { compile, documentOf } from '../../support/render.ts';

/** The styles, and the faults that are reported. */
function build(given: Parameters<typeof buildStyles>[0]) {
  const faults: string[] = [];
  const styles = buildStyles(given, ({ code, pointer, message }) => faults.push(`${code} ${pointer} ${message}`));
  return { styles, faults };
}

describe('styles build on others', () => {
  test('later ones win, and the own properties over all', () => {
    const { styles, faults } = build({
      total: { style: ['small', 'loud'], color: '#000000' },
      loud: { size: 12, bold: true, margin: 2 },
      small: { style: 'plain', size: 7 },
      plain: { italic: false, lang: 'fr' },
    });
    expect(faults).toEqual([]);
    expect(styles.total).toEqual({ italic: false, lang: 'fr', size: 12, bold: true, margin: 2, color: '#000000' });
  });
  test.each([
    [{ bold: true }, { weight: 300 }, { weight: 300 }],
    [{ weight: 300 }, { bold: true }, { bold: true }],
    [{ weight: 300 }, { size: 9 }, { weight: 300, size: 9 }],
  ])('a weight and bold take the place of each other: %j, %j', (outer, own, whole) => {
    expect(build({ outer, inner: { style: 'outer', ...own } }).styles.inner).toEqual(whole);
  });
  test('circles and unknown names are faults, each told once', () => {
    const { styles, faults } = build({
      a: { style: ['b', 'none'], size: 1 },
      b: { style: 'c', italic: true },
      c: { style: 'a' },
      self: { style: 'self', size: 2 },
      bound: { style: '{{ x }}' },
      smal: { style: 'smalls' },
    });
    expect(faults).toEqual([
      'style-circle /styles/c/style The styles "a", "b", "c" build on each other in a circle.',
      'unknown-style /styles/a/style/1 There is no style "none"',
      'style-circle /styles/self/style The style "self" builds on itself.',
      'wrong-value /styles/bound/style A style builds on styles whose names are written, and on none that data choose.',
      'unknown-style /styles/smal/style There is no style "smalls"; did you mean "smal"?',
    ]);
    expect(styles).toMatchObject({ a: { size: 1, italic: true }, self: { size: 2 } });
  });
  test('a chain may be as long as a template', () => {
    const names = Array.from({ length: 20_000 }, (_, i) => `s${i}`);
    const given = Object.fromEntries(names.map((name, i) => [name, i === 0 ? { size: 3 } : { style: `s${i - 1}` }]));
    expect(build(given).styles.s19999).toEqual({ size: 3 });
  });
});

test('faults in a template stand at the style', async () => {
  const styles = {
    a: { style: 'a' },
    b: { rolle: 'heading1' },
    c: { role: 'headline' },
    d: { font: 'noto-sans', weight: 700, caps: 'small' },
    e: { style: 'd' },
  };
  const { diagnostics } = await compile(documentOf(['x'], {}, { styles }));
  expect(diagnostics.map(({ code, pointer, message }) => `${code} ${pointer} ${message.slice(0, 60)}`)).toEqual([
    'unknown-property /styles/b/rolle "rolle" is not known here; did you mean "role"?',
    'wrong-value /styles/c/role must be one of "title", "paragraph", "heading1", "heading2",',
    'style-circle /styles/a/style The style "a" builds on itself.',
  ]);
});
