import { X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { expect, test } from 'vitest';
import { misfitOf } from '../../src/sign/key-usage.ts';

const { publicKey, privateKey } = forge.pki.rsa.generateKeyPair({ bits: 1024 });

function makeCertificate(extensions: readonly object[]): X509Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = publicKey;
  certificate.serialNumber = '01';
  certificate.setSubject([{ name: 'commonName', value: 'Test' }]);
  certificate.setIssuer([{ name: 'commonName', value: 'Test' }]);
  certificate.setExtensions([...extensions]);
  certificate.sign(privateKey, forge.md.sha256.create());
  return new X509Certificate(forge.pki.certificateToPem(certificate));
}

const usage = (...names: string[]) => ({
  name: 'keyUsage',
  critical: true,
  ...Object.fromEntries(names.map((one) => [one, true])),
});
const purposes = (...names: string[]) => ({ name: 'extKeyUsage', ...Object.fromEntries(names.map((one) => [one, true])) });

test.each<[object[]]>([
  [[]],
  [[usage('digitalSignature')]],
  [[usage('nonRepudiation', 'keyEncipherment')]],
  [[purposes('emailProtection', 'clientAuth')]],
  [[usage('digitalSignature'), purposes('1.2.840.113583.1.1.5')]],
])('%j is accepted', (extensions) => {
  expect(misfitOf(makeCertificate(extensions))).toBeUndefined();
});

test.each<[object[], string]>([
  [[usage('keyEncipherment')], 'its key usage is neither digitalSignature nor nonRepudiation'],
  [
    [usage('keyCertSign', 'cRLSign'), purposes('emailProtection')],
    'its key usage is neither digitalSignature nor nonRepudiation',
  ],
  [
    [usage('digitalSignature'), purposes('serverAuth', 'clientAuth')],
    'its extended key usage (1.3.6.1.5.5.7.3.1, 1.3.6.1.5.5.7.3.2) has none for e-mail, code or documents',
  ],
])('%j is not accepted', (extensions, why) => {
  expect(misfitOf(makeCertificate(extensions))).toBe(why);
});
