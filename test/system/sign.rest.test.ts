// Signatures and time stamps that OpenSSL checks and gives.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listen } from '../support/listen.ts';
import { makeFolder } from '../support/run-cli.ts';
import { keys, makePdf, pdfsig, sign, valid } from '../support/sign.ts';

/** The DER of the signature, without the zeros behind it. */
function cmsOf(signed: Buffer): Buffer {
  const at = signed.lastIndexOf('/Contents<') + '/Contents<'.length;
  const der = Buffer.from(signed.toString('latin1', at, signed.indexOf('>', at)), 'hex');
  return der.subarray(0, 4 + der.readUInt16BE(2));
}

const openssl = (cwd: string, ...args: string[]) => execFileSync('openssl', args, { cwd, stdio: 'pipe', encoding: 'buffer' });
const print = (cwd: string) => openssl(cwd, ...'cms -cmsout -print -inform DER -in cms'.split(' ')).toString();

test('openssl verifies the signature, which has the certificate and no signing time among its attributes', async () => {
  const cwd = makeFolder({ 'a.pdf': await makePdf() });
  await sign(cwd, 'a.pdf', 'p256.p12');
  const signed = readFileSync(join(cwd, 'signed.pdf'));
  const [, end, start] = /\/ByteRange\[0 (\d+) (\d+) /.exec(signed.toString('latin1'))!.map(Number);
  writeFileSync(join(cwd, 'content'), Buffer.concat([signed.subarray(0, end), signed.subarray(start)]));
  writeFileSync(join(cwd, 'cms'), cmsOf(signed));
  const trust = ['-CAfile', join(keys, 'ca.pem'), '-purpose', 'any', '-out', 'verified'];
  openssl(cwd, ...'cms -verify -cades -binary -inform DER -in cms -content content'.split(' '), ...trust);
  expect(print(cwd)).toContain('id-smime-aa-signingCertificateV2');
  expect(print(cwd)).not.toContain('signingTime');
});

test('a time stamp server confirms the time of a signature', async () => {
  const files = ['tsa.cnf', 'tsa.pem', 'tsa.key', 'ca.pem'].map((name) => [name, readFileSync(join(keys, name))]);
  const cwd = makeFolder({ 'a.pdf': await makePdf(), ...Object.fromEntries(files) });
  const server = createServer(async (request, response) => {
    writeFileSync(join(cwd, 'query'), Buffer.concat(await request.toArray()));
    const args = 'ts -reply -config tsa.cnf -section t -queryfile query -signer tsa.pem -inkey tsa.key -chain ca.pem';
    response.end(openssl(cwd, ...args.split(' ')));
  });
  const url = `http://127.0.0.1:${await listen(server)}/`;
  expect((await sign(cwd, 'a.pdf', 'rsa.p12', '--time-stamp-server', url)).stderr).toContain('PAdES B-T');
  expect(pdfsig(cwd)).toContain(valid);
  writeFileSync(join(cwd, 'cms'), cmsOf(readFileSync(join(cwd, 'signed.pdf'))));
  expect(print(cwd)).toContain('id-smime-aa-timeStampToken');
});
