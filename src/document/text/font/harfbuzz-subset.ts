// Makes font files of font files with the subsetter of HarfBuzz: one without axes, or one with some characters.
import { onDemand } from '../../on-demand.ts';
import { DamagedTable } from './byte-reader.ts';
import type { AxisValues } from './variation-axes.ts';

/** Both raise DamagedTable. */
interface FontMaker {
  /** The font with all axes at the values, or at their defaults. */
  instance(bytes: Uint8Array, axes: AxisValues): Uint8Array;
  /** The font with the glyphs of some characters, under their own ids, and with its character map. */
  keep(bytes: Uint8Array, characters: readonly number[]): Uint8Array;
}

/** The subsetter of HarfBuzz, which comes with harfbuzzjs. Only for work inside of `withDemanded`. */
export const fontMaker = onDemand('fonts made of others', async ({ libraryFile }) =>
  openMaker(await WebAssembly.compile(await libraryFile('harfbuzzjs/dist/harfbuzz-subset.wasm'))),
);

/** The functions of harfbuzz-subset.wasm in use: https://harfbuzz.github.io/harfbuzz-hb-subset.html. Objects are addresses in its memory. */
interface Subsetter {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(length: number): number;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_get_length(blob: number): number;
  hb_blob_get_data(blob: number, length: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_reference_blob(face: number): number;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_keep_everything(input: number): void;
  hb_subset_input_get_flags(input: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_unicode_set(input: number): number;
  hb_subset_input_set(input: number, kind: number): number;
  hb_set_add(set: number, value: number): void;
  hb_subset_input_pin_all_axes_to_default(input: number, face: number): number;
  hb_subset_input_pin_axis_location(input: number, face: number, tag: number, value: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

/** HB_SUBSET_FLAGS_… */
const noHinting = 0x0001;
const retainGids = 0x0002;
const notdefOutline = 0x0040;
const noLayoutClosure = 0x0200;
/** HB_SUBSET_SETS_DROP_TABLE_TAG */
const dropTables = 3;

/** Tables without use in a font that nobody shapes with, and pictures of characters, which PDF cannot hold. */
const shapingTables = ['GSUB', 'GPOS', 'GDEF', 'BASE', 'MATH', 'kern', 'COLR', 'CPAL', 'CBDT', 'CBLC', 'sbix', 'SVG '];

/** An instance of the module serves one font: its memory never shrinks, and a fault may leave it unusable. */
function openMaker(module: WebAssembly.Module): FontMaker {
  const make = (bytes: Uint8Array, what: { cannot: string; remedy: string }, ask: Ask): Uint8Array => {
    const { cannot, remedy } = what;
    try {
      return subset(new WebAssembly.Instance(module, {}).exports as unknown as Subsetter, bytes, what, ask);
    } catch (cause) {
      if (!(cause instanceof WebAssembly.RuntimeError)) throw cause;
      throw new DamagedTable(`is damaged or too large, so that ${cannot}. ${remedy}`, { cause });
    }
  };
  return {
    instance: (bytes, axes) =>
      make(bytes, { cannot: 'its axes cannot be set', remedy: 'Use a static font.' }, (hb, input, face) => {
        hb.hb_subset_input_keep_everything(input);
        hb.hb_subset_input_set_flags(input, hb.hb_subset_input_get_flags(input) | noHinting | retainGids);
        hb.hb_subset_input_pin_all_axes_to_default(input, face);
        for (const [tag, value] of Object.entries(axes)) hb.hb_subset_input_pin_axis_location(input, face, toNumber(tag), value);
      }),
    keep: (bytes, characters) =>
      make(bytes, { cannot: 'form fields cannot use it', remedy: 'Use another font.' }, (hb, input) => {
        hb.hb_subset_input_set_flags(input, noHinting | retainGids | notdefOutline | noLayoutClosure);
        const kept = hb.hb_subset_input_unicode_set(input);
        for (const character of characters) hb.hb_set_add(kept, character);
        const dropped = hb.hb_subset_input_set(input, dropTables);
        for (const tag of shapingTables) hb.hb_set_add(dropped, toNumber(tag));
      }),
  };
}

/** Says what the made font holds. */
type Ask = (hb: Subsetter, input: number, face: number) => void;

function subset(
  hb: Subsetter,
  bytes: Uint8Array,
  { cannot, remedy }: { readonly cannot: string; readonly remedy: string },
  ask: Ask,
): Uint8Array {
  hb._initialize();
  const data = hb.malloc(bytes.length);
  const face = data && hb.hb_face_create(hb.hb_blob_create(copy(hb, bytes, data), bytes.length, 0, 0, 0), 0);
  const input = hb.hb_subset_input_create_or_fail();
  if (!face || !input) throw new DamagedTable(`is too large, so that ${cannot}. ${remedy}`);
  ask(hb, input, face);
  const made = hb.hb_subset_or_fail(face, input);
  if (!made) throw new DamagedTable(`is built so that ${cannot}. ${remedy}`);
  const blob = hb.hb_face_reference_blob(made);
  const start = hb.hb_blob_get_data(blob, 0);
  return new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(blob));
}

function copy(hb: Subsetter, bytes: Uint8Array, to: number): number {
  new Uint8Array(hb.memory.buffer).set(bytes, to);
  return to;
}

const toNumber = (tag: string): number => [...tag].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0);
