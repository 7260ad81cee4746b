/** Width and height of a sheet, in pt. */
export interface SheetSize {
  readonly width: number;
  readonly height: number;
}
