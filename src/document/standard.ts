// What the standards of a document ask of its file.
import type { StandardName } from '../contract/standards.ts';

/** The standards of one document, as facts. */
export interface Standard {
  /** Empty: the document keeps no standard. */
  readonly names: readonly StandardName[];
  /** The part of PDF/A (ISO 19005) and its level as XMP writes it. */
  readonly archive: { readonly part: 1 | 2 | 3 | 4; readonly level: 'A' | 'B' | 'U' | 'F' | undefined } | undefined;
  /** The part of PDF/UA (ISO 14289). */
  readonly accessible: 1 | 2 | undefined;
  readonly pdfVersion: '1.4' | '1.7' | '2.0';
}

/** The facts of standards that go together. */
export function describeStandard(names: readonly StandardName[]): Standard {
  const archive = names.map((name) => /^PDF\/A-(\d)(\w?)$/.exec(name)).find((match) => match !== null);
  const accessible = names.map((name) => /^PDF\/UA-(\d)$/.exec(name)).find((match) => match !== null);
  const part = archive ? (Number(archive[1]) as 1 | 2 | 3 | 4) : undefined;
  const ua = accessible ? (Number(accessible[1]) as 1 | 2) : undefined;
  return {
    names,
    archive: part && { part, level: (archive![2]!.toUpperCase() || undefined) as 'A' | 'B' | 'U' | 'F' | undefined },
    accessible: ua,
    pdfVersion: part === 1 ? '1.4' : part === 4 || ua === 2 ? '2.0' : '1.7',
  };
}

export const noStandard: Standard = describeStandard([]);
