// Validates Cross Industry Invoices against the XML schema D16B of UN/CEFACT, with the validator of Java.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from './run-cli.ts';

const program = fileURLToPath(new URL('ValidateXml.java', import.meta.url));
const schema = fileURLToPath(new URL('cii-d16b/data/standard/CrossIndustryInvoice_100pD16B.xsd', import.meta.url));

/** For a run of seconds: without the optimising compiler and the threads that collect garbage, Java takes half the processor time. */
export const quickJava = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

let classes: string | undefined;

/** The folder of the compiled program. Java would compile its source anew at each start. */
function compiled(): string {
  if (classes === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'pdfgen-java-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    execFileSync('javac', ['-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC', '-d', folder, program]);
    classes = folder;
  }
  return classes;
}

/** Messages about codes. The lists of the schema are older than the lists of EN 16931. */
const aboutCodes = /^\S+ cvc-(?:enumeration-valid|complex-type\.2\.2|attribute\.3): /;

/** The faults of invoices, by the names of the invoices: `a.xml:12 cvc-complex-type.2.4.a: …`. */
export function validateCii(xmlByName: Readonly<Record<string, string>>): readonly string[] {
  const folder = makeFolder(xmlByName);
  const files = Object.keys(xmlByName).map((name) => join(folder, name));
  const args = [...quickJava, '-cp', compiled(), 'ValidateXml', schema, ...files];
  const { status, stdout, stderr } = spawnSync('java', args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(stderr);
  return stdout.split('\n').filter((line) => line !== '' && !aboutCodes.test(line));
}
