// Writes a file with object streams and a cross-reference stream (ISO 32000-2, 7.5.7 and 7.5.8). Objects leave the memory as they come, a hundred or
// two at a time; of a written object only its place stays.
import { createHash } from 'node:crypto';
import type { Cipher } from './cipher.ts';
import { deflate } from './deflate.ts';
import { FileOutput } from './file-output.ts';
import type { FileEntries, PdfSink, WrittenFile } from './pdf-sink.ts';

/** Most objects of an object stream: their index is a byte of the cross-reference stream. */
const mostObjects = 200;
/** An object stream ends when its objects have this many characters. */
const mostCharacters = 262_144;

/** Elements of the structure are many and alike: level 5 saves 5 % of a tagged table of 10,000 rows against 2; 9 saves another 2 %, in twice the time. */
const objectsLevel = 5;

/** Objects that wait for their object stream. */
interface Gathered {
  readonly id: number;
  /** Ids of the objects, each followed by its offset in `bodies`. */
  heads: string;
  bodies: string;
  count: number;
}

export interface CompactSinkOptions {
  /** Default: 1.7. */
  readonly version?: '1.7' | '2.0';
  /** Undefined: the file is not encrypted. */
  readonly cipher?: Cipher | undefined;
  /** Takes finished bytes at once, on the caller's stack. */
  write(chunk: Uint8Array): void;
}

export function createCompactSink({ version = '1.7', cipher, write }: CompactSinkOptions): PdfSink {
  const output = new FileOutput(write);
  /** The digest of the file before encryption. Encrypted bytes differ each time. */
  const identity = cipher && createHash('sha256');
  const places = new ObjectPlaces();
  let gathered: Gathered | undefined;
  // ISO 32000-2, 7.5.2: four bytes above 127 tell other programs that the file is binary.
  output.addText(`%PDF-${version}\n%\xff\xff\xff\xff\n`);
  const pageTree = places.reserve();

  const emitStream = (id: number, entries: string, data: Uint8Array): void => {
    output.addText(`${id} 0 obj\n<<${entries}/Length ${data.length}>>\nstream\n`);
    output.addBytes(data);
    output.addText('\nendstream\nendobj\n');
  };
  const writeStream = (id: number, entries: string, data: Uint8Array): void => {
    places.setOffset(id, output.offset);
    identity?.update(`${id} ${entries}\n`).update(data);
    if (cipher) emitStream(id, cipher.sealStrings(entries), cipher.seal(data));
    else emitStream(id, entries, data);
  };
  const flush = (): void => {
    if (!gathered) return;
    const { id, heads, bodies, count } = gathered;
    gathered = undefined;
    const entries = `/Type/ObjStm/N ${count}/First ${heads.length}/Filter/FlateDecode`;
    writeStream(id, entries, deflate(Buffer.from(heads + bodies, 'latin1'), objectsLevel));
  };
  const writeObject = (id: number, body: string): void => {
    gathered ??= { id: places.reserve(), heads: '', bodies: '', count: 0 };
    places.setMember(id, gathered.id, gathered.count++);
    gathered.heads += `${id} ${gathered.bodies.length} `;
    gathered.bodies += `${body}\n`;
    if (gathered.count === mostObjects || gathered.bodies.length >= mostCharacters) flush();
  };
  /** Writes an object outside of object streams, as it is. */
  const emitObject = (id: number, body: string): void => {
    places.setOffset(id, output.offset);
    output.addText(`${id} 0 obj\n${body}\nendobj\n`);
  };
  const add = (body: string): number => {
    const id = places.reserve();
    writeObject(id, body);
    return id;
  };

  return {
    pageTree,
    reserve: () => places.reserve(),
    writeObject,
    writeStream,
    end({ pages, catalog, info }: FileEntries): WrittenFile {
      const kids = pages.map((id) => `${id} 0 R`).join(' ');
      writeObject(pageTree, `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`);
      // Revision 6 of the security handler came to PDF 1.7 as level 8 of this extension.
      const extensions = cipher && version === '1.7' ? '/Extensions<</ADBE<</BaseVersion/1.7/ExtensionLevel 8>>>>' : '';
      const root = add(`<</Type/Catalog/Pages ${pageTree} 0 R${extensions}${formatEntries(catalog)}>>`);
      // PDF 2.0 has its metadata in XMP only (ISO 32000-2, 14.3.3).
      const about = Object.keys(info).length === 0 ? '' : `/Info ${add(`<<${formatEntries(info)}>>`)} 0 R`;
      flush();
      const encrypt = cipher && places.reserve();
      // ISO 32000-2, 7.5.7 and 7.6.2: the encryption dictionary stands in no object stream, and its strings are in clear.
      if (encrypt !== undefined) emitObject(encrypt, cipher!.dictionary);
      // ISO 32000-2, 14.4: the file identifier. It comes from the content, so the same input gives the same file.
      const digest = (identity?.digest() ?? output.digestSoFar()).toString('hex', 0, 16);
      const start = output.offset;
      const table = places.reserve();
      places.setOffset(table, start);
      const { size, widths, rows, columns } = places.list();
      emitStream(
        table,
        `/Type/XRef/Size ${size}/W[${widths.join(' ')}]/Root ${root} 0 R${about}${encrypt === undefined ? '' : `/Encrypt ${encrypt} 0 R`}/ID[<${digest}><${digest}>]` +
          `/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns ${columns}>>`,
        deflate(rows),
      );
      output.addText(`startxref\n${start}\n%%EOF\n`);
      return output.end();
    },
  };
}

function formatEntries(entries: Readonly<Record<string, string>>): string {
  return Object.entries(entries)
    .map(([name, value]) => `/${name} ${value}`)
    .join('');
}

/**
 * The cross-reference table while the file is written: where each object stands, eight bytes for an object. Object 0 is the head of the free
 * objects.
 */
class ObjectPlaces {
  /** An offset in the file; for an object in an object stream the stream's id and the index, negative. 0: not written. */
  #places = new Float64Array(64);
  #size = 1;

  reserve(): number {
    if (this.#size === this.#places.length) {
      const larger = new Float64Array(this.#size * 2);
      larger.set(this.#places);
      this.#places = larger;
    }
    return this.#size++;
  }

  setOffset(id: number, offset: number): void {
    this.#set(id, offset);
  }

  setMember(id: number, stream: number, index: number): void {
    this.#set(id, -(stream * 256 + index));
  }

  #set(id: number, place: number): void {
    if (id <= 0 || id >= this.#size || this.#places[id] !== 0)
      throw new Error(`PDF object ${id} is written twice or was never reserved.`);
    this.#places[id] = place;
  }

  /** The entries of the cross-reference stream, each row as its difference to the row above (PNG's filter "up"). */
  list(): { readonly size: number; readonly widths: readonly number[]; readonly rows: Uint8Array; readonly columns: number } {
    const places = this.#places.subarray(0, this.#size);
    const missing = places.indexOf(0, 1);
    if (missing > 0) throw new Error(`PDF object ${missing} was reserved and not written.`);
    const largest = places.reduce((most, place) => Math.max(most, place, -place / 256), 0);
    let width = 1;
    while (256 ** width <= largest) width++;
    const columns = width + 2;
    const rows = new Uint8Array(this.#size * (columns + 1));
    let above = new Uint8Array(columns);
    let row = new Uint8Array(columns);
    for (let id = 0; id < this.#size; id++) {
      const place = places[id]!;
      const isMember = place < 0;
      // ISO 32000-2, 7.5.8.3: 0 is free, 1 is an offset and a generation, 2 is an object stream and an index.
      row[0] = id === 0 ? 0 : isMember ? 2 : 1;
      let value = isMember ? Math.floor(-place / 256) : place;
      for (let column = width; column > 0; column--) {
        row[column] = value % 256;
        value = Math.floor(value / 256);
      }
      row[columns - 1] = isMember ? -place % 256 : 0;
      const at = id * (columns + 1);
      rows[at] = 2;
      for (let column = 0; column < columns; column++) rows[at + 1 + column] = row[column]! - above[column]!;
      [above, row] = [row, above];
    }
    return { size: this.#size, widths: [1, width, 1], rows, columns };
  }
}
