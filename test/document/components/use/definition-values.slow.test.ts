// Definitions that make large values.
import { describe, expect, test } from 'vitest';
import { layOut, pageTexts } from '../../../support/render.ts';

const text = { type: 'string' };

describe('inside of a definition', () => {
  const item = { type: 'object', required: ['name', 'share'], properties: { name: text, share: { type: 'number' } } };
  const schema = { type: 'object', required: ['rows', 'tone'], properties: { rows: { type: 'array', items: item }, tone: text } };

  test('numbers are bound to the params, for more values than definitions may make components of', async () => {
    const define = {
      d: {
        params: { w: { type: 'number' } },
        body: { width: '{{ w }}', stack: [...Array.from({ length: 1000 }, () => ({ spacer: 0 })), { rect: 1, fill: '#000000' }] },
      },
    };
    const many = { rows: Array.from({ length: 22 }, (_, i) => ({ name: 'a', share: i + 1 })), tone: '' };
    const body = { repeat: 'rows', as: 'row', body: { use: 'd', with: { w: '{{ row.share }}' } } };
    const { pages } = await layOut([body], many, { size: [200, 100], margin: 0 }, { define, dataSchema: schema, unit: 'pt' });
    const widths = pages[0]!.items.flatMap((one) => (one.kind === 'rect' ? [one.width] : []));
    expect(widths).toEqual(many.rows.map(({ share }) => share));
  });
});

describe('values that each definition doubles', () => {
  /** A row of definitions, each of which gives the next one the value that `next` makes. */
  const row = (type: string, next: unknown, last: unknown) =>
    Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `d${i}`,
        { params: { p: { type } }, body: i === 39 ? last : { use: `d${i + 1}`, with: { p: next } } },
      ]),
    );
  const warningsOf = async (first: unknown, define: unknown) => {
    const { warnings } = await layOut([{ use: 'd0', with: { p: first } }], {}, {}, { define });
    return warnings.map(({ code, component, message }) => `${code} ${component} ${message}`);
  };

  test('are left out with a warning that says the limit', async () => {
    const tooMany = 'This has more than 100,000 values, with those of the params in it, and is left out.';
    const lists = await warningsOf(
      [1],
      row('array', ['{{ p }}', '{{ p }}'], '{{ p | json | size }}, {{ p == p }}, {{ p | contains: p }}'),
    );
    expect(lists.join('\n')).toContain(`no-value /define/d15/body/with/p ${tooMany}`);
    const objects = await warningsOf({ a: 1 }, row('object', { a: '{{ p }}', b: '{{ p }}' }, '{{ p | json | size }}'));
    expect(objects.join('\n')).toContain(`no-value /define/d15/body/with/p ${tooMany}`);
    const texts = await warningsOf('12345678', row('string', '{{ p }}{{ p }}', '{{ p | size }}'));
    expect(texts.join('\n')).toContain(
      'no-value /define/d16/body/with/p This text has more than 1,000,000 characters and is left out.',
    );
  });

  test('are written and compared within bounds where they are small enough', async () => {
    const share = (levels: number) => {
      let define: Record<string, unknown> = {};
      for (let i = levels; i >= 0; i--)
        define = {
          ...define,
          [`d${i}`]: {
            params: { p: { type: 'array' }, q: { type: 'array' } },
            body:
              i === levels
                ? '{{ p == q }} {{ p | contains: q }} {{ p | json | size }}'
                : { use: `d${i + 1}`, with: { p: ['{{ p }}', '{{ p }}'], q: ['{{ q }}', '{{ q }}'] } },
          },
        };
      return define;
    };
    const list = Array.from({ length: 1000 }, (_, i) => i);
    const { pages } = await layOut(
      [{ use: 'd0', with: { p: '{{ a }}', q: '{{ b }}' } }],
      { a: list, b: list },
      {},
      { define: share(10) },
    );
    expect(pages).toHaveLength(1);
  });

  test('in literal lists, too', async () => {
    let body: unknown = '{{ e29 | json | size }}';
    for (let i = 29; i >= 0; i--)
      body = { repeat: [i === 0 ? [1, 2] : [`{{ e${i - 1} }}`, `{{ e${i - 1} }}`]], as: `e${i}`, body };
    const { warnings } = await layOut([body]);
    expect(warnings.map(({ code, message }) => `${code} ${message}`)).toContain(
      'no-value This has more than 100,000 values, with those of the params in it, and is left out.',
    );
  });

  test('of the data, however large, count once', async () => {
    const define = { d: { params: { p: { type: 'object' } }, body: '{{ p.a | size }} {{ p.b | json | size }}' } };
    const { pages, warnings } = await layOut(
      [{ use: 'd', with: { p: { a: '{{ many }}', b: '{{ many }}' } } }],
      { many: Array.from({ length: 300_000 }, () => 1) },
      {},
      { define },
    );
    expect([pageTexts({ pages, warnings }), warnings]).toEqual([[['300000 600001']], []]);
  });
});
