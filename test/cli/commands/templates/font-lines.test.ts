import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fontLines } from '../../../../src/cli/commands/templates/font-lines.ts';
import { makeWorkspace, runCli } from '../../../support/run-cli.ts';

test.each<readonly [files: readonly string[], lines: readonly string[]]>([
  [['Inter.ttf'], ['"Inter": { "regular": "Inter.ttf" }']],
  [
    ['Inter-Bold.otf', 'Inter-Regular.otf', 'Inter-BoldItalic.otf', 'Inter_Italic.otf', 'logo.png'],
    [
      '"Inter": { "regular": "Inter-Regular.otf", "bold": "Inter-Bold.otf", "boldItalic": "Inter-BoldItalic.otf", "italic": "Inter_Italic.otf" }',
    ],
  ],
  [['Inter-Bold.ttf'], ['"Inter": { "regular": "Inter-Bold.ttf", "bold": "Inter-Bold.ttf" }']],
  [
    ['Bold.woff', 'Mono.WOFF'],
    ['"Bold": { "regular": "Bold.woff", "bold": "Bold.woff" }', '"Mono": { "regular": "Mono.WOFF" }'],
  ],
  [['terms.pdf'], []],
])('%j', (files, lines) => {
  expect(fontLines(files)).toEqual(lines);
});

test('add-asset prints the line for a font, until the template has it', async () => {
  const font = readFileSync(new URL('../../../../node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf', import.meta.url));
  const cwd = makeWorkspace({ 'DejaVuSans.ttf': font });
  const add = (...args: readonly string[]) => runCli(['templates', 'add-asset', 'note', 'DejaVuSans.ttf', ...args], { cwd });
  const line = '"DejaVuSans": { "regular": "DejaVuSans.ttf" }';
  expect(await add()).toMatchObject({
    exitCode: 0,
    stderr: `DejaVuSans.ttf added\nTo use the font, add to "fonts" of template.json: ${line}\n`,
  });
  const file = join(cwd, 'templates/note/template.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), fonts: JSON.parse(`{${line}}`) }));
  expect(await add('--force')).toMatchObject({ exitCode: 0, stderr: 'DejaVuSans.ttf added\n' });
});
