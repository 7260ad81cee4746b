// Pairs of 100,000 elements.
import { describe, expect, test } from 'vitest';
import { layOut, pageTexts } from '../../../support/render.ts';

describe('pairs', () => {
  test('of 100,000 elements take bounded time', async () => {
    const facts = Array.from({ length: 100_000 }, (_, i) => ({ k: i, v: i % 50 === 0 ? i : '' }));
    const laidOut = await layOut([{ pairs: 'facts', as: 'f', label: '{{ f.k }}', value: '{{ f.v }}', cellPadding: 0 }], {
      facts,
    });
    expect(pageTexts(laidOut).flat().length).toBe(2 * 2000);
  });
});
