import { expect, test } from 'vitest';
import { parseBatchOptions } from '../../src/batch/batch-options.ts';
import { buildProgram } from '../../src/cli/build-program.ts';
import { completeOptions, optionNames, optionTable, toRequestOptions } from '../../src/contract/document-options.ts';
import { singleOptions } from '../../src/contract/generate.ts';
import { asMember } from '../../src/words/name-option.ts';

test.each(optionNames)(
  '%s is a flag of each command that makes documents, a member of requests and an option of runBatch',
  async (name) => {
    const { commands } = await buildProgram({ columns: 80 });
    const generate = commands.find((one) => one.name() === 'generate')!;
    for (const command of ['single', 'async', 'batch']) {
      const { options } = generate.commands.find((one) => one.name() === command)!;
      expect(options.map(({ flags }) => flags)).toContain(optionTable[name].flag);
    }
    expect(singleOptions.properties[name]).toBe(optionTable[name].schema);
    expect(() => parseBatchOptions({ [name]: () => 1 }, asMember)).toThrow(name);
  },
);

test('defaults are filled in, and only options of the table are kept', () => {
  expect(completeOptions({ date: '2026-01-31T00:00:00Z', encryption: {} } as never)).toEqual({
    date: '2026-01-31T00:00:00Z',
    strict: false,
    fontSubset: 'document',
  });
  const given = { input: ['a.csv'], standard: 'PDF/A-2a,PDF/UA-1', date: 'yesterday' };
  expect(toRequestOptions(given as never, '2026-01-31T00:00:00Z')).toEqual({
    date: '2026-01-31T00:00:00Z',
    strict: false,
    fontSubset: 'document',
    standard: ['PDF/A-2a', 'PDF/UA-1'],
  });
});
