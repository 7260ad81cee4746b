import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { UnreadablePdf } from '../../src/pdf-file/objects.ts';
import { openP12 } from '../../src/sign/open-p12.ts';
import { signInThread } from '../../src/sign/sign-in-thread.ts';
import { signPdf } from '../../src/sign/sign-pdf.ts';
import { createTimeStamper } from '../../src/sign/time-stamp.ts';
import { damage, isPlain } from '../inspect/damage-pdf.ts';
import { type Edit, makePdf as makeHostilePdf } from '../inspect/make-pdf.ts';
import { deflateZeros } from '../support/deflate-zeros.ts';
import { ends, raises } from '../support/ends.ts';
import { listen } from '../support/listen.ts';
import { createRandom } from '../support/random.ts';
import { makeFolder, runCli } from '../support/run-cli.ts';
import { builtFolder, interruptAtPipe } from '../support/run-program.ts';
import { keys, makePdf, pdfsig, program, sign, signAgain, valid } from '../support/sign.ts';

const never = new AbortController().signal;

describe('pdfgen sign', () => {
  test.each(['rsa.p12', 'old.p12', 'p256.p12', 'p521.p12'])(
    'a signature with %s is valid, and all bytes before it stay',
    async (p12) => {
      const pdf = await makePdf();
      const cwd = makeFolder({ 'a.pdf': pdf });
      const { stderr, exitCode } = await sign(cwd, 'a.pdf', p12, '--reason', 'Für gut befunden');
      expect(stderr).toBe('signed.pdf  signed in a new field Signature1, PAdES B-B\n');
      expect(exitCode).toBe(0);
      const signed = readFileSync(join(cwd, 'signed.pdf'));
      expect(signed.subarray(0, pdf.length).equals(pdf)).toBe(true);
      const said = pdfsig(cwd);
      for (const part of [valid, 'Total document signed', 'Common Name: Réto Müller', 'Type: ETSI.CAdES.detached'])
        expect(said).toContain(part);
      expect(spawnSync('qpdf', ['--check', 'signed.pdf'], { cwd }).status).toBe(0);
    },
  );

  test('the same file, key and time give the same bytes', async () => {
    const cwd = makeFolder({ 'a.pdf': await makePdf() });
    await sign(cwd, 'a.pdf', 'rsa.p12');
    const first = readFileSync(join(cwd, 'signed.pdf'));
    await sign(cwd, 'a.pdf', 'rsa.p12');
    expect(readFileSync(join(cwd, 'signed.pdf')).equals(first)).toBe(true);
  });

  test('an accessible document keeps its standard with a signature in its field and one in a new field', async () => {
    const field = { field: 'seller', kind: 'signature', alt: 'Signature of the seller', height: 15 };
    for (const standard of ['PDF/UA-1', 'PDF/UA-2']) {
      const document = { title: 'Contract', lang: 'en', standard };
      const cwd = makeFolder({ 't/template.json': { document, pages: [{ size: 'A5', body: ['Text', field] }] } });
      await runCli(['generate', 'single', './t', '-o', 'a.pdf'], { cwd });
      await sign(cwd, 'a.pdf', 'p256.p12');
      await signAgain(cwd, 'p256.p12');
      const { check } = await inspectPdf(readFileSync(join(cwd, 'signed.pdf')), { check: true });
      expect([check!.standards.includes(standard.slice(4)), check!.findings]).toEqual([true, []]);
    }
  });

  test('a form that another program has filled is signed in a field of a group, and keeps its values', async () => {
    const body = [
      { field: 'contract.place', kind: 'text', value: 'Graz', alt: 'Place' },
      { field: 'contract.kind', kind: 'radio', option: 'sale', value: 'sale', alt: 'Kind' },
      { field: 'contract.kind', kind: 'radio', option: 'rent', value: 'sale', alt: 'Kind' },
      { field: 'contract.seller', kind: 'signature', alt: 'Signature of the seller', height: 15 },
    ];
    const cwd = makeFolder({ 't/template.json': { pages: [{ size: 'A5', body }] } });
    await runCli(['generate', 'single', './t', '-o', 'empty.pdf'], { cwd });
    const printed = execFileSync('qpdf', ['--json=2', '--json-key=qpdf', 'empty.pdf'], { cwd, encoding: 'utf8' });
    const { qpdf } = JSON.parse(printed) as { qpdf: [object, Record<string, { value?: Record<string, unknown> }>] };
    const changed = Object.entries(qpdf[1]).flatMap(([key, { value }]) =>
      value?.['/T'] === 'u:place' ? [[key, { value: { ...value, '/V': 'u:Łódź' } }]] : [],
    );
    writeFileSync(join(cwd, 'change.json'), JSON.stringify({ qpdf: [qpdf[0], Object.fromEntries(changed)] }));
    execFileSync('qpdf', ['empty.pdf', '--update-from-json=change.json', 'a.pdf'], { cwd });
    expect((await sign(cwd, 'a.pdf', 'p256.p12')).stderr).toContain('signed in the field contract.seller');
    expect(pdfsig(cwd)).toContain(valid);
    const form = (await PDFDocument.load(readFileSync(join(cwd, 'signed.pdf')))).getForm();
    expect(form.getTextField('contract.place').getText()).toBe('Łódź');
    expect(form.getRadioGroup('contract.kind').getSelected()).toBe('sale');
  });

  test('files with object streams are signed, and a second signature leaves the first one valid', async () => {
    const cwd = makeFolder({ 'a.pdf': await makePdf() });
    execFileSync('qpdf', ['--object-streams=generate', 'a.pdf', 'b.pdf'], { cwd });
    await sign(cwd, 'b.pdf', 'p256.p12');
    await signAgain(cwd, 'rsa.p12');
    const said = pdfsig(cwd);
    expect(said.split(valid)).toHaveLength(3);
    expect(said).toMatch(/Field Name: Signature1[\s\S]+Field Name: Signature2/);
    expect(spawnSync('qpdf', ['--check', 'signed.pdf'], { cwd }).status).toBe(0);
  });

  test('a field of the file is filled by its name, and has to be named if there are several', async () => {
    const document = await PDFDocument.load(await makePdf());
    const { context } = document;
    const page = document.getPage(0);
    const field = (name: string) =>
      context.register(
        context.obj({
          Type: 'Annot',
          Subtype: 'Widget',
          FT: 'Sig',
          T: PDFString.of(name),
          F: 4,
          Rect: [10, 10, 90, 30],
          P: page.ref,
        }),
      );
    const fields = [field('buyer'), field('seller')];
    page.node.set(PDFName.of('Annots'), context.obj(fields));
    document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: fields }));
    const cwd = makeFolder({ 'a.pdf': Buffer.from(await document.save({ updateFieldAppearances: false })) });
    const unnamed = await sign(cwd, 'a.pdf', 'rsa.p12');
    expect(unnamed.stderr).toContain('The PDF has 2 places for signatures: "buyer", "seller". Choose one with --field.');
    expect((await sign(cwd, 'a.pdf', 'rsa.p12', '--field', 'byer')).stderr).toContain(
      'no signature field "byer"; did you mean "buyer"?',
    );
    expect((await sign(cwd, 'a.pdf', 'rsa.p12', '--field', 'buyer')).stderr).toContain('signed in the field buyer');
    expect((await signAgain(cwd, 'rsa.p12', '--field', 'buyer')).stderr).toContain('is signed already');
    // Of two fields, one is still empty.
    expect((await signAgain(cwd, 'p256.p12')).stderr).toContain('signed in the field seller');
    expect(pdfsig(cwd).split(valid)).toHaveLength(3);
  });

  test('the places of a template take no room until they are signed, one after the other', async () => {
    const place = (name: string) => ({ field: name, kind: 'signature', alt: `Signature of the ${name}`, height: 15 });
    const template = {
      document: { title: 'Contract', lang: 'en' },
      pages: [{ size: 'A5', body: [place('seller'), place('buyer')] }],
    };
    const cwd = makeFolder({ 't/template.json': template });
    expect((await runCli(['generate', 'single', './t', '-o', 'a.pdf'], { cwd })).exitCode).toBe(0);
    expect(pdfsig(cwd, 'a.pdf').split('The signature form field is not signed.')).toHaveLength(3);
    expect(readFileSync(join(cwd, 'a.pdf')).length).toBeLessThan(2500);
    await sign(cwd, 'a.pdf', 'p256.p12', '--field', 'seller');
    expect(pdfsig(cwd).split(valid)).toHaveLength(2);
    await signAgain(cwd, 'rsa.p12');
    expect(pdfsig(cwd).split(valid)).toHaveLength(3);
    await sign(cwd, 'a.pdf', 'p256.p12', '--field', 'buyer', '--reason', 'x'.repeat(3000));
    expect(pdfsig(cwd).split(valid)).toHaveLength(2);
    expect(execFileSync('pdfinfo', ['-struct', 'a.pdf'], { cwd, encoding: 'utf8' }).match(/^ *Form/gm)).toHaveLength(2);
    expect(spawnSync('qpdf', ['--check', 'signed.pdf'], { cwd }).status).toBe(0);
  });

  test.each([
    ['an old time stamp', readFileSync(join(keys, 'old.tsr')), 'gave the time stamp of something else'],
    ['a page of another kind', '<html>', 'gave an answer that is no time stamp'],
  ])('%s from the server is refused, and nothing is written', async (_what, answer, message) => {
    const cwd = makeFolder({ 'a.pdf': await makePdf() });
    const url = await answerAll((response) => void response.end(answer));
    await ends(sign(cwd, 'a.pdf', 'p256.p12', '--time-stamp-server', url), 7, message);
    expect(existsSync(join(cwd, 'signed.pdf'))).toBe(false);
  });

  test.each([
    [
      (response: ServerResponse) => void response.writeHead(302, { location: 'https://127.0.0.1/new' }).end(),
      'sends requests on to https://127.0.0.1/new. Name that address, if you trust it. Nothing was signed.',
    ],
    [
      (response: ServerResponse) => void response.writeHead(503).end(),
      'answered with status 503. Check its address, or try again later. Nothing was signed.',
    ],
    [
      (response: ServerResponse) => void response.end(Buffer.alloc(200_000)),
      'sent more than 100 kB, which no time stamp has. Nothing was signed.',
    ],
    [(response: ServerResponse) => void response.destroy(), 'cannot be reached'],
  ])('a time stamp server that misbehaves is told, with the remedy: %#', async (answer, message) => {
    const stamp = createTimeStamper(await answerAll(answer));
    await raises(stamp(Buffer.from('signature')), 'REMOTE_UNREACHABLE', message);
  });

  test('a password beyond ASCII opens a key, however a keyboard writes its letters', () => {
    const bytes = readFileSync(join(keys, 'umlaut.p12'));
    for (const password of ['sch\u00f6n', 'scho\u0308n', 'sch\u00f6\u00adn'])
      expect(openP12(bytes, password, 'umlaut.p12').key.type).toBe('private');
    expect(() => openP12(bytes, 'schon', 'umlaut.p12')).toThrow('The password does not open umlaut.p12.');
  });

  test('a key that takes very many rounds to derive is refused', () => {
    const bytes = readFileSync(join(keys, 'slow.p12'))
      .toString('latin1')
      .replaceAll('\x02\x03\x01\x00\x00', '\x02\x03\x7f\xff\xff');
    expect(() => openP12(Buffer.from(bytes, 'latin1'), 'geheim', 'slow.p12')).toThrow(
      'slow.p12 cannot be read as a PKCS #12 file: its keys take 8388607 rounds or more, and at most 6000000 are allowed together.',
    );
  });

  test('an empty first line, or an empty file, is the empty password of a key', async () => {
    const cwd = makeFolder({ 'a.pdf': await makePdf(), 'line.txt': '\n', 'nothing.txt': '' });
    for (const file of ['line.txt', 'nothing.txt'])
      expect((await sign(cwd, 'a.pdf', 'open.p12', '--password-file', file)).exitCode, file).toBe(0);
  });

  test('a file whose objects unpack to more memory than there may be is refused', async () => {
    const zeros = deflateZeros(80_000_000);
    const change = (edit: Edit) => edit.add('packed', '/Type/ObjStm/N 1/First 4/Filter/FlateDecode', zeros);
    const order = {
      pdf: Uint8Array.from(makeHostilePdf('plain', change)),
      p12: { bytes: readFileSync(join(keys, 'p256.p12')), password: 'geheim', shown: 'p256.p12' },
      facts: { field: undefined, reason: undefined, location: undefined, contact: undefined, date: new Date(0) },
      stampServer: undefined,
    };
    await expect(signInThread(order, never, { timeoutMs: 60_000, memoryMb: 40 }, builtFolder)).rejects.toThrow(
      'asks for more memory (40 MB) than this command may take',
    );
  });

  const signHere = (pdf: Uint8Array) => {
    const identity = openP12(readFileSync(join(keys, 'p256.p12')), 'geheim', 'p256.p12');
    const facts = { field: undefined, reason: undefined, location: undefined, contact: undefined, date: new Date(0) };
    return signPdf(Buffer.from(pdf), identity, facts);
  };

  test.each<[string, (edit: Edit) => unknown]>([
    ['a page that is its own parent', (edit) => edit.body('page', '/Parent @pages', '/Parent @page')],
    ['a list of pages that lists itself', (edit) => edit.body('pages', '[@page]', '[@pages @page]')],
    ['lists of pages whose parents lead in a circle', (edit) => edit.body('pages', '/Count', '/Parent @pages/Count')],
  ])('%s is signed', async (_, change) => {
    const { bytes } = await signHere(makeHostilePdf('plain', change));
    expect((await inspectPdf(bytes)).signatures).toMatchObject([{ covers: 'whole file' }]);
  });

  test('a PDF with seeded damage is signed, or refused in plain words', { timeout: 120_000 }, async () => {
    const base = Buffer.from(makeHostilePdf('plain'));
    const random = createRandom(1);
    const failures: string[] = [];
    for (let round = 0; round < 60; round++)
      await signHere(damage(base, random)).catch((error: unknown) => {
        expect(error).toBeInstanceOf(UnreadablePdf);
        failures.push((error as Error).message);
      });
    expect(failures.length).toBeGreaterThan(10);
    expect(failures.filter((message) => !isPlain(message))).toEqual([]);
  });

  test('Ctrl-C ends the command while it waits for a pipe', async () => {
    const cwd = makeFolder({ 'password.txt': 'geheim' });
    const args = ['sign', 'a.pdf', '--p12', join(keys, 'rsa.p12'), '--password-file', 'password.txt', '-o', 'b.pdf'];
    expect(await interruptAtPipe(cwd, 'a.pdf', args)).toEqual([130, null]);
  });

  test('what cannot be signed is said, with the remedy', async () => {
    const pdf = await makePdf();
    const cwd = makeFolder({ 'a.pdf': pdf, 'no.pdf': 'hello', 'cut.pdf': pdf.subarray(0, 300), 'wrong.txt': 'falsch' });
    execFileSync('qpdf', ['--encrypt', 'a', 'b', '256', '--', 'a.pdf', 'sealed.pdf'], { cwd });
    const refuses = (file: string, p12: string, code: number, words: string, ...more: readonly string[]) =>
      ends(sign(cwd, file, p12, ...more), code, words);
    await refuses('sealed.pdf', 'rsa.p12', 3, 'sealed.pdf: is encrypted: only a PDF that is not encrypted can be signed');
    await refuses('no.pdf', 'rsa.p12', 3, 'error: no.pdf: is no PDF: it does not begin with %PDF-\n');
    await refuses('cut.pdf', 'rsa.p12', 3, 'error: cut.pdf: is damaged: its end is missing\n');
    await refuses('missing.pdf', 'rsa.p12', 9, 'error: missing.pdf: cannot be read: there is no such file\n');
    await refuses('a.pdf', 'no-key.p12', 2, 'holds no private key');
    await refuses('a.pdf', 'rsa.pem', 2, 'It is PEM text. Convert it: openssl pkcs12 -export');
    await refuses('a.pdf', 'ed.p12', 2, 'The key is of the kind ed25519. Sign with an RSA key, or with an EC key on');
    await refuses('a.pdf', 'weak.p12', 2, 'error: The RSA key has 1024 bits, so its signatures can be forged.');
    await refuses('a.pdf', 'rsa.p12', 2, 'The password does not open', '--password-file', 'wrong.txt');
    const server = '--time-stamp-server';
    await refuses('a.pdf', 'rsa.p12', 2, 'needs an http or https address, got "tsa"', server, 'tsa');
    const secret = 'error: --time-stamp-server takes an address without a user name or password.\n';
    await refuses('a.pdf', 'rsa.p12', 2, secret, server, 'http://ada:secret@127.0.0.1/');
    await refuses('a.pdf', 'rsa.p12', 2, 'it has none. Leave out --field', '--field', 'x');
    const args = ['sign', 'a.pdf', '--p12', join(keys, 'rsa.p12'), '-o', 'b.pdf'];
    expect((await runCli(args, { cwd })).stderr).toContain('Give it in a file with --password-file FILE.');
  });

  test('a certificate that is not made for documents is told, and signs', async () => {
    const { stderr, exitCode } = await sign(makeFolder({ 'a.pdf': await makePdf() }), 'a.pdf', 'tls.p12');
    expect(stderr).toMatch(
      /^Warning: the certificate is not made for documents, because its key usage is neither .*\nsigned\.pdf {2}signed/,
    );
    expect(exitCode).toBe(0);
  });

  test('at a terminal the password is asked for, and a certificate that is not valid is told', async () => {
    const cwd = makeFolder({ 'a.pdf': await makePdf() });
    const args = ['sign', 'a.pdf', '--p12', join(keys, 'rsa.p12'), '-o', 'b.pdf'];
    const env = { SOURCE_DATE_EPOCH: '1000000000' };
    const { stderr } = await ends(
      runCli(args, { cwd, program, env, terminal: 80, answers: [['Password of the .p12 file', 'geheim\r']] }),
      0,
      'Warning: the certificate is valid from',
    );
    expect(stderr).not.toContain('geheim');
  });
});

/** A server that gives all requests the same answer. Its address. */
async function answerAll(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => void request.resume().on('end', () => answer(response)));
  return `http://127.0.0.1:${await listen(server)}/`;
}
