import { expect, test } from 'vitest';
import { readXmp, xmpNamespaces, xmpText } from '../../src/pdf-file/xmp.ts';

const read = (inside: string) =>
  readXmp(
    Buffer.from(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdf="${xmpNamespaces.pdf}">${inside}</rdf:Description></rdf:RDF></x:xmpmeta>`,
    ),
  );

test('a CDATA section is text', () => {
  const xmp = read('<pdf:Producer>A<![CDATA[ & B]]></pdf:Producer>');
  expect([xmpText(xmp, xmpNamespaces.pdf, 'Producer'), xmp.fault]).toEqual(['A & B', undefined]);
});

test('a packet that is no XML has a fault, and the properties before it', () => {
  const xmp = read('<pdf:Producer>A</pdf:Producer><pdf:Keywords>B');
  expect([xmpText(xmp, xmpNamespaces.pdf, 'Producer'), xmp.fault]).toEqual(['A', 'unexpected close tag']);
});
