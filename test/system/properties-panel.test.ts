// The panel of properties as a browser shows it, used by the keyboard alone; properties-panel.rest.test.ts looks at every kind of part.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyPart, listPartSchemas } from '../editor-page/properties/every-part.ts';
import { findWithAxe } from '../support/axe.ts';
import { type OpenedPanel, openPanel } from '../support/properties-panel.ts';

let panel: OpenedPanel;
beforeAll(async () => {
  panel = await openPanel();
});
afterAll(() => panel?.close());

test('parts are shown with all their properties, and axe finds nothing', async () => {
  const kinds = ['#page', 'table', 'chart', 'payment'];
  const parts = listPartSchemas().filter(({ schema }) => kinds.includes(schema.key));
  expect(parts.length).toBeGreaterThanOrEqual(kinds.length);
  for (const { pointer, schema } of parts) expect(await panel.findFaults(pointer), schema.key).toEqual([]);
});

const body = '/pages/0/body/0';
const showOne = (part: unknown, told?: Parameters<OpenedPanel['show']>[2], more: object = {}) =>
  panel.show({ ...everyPart, ...more, pages: [{ body: [part] }] }, body, told);
const partOf = async () => ((await panel.read()).template as { pages: [{ body: [unknown] }] }).pages[0].body[0];
const callsOf = async () => (await panel.read()).calls;
const field = (name: string) => panel.page.locator('input, select, textarea').and(panel.page.getByLabel(name, { exact: true }));
const optionsOf = () => panel.page.locator('.suggestions [role=option]');
const type = (text: string) => panel.page.keyboard.type(text);
const press = async (...keys: string[]) => {
  for (const key of keys) await panel.page.keyboard.press(key);
};
const propertyOf = (path: string) => panel.page.locator(`[data-property="${path}"]`);
const messageOf = (path: string) => propertyOf(path).getByRole('status').first().textContent();
/** Writes over the text of a field. */
const write = async (name: string, text: string) => {
  await field(name).focus();
  await press('Control+A');
  await type(text);
};

describe('by the keyboard', () => {
  test('a number is written while it is typed, as one gesture', async () => {
    await showOne({ text: 'A', size: 9, bold: true });
    await write('Font size pt', '12,5');
    expect(await callsOf()).toEqual(['set size 1', 'set size 12', 'set size 12.5']);
    expect(new Set((await panel.read()).gestures).size).toBe(1);
    await press('Tab');
    expect(await field('Font size pt').inputValue()).toBe('12.5');
    expect(Object.entries((await partOf()) as object)).toEqual([
      ['text', 'A'],
      ['size', 12.5],
      ['bold', true],
    ]);
    await write('Font size pt', '8');
    expect(new Set((await panel.read()).gestures).size).toBe(2);
  });

  test('the arrow keys change a number, as one gesture', async () => {
    await showOne({ text: 'A', size: 9.5 });
    await field('Font size pt').focus();
    await press('ArrowUp', 'ArrowUp', 'Shift+ArrowUp', 'ArrowDown');
    expect(await partOf()).toEqual({ text: 'A', size: 20.5 });
    expect(new Set((await panel.read()).gestures).size).toBe(1);
    await press('Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown');
    expect(await partOf()).toEqual({ text: 'A', size: 1 });
    expect(await field('Font size pt').getAttribute('aria-valuenow')).toBe('1');
  });

  test('a wrong number stays in its field with a message, and the template keeps its value', async () => {
    await showOne({ text: 'A', size: 9 });
    await write('Font size pt', 'x');
    expect(await messageOf('size')).toBe('');
    await press('Tab');
    expect(await messageOf('size')).toBe(
      'Write a number above 0, at most 1000 in pt, or a field of the data such as {{ total }}.',
    );
    expect(await field('Font size pt').inputValue()).toBe('x');
    expect(await field('Font size pt').getAttribute('aria-invalid')).toBe('true');
    expect(await callsOf()).toEqual([]);
    expect(await findWithAxe(panel.page)).toEqual([]);
    await field('Font size pt').focus();
    await press('Escape');
    expect(await field('Font size pt').inputValue()).toBe('9');
    expect(await messageOf('size')).toBe('');
    await write('Font size pt', '{{ big }}');
    expect(await partOf()).toEqual({ text: 'A', size: '{{ big }}' });
    expect(await field('Font size pt').getAttribute('aria-invalid')).toBe('false');
  });

  test('an empty field removes the value when it is left, so that a new value stands at the same place', async () => {
    await showOne({ text: 'A', size: 9, bold: true });
    await field('Font size pt').focus();
    await press('Control+A', 'Delete');
    expect(await callsOf()).toEqual([]);
    await type('7');
    expect(Object.keys((await partOf()) as object)).toEqual(['text', 'size', 'bold']);
    await press('Backspace', 'Tab');
    expect(await partOf()).toEqual({ text: 'A', bold: true });
    expect(await field('Font size pt').getAttribute('placeholder')).toBe('As in the style');
  });

  test('a needed text may be empty, and a short part becomes an object only for another property', async () => {
    await showOne('Hello');
    await write('Text', 'Good day');
    expect(await partOf()).toBe('Good day');
    await press('Control+A', 'Delete');
    expect(await partOf()).toBe('');
    await field('Bold').focus();
    await press('Space');
    expect(await partOf()).toEqual({ text: '', bold: true });
  });

  test('a list of texts stays a list', async () => {
    await showOne({ text: ['One', 'Two'] });
    await field('Text').focus();
    await press('Control+End', 'Enter');
    await type('Three');
    expect(await partOf()).toEqual({ text: ['One', 'Two', 'Three'] });
  });

  test('a choice is made and taken back', async () => {
    await showOne({ text: 'A' });
    await field('Format').focus();
    await press('ArrowDown', 'ArrowDown');
    expect(await partOf()).toEqual({ text: 'A', format: 'inline' });
    await press('ArrowUp', 'ArrowUp');
    expect(await partOf()).toEqual({ text: 'A' });
  });

  test('a toggle shows what holds by default, and its value is removed', async () => {
    await showOne({ toc: 3 });
    expect(await field('Dotted lines').isChecked()).toBe(true);
    await field('Dotted lines').focus();
    await press('Space');
    expect(await partOf()).toEqual({ toc: 3, dots: false });
    await panel.page.getByRole('button', { name: 'Reset Dotted lines' }).focus();
    await press('Enter');
    expect(await partOf()).toEqual({ toc: 3 });
    expect(await panel.page.getByRole('button', { name: 'Reset Levels' }).count()).toBe(0);
  });

  test('an alignment is chosen among buttons', async () => {
    await showOne({ text: 'A', align: 'center' });
    const group = panel.page.getByRole('group', { name: 'Alignment' });
    expect(await group.getByRole('radio').count()).toBe(6);
    await group.getByRole('radio', { name: 'Centre' }).focus();
    await press('ArrowRight');
    expect(await partOf()).toEqual({ text: 'A', align: 'right' });
  });

  test('a named colour is completed, and another one is picked or refused', async () => {
    await showOne({ text: 'A' });
    const color = panel.page.getByRole('combobox', { name: 'Colour', exact: true });
    await color.focus();
    await type('acc');
    expect(await optionsOf().allTextContents()).toEqual(['accent']);
    expect(await color.getAttribute('aria-expanded')).toBe('true');
    await press('ArrowDown');
    expect(await color.getAttribute('aria-activedescendant')).toBe('property-color-list-0');
    await press('Enter');
    expect(await partOf()).toEqual({ text: 'A', color: 'accent' });
    expect(await color.getAttribute('aria-expanded')).toBe('false');
    const picker = panel.page.getByLabel('Pick a colour for Colour');
    expect(await picker.inputValue()).toBe('#0f5c63');
    await picker.fill('#ff0000');
    expect(await partOf()).toEqual({ text: 'A', color: '#ff0000' });
    await write('Colour', 'rot');
    await press('Tab');
    expect(await messageOf('color')).toBe('There is no “rot”. Choose a name of the list.');
    expect(await partOf()).toEqual({ text: 'A', color: '#ff0000' });
    await write('Colour', 'red');
    await press('Tab');
    expect(await messageOf('color')).toBe('');
    expect(await partOf()).toEqual({ text: 'A', color: '#c00000' });
  });

  test('a list of suggestions closes without a choice', async () => {
    await showOne({ text: 'A' });
    const style = panel.page.getByRole('combobox', { name: 'Style', exact: true });
    await style.focus();
    await press('ArrowDown');
    expect(await optionsOf().allTextContents()).toEqual(['title']);
    expect(await findWithAxe(panel.page)).toEqual([]);
    await press('ArrowUp', 'Escape');
    expect(await optionsOf().count()).toBe(0);
    expect(await panel.page.locator('.suggestions:popover-open').count()).toBe(0);
    await press('ArrowUp', 'ArrowUp', 'Enter');
    expect(await partOf()).toEqual({ text: 'A', style: 'title' });
  });

  test('a condition takes fields of the data', async () => {
    await showOne({ text: 'A' });
    await field('Shown only when').focus();
    await type('total > 1 && cust');
    await press('ArrowDown', 'Enter');
    await type(' ');
    expect(await partOf()).toEqual({ text: 'A', when: 'total > 1 && customer.name ' });
  });

  test('a picture is chosen by its name or by the page', async () => {
    await showOne({ image: 'logo.png' });
    await write('Picture', 'st');
    await press('ArrowDown', 'Enter');
    expect(await partOf()).toEqual({ image: 'stamp.svg' });
    await panel.page.getByRole('button', { name: 'Choose a picture …' }).focus();
    await press('Enter');
    await expect.poll(partOf).toEqual({ image: 'chosen.png' });
  });

  test('sides have one length, or one for each', async () => {
    await showOne({ text: 'A', padding: 2 });
    await write('Space inside on all sides', '3');
    expect(await partOf()).toEqual({ text: 'A', padding: 3 });
    await propertyOf('padding').getByRole('button', { name: 'Each side' }).focus();
    await press('Enter');
    await write('Space inside, Left', '5');
    expect(await partOf()).toEqual({ text: 'A', padding: [3, 3, 3, 5] });
    await write('Space inside, Top', '-1');
    await press('Tab');
    expect(await messageOf('padding')).toContain('Write a number from 0 to 100000 in mm');
    expect(await partOf()).toEqual({ text: 'A', padding: [3, 3, 3, 5] });
    // The button says which length stays.
    await propertyOf('padding').getByRole('button', { name: 'Use 3 on all sides' }).focus();
    await press('Enter');
    expect(await partOf()).toEqual({ text: 'A', padding: 3 });
    await showOne({ text: 'A' });
    await propertyOf('padding').getByRole('button', { name: 'Each side' }).focus();
    await press('Enter');
    await propertyOf('padding').getByRole('button', { name: 'All sides at once' }).focus();
    await press('Enter');
    expect(await partOf()).toEqual({ text: 'A' });
    await showOne({ text: 'A', margin: { left: 1, top: 2 } });
    await write('Space outside, Left', '4');
    expect(Object.entries(((await partOf()) as { margin: object }).margin)).toEqual([
      ['left', 4],
      ['top', 2],
    ]);
  });

  test('the members of an object have their own controls', async () => {
    await showOne({ line: true });
    await propertyOf('line').locator('summary').focus();
    await press('Enter');
    await write('Line width pt', '2');
    expect(await partOf()).toEqual({ line: { width: 2 } });
    await press('Control+A', 'Delete', 'Tab');
    expect(await partOf()).toEqual({ line: true });
    await showOne({ payment: 'epc', account: 'x', creditor: { street: 'A' } });
    expect(await field('Name').getAttribute('aria-required')).toBe('true');
    expect(await findWithAxe(panel.page)).toEqual([]);
    await write('Street', '');
    await press('Delete', 'Tab');
    expect(await partOf()).toEqual({ payment: 'epc', account: 'x', creditor: {} });
    await showOne({ text: 'A', border: { color: 'accent', width: 1 } });
    await write('Line width pt', '3');
    expect(Object.entries(((await partOf()) as { border: object }).border)).toEqual([
      ['color', 'accent'],
      ['width', 3],
    ]);
  });

  test('a block has a field for each value that it needs', async () => {
    await showOne({ use: 'address', with: { more: 'x' } });
    await write('who', 'Ada');
    expect(await partOf()).toEqual({ use: 'address', with: { more: 'x', who: 'Ada' } });
    expect(await propertyOf('with.who').locator('.about').textContent()).toBe('Whose address.');
    expect(await propertyOf('with.isLong').getByRole('checkbox').count()).toBe(1);
  });
});

describe('what no control shows', () => {
  test('is shown as it is written, stays, and opens as code', async () => {
    await showOne({ text: 'A', align: '{{ side }}', margin: [1, 2, 3], mark: { a: 'b' } });
    expect(await propertyOf('align').locator('code.written').textContent()).toBe('"{{ side }}"');
    expect(await propertyOf('margin').locator('code.written').textContent()).toBe('[1,2,3]');
    await propertyOf('align').getByRole('button', { name: 'Edit as code: Alignment' }).focus();
    await press('Enter');
    expect(await callsOf()).toEqual([`code ${body}/align`]);
    expect(await partOf()).toEqual({ text: 'A', align: '{{ side }}', margin: [1, 2, 3], mark: { a: 'b' } });
    await panel.page.getByRole('button', { name: 'Reset Alignment' }).click();
    expect(await partOf()).toEqual({ text: 'A', margin: [1, 2, 3], mark: { a: 'b' } });
  });

  test('is a part without a type', async () => {
    await panel.show({ pages: [{ body: [{ txt: 'A' }] }] }, body);
    await panel.page.getByText('The editor does not know this part.').waitFor();
    await panel.page.getByRole('button', { name: 'Edit as code' }).click();
    expect(await callsOf()).toEqual([`code ${body}`]);
  });
});

describe('the panel', () => {
  test('finds a property by a word of its name or its description', async () => {
    await showOne({ text: 'A' });
    await panel.openAll();
    const count = await panel.page.locator('.all .property').count();
    await panel.page.getByRole('searchbox').fill('hyphen');
    expect(await panel.page.locator('.all .property').count()).toBeLessThan(count);
    expect(await panel.page.locator('.all .property .name').allTextContents()).toContain('Hyphenation');
    await panel.page.getByRole('searchbox').fill('no such word');
    expect(await panel.page.locator('.all > [role=status]').textContent()).toBe('No property has this word.');
  });

  test('says what the focused property means', async () => {
    await showOne({ text: 'A' });
    expect(await panel.page.locator('.described').textContent()).toContain('A paragraph');
    await field('Font size pt').focus();
    expect(await panel.page.locator('.described').textContent()).toBe('Font size in pt.');
    expect(await field('Font size pt').getAttribute('aria-describedby')).toContain('property-size-about');
  });

  test('shows the faults of the part, and those of a property at the property', async () => {
    await showOne({ stack: [{ text: 'A' }], width: 3 }, [
      { message: 'is too wide', pointer: `${body}/width` },
      { message: 'of another part', pointer: `${body}/stack/0/text` },
      { message: 'of the part', pointer: body },
    ]);
    expect(await panel.page.locator('.part-faults li').allTextContents()).toEqual(['Error: is too wide', 'Error: of the part']);
    expect(await messageOf('width')).toBe('is too wide');
  });

  test('shows another value when the template changes elsewhere', async () => {
    await showOne({ text: 'A', size: 9 });
    await write('Font size pt', 'x');
    await panel.page.evaluate(() => {
      const { panel: own } = globalThis as never as { panel: { change(template: unknown): void } };
      own.change({ pages: [{ body: [{ text: 'A', size: 11 }] }] });
    });
    await expect.poll(() => field('Font size pt').inputValue()).toBe('11');
  });

  test('keeps the focus when a part gets another pointer', async () => {
    await panel.show({ pages: [{ header: ['A'], body: ['B'] }] }, '/pages/0/header');
    await field('Height mm').focus();
    await type('25');
    expect((await panel.read()).template).toEqual({ pages: [{ header: [{ body: ['A'], height: 25 }], body: ['B'] }] });
  });

  test('changes nothing inside of a block', async () => {
    await panel.show(everyPart, '/define/address/body/0');
    await panel.page.getByText('It cannot be changed here.').waitFor();
    expect(await field('Text').inputValue()).toBe('{{ who }}');
    expect(await field('Text').isDisabled()).toBe(true);
    expect(await findWithAxe(panel.page)).toEqual([]);
  });

  test('breaks no rule of its page', () => expect(panel.faults).toEqual([]));
});
