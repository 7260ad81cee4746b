// Sets the axes of a variable font with the subsetter of HarfBuzz, which gives a font file without axes.
import { onDemand } from '../../on-demand.ts';
import { DamagedTable } from './byte-reader.ts';
import type { AxisValues } from './variation-axes.ts';

/** The font with all axes at the values, or at their defaults. Raises DamagedTable. */
type InstanceFont = (bytes: Uint8Array, axes: AxisValues) => Uint8Array;

/** The subsetter of HarfBuzz, which comes with harfbuzzjs. Only for work inside of `withDemanded`. */
export const instancer = onDemand('variable fonts', async ({ libraryFile }) =>
  openInstancer(await WebAssembly.compile(await libraryFile('harfbuzzjs/dist/harfbuzz-subset.wasm'))),
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
  hb_subset_input_pin_all_axes_to_default(input: number, face: number): number;
  hb_subset_input_pin_axis_location(input: number, face: number, tag: number, value: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

/** HB_SUBSET_FLAGS_NO_HINTING and RETAIN_GIDS. */
const flags = 0x0001 | 0x0002;

/** An instance of the module serves one font: its memory never shrinks, and a fault may leave it unusable. */
function openInstancer(module: WebAssembly.Module): InstanceFont {
  return (bytes, axes) => {
    try {
      return instance(new WebAssembly.Instance(module, {}).exports as unknown as Subsetter, bytes, axes);
    } catch (cause) {
      if (!(cause instanceof WebAssembly.RuntimeError)) throw cause;
      throw new DamagedTable('is damaged or too large, so that its axes cannot be set. Use a static font.', { cause });
    }
  };
}

function instance(hb: Subsetter, bytes: Uint8Array, axes: AxisValues): Uint8Array {
  hb._initialize();
  const data = hb.malloc(bytes.length);
  const face = data && hb.hb_face_create(hb.hb_blob_create(copy(hb, bytes, data), bytes.length, 0, 0, 0), 0);
  const input = hb.hb_subset_input_create_or_fail();
  if (!face || !input) throw new DamagedTable('is too large, so that its axes cannot be set. Use a static font.');
  hb.hb_subset_input_keep_everything(input);
  hb.hb_subset_input_set_flags(input, hb.hb_subset_input_get_flags(input) | flags);
  hb.hb_subset_input_pin_all_axes_to_default(input, face);
  for (const [tag, value] of Object.entries(axes)) hb.hb_subset_input_pin_axis_location(input, face, toNumber(tag), value);
  const made = hb.hb_subset_or_fail(face, input);
  if (!made) throw new DamagedTable('is a variable font whose axes cannot be set. Use a static font.');
  const blob = hb.hb_face_reference_blob(made);
  const start = hb.hb_blob_get_data(blob, 0);
  return new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(blob));
}

function copy(hb: Subsetter, bytes: Uint8Array, to: number): number {
  new Uint8Array(hb.memory.buffer).set(bytes, to);
  return to;
}

const toNumber = (tag: string): number => [...tag].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0);
