import type { Sheet } from '../sheets/sheet.js';
import { Canvas, GREY, INK, type Span, type TextStyle } from './canvas.js';
import { footHeight } from './paint-foot.js';

export const MARGIN = 50;
const TOP = 46;
/** Above and below the rule of what later pages begin with. */
const HEAD_HALF = 16;
const SMALL: TextStyle = { size: 8.5, color: GREY };

/** Goes down the pages of a sheet, from one to the next. */
export class Flow {
  /** Where the next thing is drawn. */
  y = TOP;
  /** Up to where a page may be filled. */
  readonly bottom: number;
  readonly body: Span;

  constructor(
    readonly canvas: Canvas,
    readonly sheet: Sheet,
  ) {
    this.body = { start: MARGIN, width: canvas.width - 2 * MARGIN };
    this.bottom = canvas.height - footHeight(canvas, sheet);
  }

  /** The room that is left on the page. */
  get room(): number {
    return this.bottom - this.y;
  }

  /** The room of a page on which nothing stands yet but what later pages begin with. */
  get pageRoom(): number {
    return this.bottom - TOP - 2 * HEAD_HALF;
  }

  /** Goes to the next page when less than that is left; true when it did. */
  need(height: number): boolean {
    if (height <= this.room) return false;
    this.next();
    return true;
  }

  next(): void {
    this.canvas.document.addPage();
    this.y = TOP;
    this.head();
  }

  /** Part of the body, from a share of its width on. */
  part(from: number, share: number): Span {
    const { start, width } = this.body;
    return { start: start + width * from, width: width * share };
  }

  /** What later pages begin with. */
  private head(): void {
    const { seller, title, number } = this.sheet;
    const half = this.part(0, 0.5);
    const [name = ''] = this.canvas.wrap(seller.name, SMALL, half.width);
    this.canvas.line(name, half, this.y, SMALL);
    const right = this.part(0.5, 0.5);
    const style: TextStyle = { ...SMALL, align: 'end', color: INK };
    this.canvas.line(`${title} ${number}`, right, this.y, style);
    this.y += HEAD_HALF;
    this.canvas.rule(this.body, this.y);
    this.y += HEAD_HALF;
  }
}
