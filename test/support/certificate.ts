// Certificates that nobody vouches for.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TestCertificate {
  readonly certFile: string;
  readonly keyFile: string;
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

/** Makes cert.pem and key.pem in a folder. `name`: the common name. `subject`: the alternative name, such as `DNS:shop.example`. */
export function makeCertificate(folder: string, name: string, subject: string): TestCertificate {
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${subject}`];
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', keyFile, '-out', certFile, ...names], { stdio: 'ignore' });
  return { certFile, keyFile, cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
}
