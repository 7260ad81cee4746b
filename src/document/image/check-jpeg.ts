// Checks that a JPEG can be decoded to its end. PDF takes the file as it is, so damage would show only on the page.
import { buildHuffmanTable, type HuffmanTable, JpegBits } from './jpeg-bits.ts';
import { type JpegComponent, type JpegScan, passScan } from './jpeg-scan.ts';

/** A picture with more scans is an attack: real programs write about ten. */
const mostScans = 200;

/** So often are the blocks of a picture passed, at most: real programs do so some ten times. Small pictures may take more. */
const mostPasses = 16;
const fewBlocks = 2_000_000;

/** B.2.3: blocks in a unit of several components. */
const mostBlocks = 10;

interface JpegFrame {
  readonly isProgressive: boolean;
  readonly components: readonly JpegComponent[];
  readonly unitColumns: number;
  readonly unitRows: number;
}

/** The tables and the frame before a scan. */
interface JpegTables {
  readonly dc: (HuffmanTable | undefined)[];
  readonly ac: (HuffmanTable | undefined)[];
  readonly quantization: boolean[];
  restartInterval: number;
}

/** Raised within this file. `checkJpeg` returns its message. */
class Damage extends Error {}

/**
 * The damage of a JPEG, to complete "is a damaged JPEG:". Undefined: every block can be decoded. Takes baseline, extended and progressive with
 * Huffman codes and 8 bits a sample (ISO/IEC 10918-1); `readJpegHeader` refuses other kinds before. Makes no samples, so the check takes a fraction
 * of the time of decoding, and 8 bytes a block for a progressive image.
 */
export function checkJpeg(bytes: Uint8Array): string | undefined {
  try {
    walk(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof Damage) return error.message;
    throw error;
  }
}

/** The memory that checking a progressive image takes, in bytes. */
export function memoryToCheck(width: number, height: number, components: number): number {
  return Math.ceil(width / 8) * Math.ceil(height / 8) * 8 * components;
}

function walk(bytes: Uint8Array): void {
  const tables: JpegTables = { dc: [], ac: [], quantization: [], restartInterval: 0 };
  let frame: JpegFrame | undefined;
  let scans = 0;
  let passed = 0;
  for (let at = 2; ; ) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
    if (at + 1 >= bytes.length) throw new Damage('its end marker is missing');
    if (bytes[at] !== 0xff) throw new Damage(`a marker is missing at byte ${at}`);
    const marker = bytes[at + 1]!;
    if (marker === 0xd9) break;
    // Some encoders write a last restart marker after the pixels.
    if (marker >= 0xd0 && marker <= 0xd7 && scans > 0) {
      at += 2;
      continue;
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) throw new Damage(`a segment at byte ${at} is cut off`);
    const content = bytes.subarray(at + 4, end);
    at = end;
    if (marker === 0xc4) readHuffmanTables(content, tables);
    else if (marker === 0xdb) readQuantization(content, tables);
    else if (marker === 0xdd) tables.restartInterval = (content[0]! << 8) | content[1]!;
    else if (marker >= 0xc0 && marker <= 0xc2) {
      if (frame) throw new Damage('it has two frames');
      frame = readFrame(content, marker === 0xc2);
    } else if (marker === 0xda) {
      if (!frame) throw new Damage('a scan stands before the frame');
      if (++scans > mostScans) throw new Damage(`it has more than ${mostScans} scans`);
      const scan = readScan(content, frame, tables);
      for (const { component } of scan.components) passed += blocksOf(component, frame);
      if (passed > fewBlocks + mostPasses * frame.components.reduce((sum, one) => sum + blocksOf(one, frame!), 0))
        throw new Damage('it has far more scans than its pixels need');
      const bits = new JpegBits(bytes, end);
      const fault = passScan(bits, scan);
      if (fault !== undefined) throw new Damage(`${fault} (at byte ${bits.at})`);
      at = bits.at;
    }
  }
  const missing = frame?.components.findIndex(({ known }) => known[0]! < 0);
  if (!frame || missing! >= 0) throw new Damage('a part of its colours is missing');
}

const blocksOf = ({ stride, down }: JpegComponent, { unitRows }: JpegFrame): number => stride * down * unitRows;

/** B.2.4.2 */
function readHuffmanTables(content: Uint8Array, { dc, ac }: JpegTables): void {
  for (let at = 0; at < content.length; ) {
    const kind = content[at]! >> 4;
    const counts = content.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const symbols = content.subarray(at + 17, at + 17 + total);
    const table =
      counts.length === 16 && symbols.length === total && total <= 256 ? buildHuffmanTable(counts, symbols) : undefined;
    // F.1.2.1: a symbol of the first coefficient is a number of bits.
    if (!table || kind > 1 || (kind === 0 && symbols.some((symbol) => symbol > 15)))
      throw new Damage('a table of codes is invalid');
    (kind === 0 ? dc : ac)[content[at]! & 15] = table;
    at += 17 + total;
  }
}

/** B.2.4.1 */
function readQuantization(content: Uint8Array, { quantization }: JpegTables): void {
  for (let at = 0; at < content.length; ) {
    const bytes = content[at]! >> 4 === 0 ? 64 : 128;
    if (content[at]! >> 4 > 1 || at + 1 + bytes > content.length) throw new Damage('a quantization table is cut off');
    quantization[content[at]! & 15] = true;
    at += 1 + bytes;
  }
}

/** B.2.2, A.1.1 */
function readFrame(content: Uint8Array, isProgressive: boolean): JpegFrame {
  const height = (content[1]! << 8) | content[2]!;
  const width = (content[3]! << 8) | content[4]!;
  const count = content[5]!;
  if (content.length < 6 + 3 * count) throw new Damage('its frame header is cut off');
  const parts = Array.from({ length: count }, (_, i) => {
    const at = 6 + 3 * i;
    return { id: content[at]!, across: content[at + 1]! >> 4, down: content[at + 1]! & 15, quantization: content[at + 2]! };
  });
  if (parts.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4))
    throw new Damage('a sampling factor is invalid');
  const mostAcross = Math.max(...parts.map(({ across }) => across));
  const mostDown = Math.max(...parts.map(({ down }) => down));
  const unitColumns = Math.ceil(width / (8 * mostAcross));
  const unitRows = Math.ceil(height / (8 * mostDown));
  const components = parts.map((part): JpegComponent => {
    const stride = unitColumns * part.across;
    const blocks = stride * unitRows * part.down;
    return {
      ...part,
      stride,
      columns: Math.ceil(Math.ceil((width * part.across) / mostAcross) / 8),
      rows: Math.ceil(Math.ceil((height * part.down) / mostDown) / 8),
      nonZero: isProgressive ? { low: new Int32Array(blocks), high: new Int32Array(blocks) } : undefined,
      known: new Int8Array(64).fill(-1),
    };
  });
  return { isProgressive, components, unitColumns, unitRows };
}

/** B.2.3, G.1.1.1 */
function readScan(content: Uint8Array, frame: JpegFrame, tables: JpegTables): JpegScan {
  const count = content[0]!;
  if (count < 1 || count > 4 || content.length < 4 + 2 * count) throw new Damage('a scan header is invalid');
  const [from, to, bits] = content.subarray(1 + 2 * count) as unknown as [number, number, number];
  const { isProgressive, unitColumns, unitRows } = frame;
  const [high, low] = [bits >> 4, bits & 15];
  if (
    isProgressive &&
    (from > to || to > 63 || (from === 0 && to > 0) || (from > 0 && count > 1) || low > 13 || (high > 0 && high !== low + 1))
  )
    throw new Damage('a scan header is invalid');
  const components = Array.from({ length: count }, (_, i) => {
    const id = content[1 + 2 * i]!;
    const component = frame.components.find((one) => one.id === id);
    if (!component) throw new Damage('a scan is for a colour that the image does not have');
    if (!tables.quantization[component.quantization]) throw new Damage('a quantization table is missing');
    learn(component, isProgressive ? { from, to, high, low } : { from: 0, to: 63, high: 0, low: 0 });
    const selector = content[2 + 2 * i]!;
    const [dc, ac] = [tables.dc[selector >> 4], tables.ac[selector & 15]];
    const needsDc = !isProgressive || (from === 0 && high === 0);
    const needsAc = !isProgressive || from > 0;
    if ((needsDc && !dc) || (needsAc && !ac)) throw new Damage('a table of codes is missing');
    return { component, dc, ac };
  });
  if (new Set(components.map(({ component }) => component)).size < count) throw new Damage('a scan header is invalid');
  const blocks = components.reduce((sum, { component }) => sum + component.across * component.down, 0);
  if (count > 1 && blocks > mostBlocks) throw new Damage('a scan has too many blocks in a unit');
  return { components, from, to, high, isProgressive, unitColumns, unitRows, restartInterval: tables.restartInterval };
}

/** Notes a scan: each coefficient comes once, then bit by bit. */
function learn(
  { known }: JpegComponent,
  { from, to, high, low }: Pick<JpegScan, 'from' | 'to' | 'high'> & { readonly low: number },
): void {
  for (let k = from; k <= to; k++) {
    if (high === 0 ? known[k]! >= 0 : known[k] !== high) throw new Damage('its scans are out of order');
    known[k] = low;
  }
}
