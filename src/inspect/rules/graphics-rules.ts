// Colours, pictures and transparency.
import { asDict, type Dict, Name, Stream, type Value } from '../../pdf-file/objects.ts';
import type { OpenedPdf } from '../opened-pdf.ts';
import { a2and3, type Broken, brokenIf, type Clauses, type Rule } from './rule.ts';

interface ColorProfile {
  readonly deviceClass: string;
  readonly space: string;
  readonly major: number;
}

/** ICC.1, 7.2: the header of a profile. */
function readProfile(stream: Stream | undefined): ColorProfile | undefined {
  const bytes = stream?.decode();
  if (!bytes || bytes.length < 128) return undefined;
  const tag = (at: number) =>
    Buffer.from(bytes.buffer, bytes.byteOffset + at, 4)
      .toString('latin1')
      .trim();
  return { deviceClass: tag(12), space: tag(16), major: bytes[8]! };
}

const intentsOf = ({ file }: OpenedPdf): Dict[] => file.catalog.list('OutputIntents').flatMap((one) => asDict(one) ?? []);
const archiveIntent = (opened: OpenedPdf): Dict | undefined => intentsOf(opened).find((one) => one.name('S') === 'GTS_PDFA1');
const outputSpace = (opened: OpenedPdf): string | undefined =>
  readProfile(archiveIntent(opened)?.stream('DestOutputProfile'))?.space;

const deviceRule = (device: string, space: string | undefined, clauses: Clauses): Rule => ({
  clauses,
  says: `Device${device} needs an output intent${space === undefined ? '' : ` of ${space}`}.`,
  find(opened) {
    const page = opened.log.deviceColors.get(device);
    const outputIntentSpace = outputSpace(opened);
    const isBroken =
      page !== undefined && (outputIntentSpace === undefined || (space !== undefined && outputIntentSpace !== space));
    return brokenIf(isBroken, `Device${device} paints, and the output intent is ${outputIntentSpace ?? 'missing'}`, page);
  },
});

type DictTest = (dict: Dict) => string | undefined;

const ofEach = (pick: (opened: OpenedPdf) => ReadonlyMap<Dict, number>, test: DictTest) =>
  function* find(opened: OpenedPdf): Iterable<Broken> {
    for (const [dict, page] of pick(opened)) {
      const message = test(dict);
      if (message !== undefined) yield { message, page };
    }
  };
const ofImages = (test: DictTest) => ofEach(({ log }) => log.images, test);
const ofForms = (test: DictTest) => ofEach(({ log }) => log.formDicts, test);
const ofStates = (test: DictTest) => ofEach(({ log }) => log.states, test);

const isOne = (value: number | undefined): boolean => value === undefined || Math.abs(value - 1) < 0.000001;

const blendModes = new Set(
  'Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion Hue Saturation Color Luminosity'.split(
    ' ',
  ),
);

const namesOf = (dict: Dict, entry: string): string[] =>
  dict.rawItems(entry).flatMap((one) => {
    const name = dict.resolve(one);
    return name instanceof Name ? [name.name] : [];
  });

const hasTransparency = ({ log }: OpenedPdf): boolean =>
  [...log.states.keys()].some(
    (state) => !isOne(state.number('CA')) || !isOne(state.number('ca')) || state.dict('SMask') !== undefined,
  ) || [...log.images.keys()].some((image) => image.has('SMask'));

export const graphicsRules: readonly Rule[] = [
  {
    clauses: { 'A-1': '6.2.2-1', ...a2and3('6.2.3-1'), 'A-4': '6.2.3-1' },
    says: 'The profile of the output intent is of a printer or monitor, in RGB, CMYK or Gray.',
    *find(opened) {
      for (const intent of intentsOf(opened)) {
        const stream = intent.stream('DestOutputProfile');
        const profile = readProfile(stream);
        const isRight =
          profile &&
          ['prtr', 'mntr'].includes(profile.deviceClass) &&
          ['RGB', 'CMYK', 'GRAY'].includes(profile.space) &&
          stream?.dict.number('N') === { RGB: 3, CMYK: 4, GRAY: 1 }[profile.space];
        if (stream && !isRight)
          yield { message: 'The profile of an output intent is not of a printer or monitor, or has a wrong N' };
      }
    },
  },
  {
    clauses: { 'A-1': '6.2.2-2', ...a2and3('6.2.3-2'), 'A-4': '6.2.3-2' },
    says: 'All output intents have the same profile.',
    find: (opened) =>
      brokenIf(
        new Set(intentsOf(opened).flatMap((one) => one.stream('DestOutputProfile') ?? [])).size > 1,
        'Output intents differ',
      ),
  },
  deviceRule('RGB', 'RGB', { 'A-1': '6.2.3.3-1', ...a2and3('6.2.4.3-2'), 'A-4': '6.2.4.3-2' }),
  deviceRule('CMYK', 'CMYK', { 'A-1': '6.2.3.3-2', ...a2and3('6.2.4.3-3'), 'A-4': '6.2.4.3-3' }),
  deviceRule('Gray', undefined, { 'A-1': '6.2.3.3-3', ...a2and3('6.2.4.3-4'), 'A-4': '6.2.4.3-4' }),
  {
    clauses: { 'A-1': '6.2.3.2-2', ...a2and3('6.2.4.2-1'), 'A-4': '6.2.4.2-1' },
    says: 'The profile of a colour space fits its number of colours.',
    *find({ file, log }) {
      for (const [space, page] of log.colorSpaces) {
        const parts = Array.isArray(space) ? (space as readonly Value[]).map(file.resolve) : [];
        const [kind, stream] = parts;
        if (!(kind instanceof Name) || kind.name !== 'ICCBased') continue;
        const profile = stream instanceof Stream ? readProfile(stream) : undefined;
        const count = { GRAY: 1, RGB: 3, Lab: 3, CMYK: 4 }[profile?.space ?? ''];
        if (count === undefined || (stream as Stream).dict.number('N') !== count)
          yield { message: 'The profile of a colour space is damaged, or has another number of colours', page };
      }
    },
  },
  {
    clauses: { 'A-1': '6.2.4-1', ...a2and3('6.2.8-1'), 'A-4': '6.2.7.1-1' },
    says: 'No image has alternates.',
    find: ofImages((image) => (image.has('Alternates') ? 'An image has Alternates' : undefined)),
  },
  {
    clauses: { 'A-1': '6.2.4-3', ...a2and3('6.2.8-3'), 'A-4': '6.2.7.1-3' },
    says: 'No image asks to be interpolated.',
    find: ofImages((image) =>
      image.boolean('Interpolate') === true || image.boolean('I') === true ? 'An image has Interpolate true' : undefined,
    ),
  },
  {
    clauses: { 'A-1': '6.2.4-4', ...a2and3('6.2.8-4'), 'A-4': '6.2.7.1-4' },
    says: 'An image has 1, 2, 4, 8 or 16 bits for a colour; in PDF/A-1 not 16.',
    find(opened) {
      const allowed = opened.claims.a?.part === 1 ? [1, 2, 4, 8] : [1, 2, 4, 8, 16];
      return ofImages((image) => {
        const bits = image.number('BitsPerComponent');
        return bits === undefined || allowed.includes(bits) ? undefined : `An image has ${bits} bits for a colour`;
      })(opened);
    },
  },
  {
    clauses: { 'A-1': '6.2.6-1', ...a2and3('6.2.9-2'), 'A-4': '6.2.8.2-1', 'UA-1': '7.20-1' },
    matterhorn: '30-001',
    says: 'No form refers to another file.',
    find: ofForms((form) => (form.has('Ref') ? 'A form refers to another file' : undefined)),
  },
  {
    clauses: { 'A-1': '6.2.8-1', ...a2and3('6.2.5-1'), 'A-4': '6.2.5-1' },
    says: 'No graphics state has a transfer function.',
    find: ofStates((state) =>
      state.has('TR') || (state.has('TR2') && state.name('TR2') !== 'Default')
        ? 'A graphics state has a transfer function'
        : undefined,
    ),
  },
  {
    clauses: { 'A-1': '6.4-1' },
    says: 'No graphics state has a soft mask.',
    find: ofStates((state) =>
      state.has('SMask') && state.name('SMask') !== 'None' ? 'A graphics state has a soft mask' : undefined,
    ),
  },
  {
    clauses: { 'A-1': '6.4-2' },
    says: 'No image has a soft mask.',
    find: ofImages((image) => (image.has('SMask') ? 'An image has a soft mask' : undefined)),
  },
  {
    clauses: { 'A-1': '6.4-3' },
    says: 'Neither pages nor forms are transparency groups.',
    *find(opened) {
      for (const { dict, number } of opened.pages)
        if (dict.dict('Group')?.name('S') === 'Transparency') yield { message: 'The page is a transparency group', page: number };
      yield* ofForms((form) => (form.dict('Group')?.name('S') === 'Transparency' ? 'A form is a transparency group' : undefined))(
        opened,
      );
    },
  },
  {
    clauses: { 'A-1': '6.4-4' },
    says: 'The blend mode is Normal.',
    find: ofStates((state) => {
      const mode = namesOf(state, 'BM').find((name) => name !== 'Normal' && name !== 'Compatible');
      return mode && `A graphics state has the blend mode ${mode}`;
    }),
  },
  {
    clauses: { 'A-1': '6.4-5' },
    says: 'Nothing is painted with opacity below 1.',
    find: ofStates((state) =>
      isOne(state.number('CA')) && isOne(state.number('ca')) ? undefined : 'A graphics state has an opacity below 1',
    ),
  },
  {
    clauses: { ...a2and3('6.2.10-1'), 'A-4': '6.2.9-1' },
    says: 'Each blend mode is a mode of the standard.',
    find: ofStates((state) => {
      const mode = namesOf(state, 'BM').find((name) => !blendModes.has(name));
      return mode && `A graphics state has the unknown blend mode ${mode}`;
    }),
  },
  {
    clauses: { ...a2and3('6.2.10-2'), 'A-4': '6.2.9-2' },
    says: 'Transparency needs an output intent, or a colour space of the page group.',
    find: (opened) =>
      brokenIf(
        hasTransparency(opened) &&
          outputSpace(opened) === undefined &&
          opened.pages.some(({ dict }) => !dict.dict('Group')?.has('CS')),
        'The file has transparency, and neither an output intent nor a colour space of the page group',
      ),
  },
];
