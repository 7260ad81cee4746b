import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { placeInTemplate } from '../../../src/cli/faults/template-places.ts';
import type { CallNotes } from '../../../src/contract/engine.ts';
import { createLocalEngine } from '../../../src/engine/wiring/create-local-engine.ts';
import { makeChunk } from '../../document/image/make-image.ts';
import { ends } from '../../support/ends.ts';
import { advice, doubtful, example, faulty, makeOrder, place, quoted, template } from '../../support/order-template.ts';
import { runCli } from '../../support/run-cli.ts';

describe('a warning of a document names file, line and column of its component', () => {
  test.each([['order'], ['./templates/order'], ['./templates/order/template.json']])('of %s', async (name) => {
    const { stderr } = await ends(
      runCli(['generate', 'single', name, '-d', 'order.json', '-o', 'o.pdf'], {
        cwd: makeOrder(),
      }),
      0,
      `${place}  warning: ${quoted} (text-cut, page 1, cut, data /lines/1 at order.json:5:5)\n`,
    );
    expect(stderr).not.toContain('of the template');
  });

  test('by its id or its place in a definition', async () => {
    const define = (id: string) => `{
  "define": { "item": { "params": ["text"], "body":
    { ${id}"text": "{{ text }}", "width": 10, "maxLines": 1 } } },
  "pages": [{ "body": [{ "repeat": "lines", "body": { "use": "item", "with": { "text": "{{ item }}" } } }] }]
}
`;
    for (const id of ['"id": "cut", ', '']) {
      const { stderr } = await runCli(['generate', 'single', 'order', '-d', 'order.json', '-o', 'o.pdf'], {
        cwd: makeOrder(define(id)),
      });
      const component = id === '' ? '/define/item/body' : 'cut';
      const inUse = '(in the "use" at /pages/0/body/0/body)';
      expect(stderr).toContain(
        `templates/order/template.json:3:5  warning: ${quoted} ${inUse} (text-cut, page 1, ${component}, data /lines/1 at order.json:5:5)\n`,
      );
    }
  });

  test('with --json, as members of the warning', async () => {
    const { stdout } = await runCli(['generate', 'single', 'order', '-o', 'o.pdf', '--json'], { cwd: makeOrder() });
    const { warnings, warningCount, templateWarnings } = JSON.parse(stdout);
    expect([warningCount, templateWarnings]).toEqual([2, 0]);
    expect(warnings).toContainEqual({
      code: 'text-cut',
      component: 'cut',
      dataPath: '/lines/1',
      page: 1,
      message: quoted,
      file: 'templates/order/template.json',
      line: 6,
      column: 9,
    });
  });

  test('with --strict', async () => {
    await ends(
      runCli(['generate', 'single', 'order', '-o', 'o.pdf', '--strict'], { cwd: makeOrder() }),
      3,
      `${place}  ${quoted} (text-cut, page 1, cut, data /lines/1)\n`,
      /error: Strict rendering: 2 warnings\.\n$/,
    );
  });

  test('with --strict and --json, in `params`', async () => {
    const run = await runCli(['generate', 'single', 'order', '-o', 'o.pdf', '--strict', '--json'], { cwd: makeOrder() });
    expect(JSON.parse(run.stderr).errors).toContainEqual({
      path: '/data/lines/1',
      message: quoted,
      keyword: 'text-cut',
      params: { component: 'cut', page: 1, file: 'templates/order/template.json', line: 6, column: 9 },
      schemaPath: '',
    });
  });

  test('of a job that is waited for', async () => {
    const cwd = makeOrder();
    const engine = await createLocalEngine({ workspace: cwd });
    onTestFinished(() => engine.close());
    const worker = await engine.startWorker({ concurrency: 1 });
    onTestFinished(() => worker.stop(0));
    const args = ['generate', 'async', 'order', '-d', 'order.json', '--wait'];
    const { stderr } = await runCli([...args, '-o', 'o.pdf'], { cwd });
    expect(stderr).toContain(`${place}  warning: ${quoted} (text-cut, page 1, cut, data /lines/1 at order.json:5:5)\n`);
    const told = await runCli([...args, '--json'], { cwd });
    expect(JSON.parse(told.stdout).warnings).toContainEqual(expect.objectContaining({ code: 'text-cut', line: 6, column: 9 }));
    const recorded = await runCli(['generate', 'async', 'order@1', '-d', 'order.json', '--wait', '-o', 'o.pdf'], { cwd });
    expect(recorded.stderr).toMatch(/^warning: The text .* \(text-cut, page 1, cut, data \/lines\/1 at order\.json:5:5\)$/m);
  });
});

describe('a warning has its pointer only', () => {
  test('if the user names a recorded version', async () => {
    const cwd = makeOrder();
    await runCli(['templates', 'versions', 'order', '--save'], { cwd });
    const { stderr } = await runCli(['generate', 'single', 'order@1', '-o', 'o.pdf'], { cwd });
    expect(stderr).toContain(`\nwarning: ${quoted} (text-cut, page 1, cut, data /lines/1)\n`);
  });

  test('if several components have its id', async () => {
    const twice = template.replace('"Dear', '{ "id": "cut", "spacer": 1 }, "Dear');
    const { stderr } = await runCli(['generate', 'single', 'order', '-o', 'o.pdf'], { cwd: makeOrder(twice) });
    expect(stderr).toContain(`\nwarning: ${quoted}`);
  });
});

describe('faults of a template', () => {
  test('are told with file, line and column, as lint tells them', async () => {
    const cwd = makeOrder(faulty);
    const { stderr } = await ends(runCli(['generate', 'single', 'order'], { cwd }), 3);
    const lines = stderr.split('\n').filter((line) => line.startsWith('templates/'));
    const linted = (await runCli(['templates', 'lint', 'order'], { cwd })).stdout
      .split('\n')
      .filter((line) => line.includes(' error '));
    expect(lines).toHaveLength(2);
    expect(lines).toEqual(linted.map((line) => line.replace('  error  ', '  ').replace(/ {2}\S+$/, '')));
    expect(stderr).toMatch(/\nerror: The template "order" does not compile\.\n$/);
  });

  test('in schema.json are told with the place there', async () => {
    const cwd = makeOrder(template, { 'templates/order/schema.json': '{\n  "type": "objct"\n}' });
    const { stderr } = await runCli(['generate', 'single', 'order'], { cwd });
    expect(stderr).toContain('templates/order/schema.json:2:11  /dataSchema/type must be one of');
  });

  test('with --json have their place in `params`', async () => {
    const { stderr } = await runCli(['generate', 'single', 'order', '--json'], { cwd: makeOrder(faulty) });
    expect(JSON.parse(stderr)).toMatchObject({
      code: 'TEMPLATE_INVALID',
      errors: [
        { path: '/pages/0/body/0', params: { file: 'templates/order/template.json', line: 4, column: 25 } },
        { path: '/pages/0/body/1/body/0/maxLine', params: { line: 6, column: 59 } },
      ],
    });
  });

  test.each(['batch', 'async'])('keep "generate %s" from its start', async (command) => {
    const input = command === 'batch' ? ['-i', 'orders.json'] : [];
    await ends(
      runCli(['generate', command, 'order', ...input], { cwd: makeOrder(faulty) }),
      3,
      'templates/order/template.json:4:25  /pages/0/body/0 The data schema has no "customer.nam"',
    );
  });

  test('an image beyond a limit has one line', async () => {
    const huge = template.replace('"Dear {{ customer.name }}"', '{ "image": "{{ customer.name }}", "alt": "" }');
    const head = Buffer.from([0, 0, 0x27, 0x11, 0, 0, 0x27, 0x11, 8, 2, 0, 0, 0]);
    const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), makeChunk('IHDR', head)]);
    const cwd = makeOrder(huge, {
      'templates/order/assets/huge.png': png,
      'data.json': { customer: { name: 'huge.png' }, lines: [] },
    });
    const { stderr } = await runCli(['generate', 'single', 'order', '-d', 'data.json'], { cwd });
    expect(stderr).toMatch(
      /^error: templates\/order\/template\.json:4:7 {2}"huge\.png" in \/pages\/0\/body\/0: The image has \d+ × \d+ pixels, more than .*\n$/,
    );
  });
});

describe('what compiling a template warns of', () => {
  const single = (cwd: string, ...more: string[]) =>
    runCli(['generate', 'single', 'order', '-d', 'good.json', '-o', 'o.pdf', ...more], { cwd });
  const files = { 'good.json': { customer: { name: 'Ada', phone: '1' }, lines: [] } };

  test('is counted in one line', async () => {
    await ends(single(makeOrder(doubtful, files)), 0, new RegExp(`^${advice}o\\.pdf {2}1 page `));
  });

  test('is a warning for --fail-on-warnings, and a member with --json', async () => {
    const cwd = makeOrder(doubtful, files);
    expect((await single(cwd, '--fail-on-warnings')).exitCode).toBe(6);
    expect(JSON.parse((await single(cwd, '--json')).stdout)).toMatchObject({ warningCount: 0, templateWarnings: 1 });
  });

  test('fails with --strict, with its place', async () => {
    await ends(
      single(makeOrder(doubtful, files), '--strict'),
      3,
      /^templates\/order\/template\.json:4:\d+ {2}"customer\.phone" is not required .* \(possibly-missing, \/pages\/0\/body\/0\)\nerror: Strict rendering: 1 warning of the template "order"\.\n$/,
    );
  });

  test('counts without the advice to lint a recorded version', async () => {
    const cwd = makeOrder(doubtful, files);
    await runCli(['templates', 'versions', 'order', '--save'], { cwd });
    const { stderr } = await runCli(['generate', 'single', 'order@1', '-d', 'good.json', '-o', 'o.pdf'], { cwd });
    expect(stderr).toMatch(/^warning: 1 warning of the template\no\.pdf/);
  });

  test('names the workspace that the user named', async () => {
    const cwd = makeOrder(doubtful, files);
    const { stderr } = await runCli(['generate', 'single', 'order', '--store', cwd, '-o', 'o.pdf'], { cwd: '/tmp' });
    expect(stderr).toContain(`of the template: see pdfgen templates lint order --store ${cwd}\n`);
  });

  test('is counted for a template that only its example proves', async () => {
    const cwd = makeOrder(doubtful.replace('customer.phone', 'customer.nmae'), { ...files, 'templates/order/schema.json': {} });
    expect((await single(cwd)).stderr).toContain(advice);
    expect((await single(cwd, '--strict')).stderr).toContain('The schema inferred from the example has no "customer.nmae"');
  });
});

test('a template that was edited since it was read gives no wrong line', async () => {
  const cwd = makeOrder();
  const file = join(cwd, 'templates/order/template.json');
  const edited = template.replace('"Dear', '"A new first line",\n      "Dear');
  const engine = await createLocalEngine({ workspace: cwd });
  onTestFinished(() => engine.close());
  const { uuid } = await engine.findTemplate('order');
  const notes: CallNotes = {};
  await engine.generateSingle({ params: { uuid }, body: { data: example } }, { notes });
  writeFileSync(file, edited);
  const faults = [
    { component: '/pages/0/body/0', code: 'text-cut' },
    { component: 'cut', code: 'text-cut' },
    { component: '/', code: 'no-date' },
  ];
  expect(await placeInTemplate(faults, notes.template!, cwd)).toEqual([
    undefined,
    undefined,
    { file: 'templates/order/template.json', line: 1, column: 1 },
  ]);
  writeFileSync(file, edited.slice(0, 100));
  expect(await placeInTemplate(faults, notes.template!, cwd)).toEqual([undefined, undefined, undefined]);
  writeFileSync(file, template.replace('"pages"', '"name": "Order",\n  "pages"'));
  expect(await placeInTemplate(faults, notes.template!, cwd)).toMatchObject([{ line: 5 }, { line: 7 }, { line: 1 }]);
});
