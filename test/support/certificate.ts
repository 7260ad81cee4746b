// Certificates that nobody vouches for, and those of an authority of its own.
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import forge from 'node-forge';

export interface TestCertificate {
  readonly certFile: string;
  readonly keyFile: string;
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

export interface CertificateNames {
  /** Of the files. Default: `cert.pem` and `key.pem`. */
  readonly files?: readonly [cert: string, key: string];
  /** Default: the certificate signs itself. */
  readonly authority?: TestCertificate;
}

let made = 0;

/** Makes a certificate and its key in a folder. `name`: the common name. `subject`: a name of DNS, or an IP address. */
export function makeCertificate(
  folder: string,
  name: string,
  subject: string,
  { files: [certName, keyName] = ['cert.pem', 'key.pem'], authority }: CertificateNames = {},
): TestCertificate {
  const { privateKey: key, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = `0${++made}`;
  certificate.validity.notBefore = new Date(Date.now() - 60_000);
  certificate.validity.notAfter = new Date(Date.now() + 2 * 24 * 3_600_000);
  const own = [{ name: 'commonName', value: name }];
  certificate.setSubject(own);
  const issuer = authority && forge.pki.certificateFromPem(authority.cert);
  certificate.setIssuer(issuer?.subject.attributes ?? own);
  const isAddress = /^[\d.]+$/.test(subject);
  const altNames = [isAddress ? { type: 7, ip: subject } : { type: 2, value: subject }];
  certificate.setExtensions([
    { name: 'basicConstraints', cA: authority === undefined },
    { name: 'subjectKeyIdentifier' },
    { name: 'authorityKeyIdentifier', keyIdentifier: (issuer ?? certificate).generateSubjectKeyIdentifier().getBytes() },
    { name: 'subjectAltName', altNames },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(authority?.key ?? key), forge.md.sha256.create());
  const cert = forge.pki.certificateToPem(certificate);
  const [certFile, keyFile] = [join(folder, certName), join(folder, keyName)];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
  return { certFile, keyFile, cert, key };
}
