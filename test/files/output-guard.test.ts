import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OutputGuard } from '../../src/files/output-guard.ts';
import { makeFolder } from '../support/run-cli.ts';

const template = { pages: [{ body: ['Hello'] }] };

const openGuard = () => {
  const folder = makeFolder({
    'order.json': {},
    'pdfgen.json': {},
    'templates/note/template.json': template,
    'templates/note/assets/logo.png': '',
    'assets/shared.png': '',
    // A template of another program.
    'cloud/template.json': { Resources: {} },
    'site/template.json': { name: 'site', pages: ['index.html'] },
    'menu/template.json': { menu: { pages: [] } },
    'out/old.pdf': '',
    'single/letter.json': template,
    'single/assets/logo.png': '',
  });
  const at = (name: string) => join(folder, name);
  linkSync(at('order.json'), at('hard.pdf'));
  symlinkSync('order.json', at('soft.pdf'));
  symlinkSync('templates/note', at('linked'));
  symlinkSync('../templates/note/template.json', at('out/link.pdf'));
  symlinkSync('../templates/note/new.pdf', at('out/lost.pdf'));
  const files = [{ path: at('order.json'), shown: '-d order.json' }];
  const guard = new OutputGuard({ files, folders: [at('single/assets')] });
  return { at, guard };
};

const ofData = 'is a file that this command reads (-d order.json)';
const ofTemplate = 'is in the folder of the template note';
const ofPdfgen = (name: string) => `is in the folder ${name}, whose files pdfgen uses`;

const protectedNames: readonly (readonly [fault: string, ...names: string[]])[] = [
  [ofData, 'order.json', './out/../order.json', 'hard.pdf', 'soft.pdf'],
  ['is below a file that this command reads (-d order.json)', 'order.json/new.pdf'],
  [ofTemplate, 'templates/note/template.json', 'templates/note/schema.json', 'templates/note/assets/logo.png'],
  [ofTemplate, 'templates/note/assets/more/deep/new.pdf', 'templates/note/new.txt', 'templates/note/more/new.pdf'],
  [ofTemplate, 'linked/assets/new.pdf', 'out/link.pdf'],
  [ofPdfgen('assets'), 'assets/shared.png', 'assets/new.pdf', 'single/assets/logo.png'],
  [ofPdfgen('.pdfgen'), '.pdfgen/versions/new.pdf'],
];
test.each(protectedNames.flatMap(([fault, ...names]) => names.map((name) => [name, fault])))('%s is protected', (name, fault) => {
  const { at, guard } = openGuard();
  expect(guard.findFault(at(name))).toMatchObject({ fault });
  // What is remembered gives the same answer.
  expect(guard.findFault(at(name))).toMatchObject({ fault });
});

test.each([
  ...['new.pdf', 'out/old.pdf', 'out/new/deep.pdf', 'templates/new.pdf'],
  // People stand in the folder of a template.
  ...['templates/note/new.pdf', 'templates/note/new-1.PNG', 'templates/note/all.zip', 'templates/note/order.xml'],
  ...['linked/new.pdf', 'out/lost.pdf', 'site/new.txt', 'menu/more/new.pdf', 'cloud/new.pdf', 'cloud/assets/new.pdf'],
  ...['single/new.pdf', 'out/assets/new.pdf'],
])('%s may be written', (name) => {
  const { at, guard } = openGuard();
  expect(guard.findFault(at(name))).toBeUndefined();
});

test('a template.json that somebody is editing protects its folder', () => {
  const { at, guard } = openGuard();
  mkdirSync(at('draft'));
  writeFileSync(at('draft/template.json'), '{ "pages": [ {');
  expect(guard.findFault(at('draft/template.json'))).toMatchObject({
    fault: 'is in the folder of the template draft',
    change: 'folder',
  });
});
