// What the dialog of pictures asks, and what a person answers.

export interface ChosenPicture {
  /** Its name in the pages. */
  readonly src: string;
  /** What it shows. Empty: it is decoration. */
  readonly alt: string;
}

/** What the dialog begins with. */
export interface PictureStart {
  /** The name of a picture. */
  readonly src?: string | undefined;
  /** Undefined: it was not said yet. */
  readonly alt?: string | undefined;
  /** A file that was dropped or pasted. */
  readonly file?: File | undefined;
}

/** A question that the dialog asks. */
export interface PictureQuestion {
  readonly start: PictureStart;
  readonly asksAlt: boolean;
  readonly answer: (chosen: ChosenPicture | undefined) => void;
}
