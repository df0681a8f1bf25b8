/** A drawing that a picture is made of. */
export interface PictureJob {
  /** Of our own making: nothing in it is loaded from anywhere. */
  readonly svg: string;
  /** Pixels of each side of the square. */
  readonly side: number;
  /** What is written in it; empty where nothing is. */
  readonly letters: string;
}
