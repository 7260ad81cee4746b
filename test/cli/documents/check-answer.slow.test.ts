import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkAnswer } from '../../../src/cli/documents/check-answer.ts';
import { ends } from '../../support/ends.ts';
import { makeWorkspace, runCli } from '../../support/run-cli.ts';

const order = {
  'templates/order/template.json': {
    document: { filename: '{{ number }}-{{ kind }}-{{ lines | map: "qty" | sum }}-{{ note | default: "none" }}-{{ paid }}' },
    pages: [{ body: ['{{ number }}'] }],
  },
  'templates/order/schema.json': {
    type: 'object',
    required: ['number', 'kind', 'day', 'lines', 'paid'],
    properties: {
      number: { type: 'string', title: 'Number', minLength: 1 },
      kind: { enum: ['invoice', 'offer'] },
      day: { type: 'string', format: 'date' },
      note: { type: 'string' },
      lines: { type: 'array', minItems: 1, items: { $ref: '#/$defs/line' } },
      paid: { type: 'boolean' },
    },
    $defs: { line: { type: 'object', required: ['qty'], properties: { qty: { type: 'integer', minimum: 1 } } } },
  },
  'templates/order/example.json': {
    number: 'A-1',
    kind: 'invoice',
    day: '2026-01-31',
    note: 'x',
    lines: [{ qty: 2 }],
    paid: false,
  },
};
const enter = '\r';
const down = '\u001b[B';

describe('at a terminal', () => {
  test('--ask asks field by field as the schema says: types, choices, formats, lists, optional fields', async () => {
    const cwd = makeWorkspace(order);
    const { stderr, exitCode } = await runCli(['generate', 'single', 'order', '--ask'], {
      cwd,
      terminal: 80,
      answers: [
        ['Number (number)', `B-7${enter}`],
        ['kind', `${down}${enter}`],
        ['day', `tomorrow${enter}`],
        ['This must be a date such as 2026-01-31.', `\u0015${'\u007f'.repeat(20)}2026-02-01${enter}`],
        ['note (optional, such as x)', enter],
        ['lines[0].qty', `5${enter}`],
        ['Add another entry to lines?', `y${enter}`],
        ['lines[1].qty', enter],
        ['Add another entry to lines?', enter],
        ['paid', `y${enter}`],
      ],
    });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(cwd, 'B-7-offer-7-none-true.pdf')).length).toBeGreaterThan(500);
  });
  test('a template that is not named is chosen from the list', async () => {
    const cwd = makeWorkspace();
    await ends(
      runCli(['generate', 'single', '-o', 'x.pdf'], {
        cwd,
        terminal: 80,
        answers: [['Template', enter]],
      }),
      0,
    );
    expect(readFileSync(join(cwd, 'x.pdf')).length).toBeGreaterThan(500);
  });
  test('a delete that is not confirmed deletes nothing', async () => {
    const cwd = makeWorkspace();
    await ends(runCli(['templates', 'delete', 'note'], { cwd, terminal: 80, answers: [['Delete note', enter]] }), 1);
    expect((await runCli(['templates', 'list'], { cwd })).stdout).toContain('note');
  });
  test('Ctrl-C at a question ends with 130', async () => {
    const cwd = makeWorkspace();
    await ends(
      runCli(['templates', 'delete', 'note'], {
        cwd,
        terminal: 80,
        answers: [['Delete note', '\u0003']],
      }),
      130,
    );
  });
});

test('--ask in a pipe is an error that names -d', async () => {
  await ends(runCli(['generate', 'single', 'note', '--ask'], { cwd: makeWorkspace() }), 2, '-d FILE');
});

describe('an answer is checked at once', () => {
  test.each([
    ['', { type: 'string' }, true, true],
    ['', { type: 'string', minLength: 1 }, true, 'This is needed.'],
    ['', { type: 'integer' }, false, true],
    ['1.5', { type: 'integer' }, true, 'A whole number, please.'],
    ['1,5', { type: 'number' }, true, 'A number, please, with a decimal point.'],
    ['0', { type: 'number', exclusiveMinimum: 0 }, true, 'More than 0, please.'],
    ['11', { type: 'number', maximum: 10 }, true, 'At most 10, please.'],
    ['ada', { type: 'string', format: 'email' }, true, 'This must be an e-mail address.'],
    ['👍👍', { type: 'string', maxLength: 2 }, true, true],
  ])('%j for %j', (text, schema, isRequired, expected) => {
    expect(checkAnswer(text, schema, schema.type, isRequired)).toBe(expected);
  });
});
