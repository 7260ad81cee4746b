// SVG in documents.
import { expect, test } from 'vitest';
import { openImage } from '../../../../src/document/image/open-image.ts';
import { withDemanded } from '../../../../src/document/on-demand.ts';
import { inspectPdf } from '../../../../src/inspect/inspect-pdf.ts';
import { contentOf, readObjects, syntaxOf } from '../../../support/read-pdf.ts';
import { compile, explain, layOut, testResources } from '../../../support/render.ts';
import { filesOf, listBreaches, renderPdf } from '../../../support/render-document.ts';
import { toResource } from '../../image/make-image.ts';

const svg = (content: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">${content}</svg>`);
const square = svg('<rect width="5" height="5" fill="red"/>');
const faded = svg(
  `<linearGradient id="a"><stop stop-color="red" stop-opacity=".5"/><stop offset="1" stop-color="blue"/></linearGradient>
  <pattern id="p" width="1" height="1" patternUnits="userSpaceOnUse"><rect width=".5" height=".5" fill="green"/></pattern>
  <rect width="9" height="9" fill="url(#a)" stroke="blue" stroke-opacity=".3"/><path d="M0 0H99V99Z" fill="url(#p)"/>
  <g style="mix-blend-mode:multiply" opacity=".4"><circle r="5"/></g>`,
);
const uri = (bytes: Buffer) => `data:image/svg+xml;base64,${bytes.toString('base64')}`;
const document = { title: 'A', lang: 'en' };
const page = (...body: readonly object[]) => ({ document, pages: [{ body }] });

const formsOf = (pdf: Uint8Array) => [...readObjects(pdf).values()].filter(({ body }) => body.includes('/Subtype/Form'));

test('a drawing stands once in the file, wherever it is drawn', async () => {
  const images = { 'logo.svg': square };
  const pdf = await renderPdf(page({ image: 'logo.svg', alt: 'a' }, { image: 'logo.svg', width: 5, alt: 'a' }), { images });
  const forms = formsOf(pdf);
  expect(forms.map(({ stream }) => stream!.toString('latin1'))).toEqual([
    expect.stringContaining('1 0 0 rg\n0 500 m\n250 500 l'),
  ]);
  expect(forms[0]!.body).not.toContain('/Group');
});

test('a drawing that names no colour is black, beside text of another colour too', async () => {
  const pattern = '<pattern id="p" width="1" height="1" patternUnits="userSpaceOnUse"><rect width=".5" height=".5"/></pattern>';
  const plain = svg(`${pattern}<rect width="5" height="5"/><path d="M0 0H99V99Z" fill="url(#p)"/>`);
  const pdf = await renderPdf(page({ text: 'a', color: '#ff0000' }, { image: uri(plain), alt: 'a' }));
  expect(formsOf(pdf)[0]!.stream!.toString('latin1')).toMatch(/^0 0 0 rg\n/);
  const tile = [...readObjects(pdf).values()].find(({ body }) => body.includes('/PatternType 1'));
  expect(tile!.stream!.toString('latin1')).toMatch(/^0 0 0 rg\n/);
});

test('its natural size is that of the file, 96 pixels in an inch', async () => {
  const pdf = await renderPdf(page({ image: uri(square), alt: 'a' }));
  expect(contentOf(pdf)).toMatch(/q 15 0 0 7\.5 [\d.]+ [\d.]+ cm \/I1 Do Q/);
});

test('data may bring a drawing', async () => {
  const pdf = await renderPdf(page({ image: '{{ it }}', alt: 'a' }), { data: { it: uri(square) } });
  expect(formsOf(pdf)).toHaveLength(1);
});

test('Markdown of the data may bring one', async () => {
  const pdf = await renderPdf(page({ markdown: '{{ it }}' }), { data: { it: `![a](${uri(square)})` } });
  expect(formsOf(pdf)).toHaveLength(1);
});

test('what an editor has uploaded has no ending in its name', async () => {
  const images = { 'asset:abc': square };
  expect(formsOf(await renderPdf(page({ image: 'asset:abc', alt: 'a' }), { images }))).toHaveLength(1);
});

const diagnose = (bytes: Buffer) =>
  explain(page({ image: 'a.svg', alt: 'a' }), { ...testResources, ...filesOf({ 'a.svg': bytes }) });

test('the faults of a drawing among the assets are told when the template is checked', async () => {
  expect(await diagnose(svg('<foreignObject width="1" height="1"/>'))).toEqual([
    expect.stringMatching(/^error broken-asset \/pages\/0\/body\/0\/image a\.svg: The image holds HTML in a `foreignObject`/),
  ]);
  expect(await diagnose(svg('<script/><a><rect width="1" height="1"/></a>'))).toEqual([
    'warning svg-part /pages/0/body/0/image a.svg: The drawing has scripts, which are left out. The drawing has links, which are left out.',
  ]);
});

test('a drawing of the data that cannot be drawn is missing, and the fallback is drawn', async () => {
  const data = { it: uri(svg('<foreignObject width="1" height="1"/>')) };
  const pdf = await renderPdf(page({ image: '{{ it }}', fallback: 'a.svg', alt: 'a' }), { data, images: { 'a.svg': square } });
  expect(formsOf(pdf)).toHaveLength(1);
});

test('PDF/A-1 refuses what is half transparent', async () => {
  const options = { standard: 'PDF/A-1b' };
  expect(await listBreaches(page({ image: uri(faded), id: 'it', alt: 'a' }), options)).toEqual(['image-transparency it']);
  expect(await listBreaches(page({ image: uri(square), id: 'it', alt: 'a' }), options)).toEqual([]);
});

test.each(['PDF/A-2a', 'PDF/A-4', 'PDF/UA-1', 'PDF/UA-2'])('%s holds with a drawing of everything', async (standard) => {
  const pdf = await renderPdf(page({ image: uri(faded), alt: 'Everything' }, { image: uri(square), alt: '' }), { standard });
  const { check } = await inspectPdf(pdf, { check: true });
  expect(check!.findings).toEqual([]);
  expect(syntaxOf(pdf)).toContain('/Alt');
});

test('text in it is outlines of the fonts of the template', async () => {
  const text = svg('<text y="9" font-size="9">Ab</text>');
  const pdf = await renderPdf({ ...page({ image: uri(text), alt: 'Ab' }), document: { ...document, tagged: false } });
  expect(syntaxOf(pdf)).not.toContain('/FontFile');
  expect(formsOf(pdf)[0]!.stream!.toString('latin1').match(/ c$/gm)!.length).toBeGreaterThan(3);
});

test('what of a drawing in the data is left out is one warning, with the name of its asset', async () => {
  const bytes = svg('<script/><a><rect width="1" height="1"/></a>');
  const limits = { maxPixels: 10_000, maxBytes: 100_000 };
  const warnOf = async (name: string | undefined) => {
    const opened = await withDemanded(testResources, () => openImage(toResource(bytes), limits));
    const find = () => ({ ...opened, ...(name !== undefined && { name }) });
    const { warnings } = await layOut([{ image: "{{ 'it' }}", alt: 'a' }], {}, {}, {}, undefined, find);
    return warnings.map(({ code, message }) => `${code} ${message}`);
  };
  const doubts = 'The drawing has scripts, which are left out. The drawing has links, which are left out.';
  expect(await warnOf(undefined)).toEqual([`svg-part ${doubts}`]);
  expect(await warnOf('logo.svg')).toEqual([`svg-part logo.svg: ${doubts}`]);
});

test('a written picture that cannot be drawn is an error of the template', async () => {
  const resources = { ...testResources, ...filesOf({ 'a.svgz': Buffer.from('\x1f\x8b\x08\0') }), names: () => [] };
  const faults = async (image: string) =>
    (await compile(page({ image, alt: 'a' }), resources)).diagnostics.map(
      ({ severity, code, message }) => `${severity} ${code} ${message}`,
    );
  expect(await faults('data:image/svg+xml;utf8,<svg/>')).toEqual([
    expect.stringMatching(/^error broken-asset The data: URI is not a base64 PNG, /),
  ]);
  expect(await faults('a.svgz')).toEqual([expect.stringMatching(/^error broken-asset a\.svgz is not a PNG, /)]);
});
