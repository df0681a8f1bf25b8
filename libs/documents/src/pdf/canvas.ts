import type { QrCode } from '../codes/qr-code.js';
import type { Weight } from './fonts.js';
import { shapeText, type TextDirection } from './shape-text.js';
import { wrapText } from './wrap-text.js';

/** Colours of the page. */
export const INK = '#1a202c';
export const GREY = '#5b6472';
export const RULE = '#d5dae1';
export const TINT = '#f3f5f8';
export const LINK = '#1f5fbf';

export interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  readonly color?: string;
  readonly align?: 'start' | 'end';
  /** `ltr` for figures; words go by their first letter. */
  readonly direction?: TextDirection;
}

/** Where something stands: from the side on which a line of the document's language begins. */
export interface Span {
  readonly start: number;
  readonly width: number;
}

/** Lines stand this far apart, in units of the font size; tall scripts need it. */
export const LEADING = 1.42;
/** From the top of a line to the foot of its letters. */
export const BASELINE = 1.06;

/** Letters are not made smaller than that for a word to fit. */
const SMALLEST = 5.5;

/**
 * Draws on the current page in points from its top. For languages from right to left everything is
 * mirrored here and nowhere else.
 */
export class Canvas {
  constructor(
    readonly document: PDFKit.PDFDocument,
    readonly direction: 'ltr' | 'rtl',
  ) {}

  get width(): number {
    return this.document.page.width;
  }

  get height(): number {
    return this.document.page.height;
  }

  /** Breaks text into lines of a width in points. */
  wrap(text: string, style: TextStyle, width: number): string[] {
    const { size, weight = 'regular', direction = 'auto' } = style;
    return wrapText(text, weight, direction, width / size);
  }

  /** How wide a text is in units of its size. */
  measure(text: string, { weight = 'regular', direction = 'auto' }: TextStyle): number {
    return shapeText(text, weight, direction).width;
  }

  /** The style in which text stands on one line of that width: figures are never broken. */
  fitted(text: string, style: TextStyle, width: number): TextStyle {
    const { size } = style;
    const wide = this.measure(text, style) * size;
    return wide <= width ? style : { ...style, size: (size * width) / wide };
  }

  /**
   * The style in which no word of the text is broken in lines of that width; its own where letters
   * would become too small to read.
   */
  fittedWords(text: string, style: TextStyle, width: number): TextStyle {
    const sizes = text.split(/\s+/).map((word) => this.fitted(word, style, width).size);
    const smallest = Math.min(...sizes);
    if (smallest === style.size || smallest < SMALLEST) return style;
    // A hair smaller: a sum of widths is not exact.
    return { ...style, size: smallest * 0.999 };
  }

  /** One line; answers where the next begins. */
  line(text: string, span: Span, top: number, style: TextStyle): number {
    const { size, weight = 'regular', color = INK, align = 'start' } = style;
    const shaped = shapeText(text, weight, style.direction ?? 'auto');
    const width = shaped.width * size;
    const start = align === 'start' ? span.start : span.start + span.width - width;
    let x = this.left({ start, width });
    this.document.fillColor(color).fontSize(size);
    for (const run of shaped.runs) {
      const own = run.width * size;
      this.document.registerFont(run.face.key, run.face.font);
      this.document.font(run.face.key).text(run.text, x, top + size * BASELINE, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...(run.whole && { features: [] }),
        // What is known need not be measured again.
        textWidth: own,
        wordCount: 1,
      });
      x += own;
    }
    return top + size * LEADING;
  }

  /** Text in as many lines as it takes; answers where the next begins. */
  text(text: string, span: Span, top: number, style: TextStyle): number {
    return this.lines(this.wrap(text, style, span.width), span, top, style);
  }

  lines(lines: readonly string[], span: Span, top: number, style: TextStyle): number {
    return lines.reduce((y, line) => this.line(line, span, y, style), top);
  }

  rule(span: Span, y: number, color = RULE, thickness = 0.6): void {
    const x = this.left(span);
    this.document
      .lineWidth(thickness)
      .strokeColor(color)
      .moveTo(x, y)
      .lineTo(x + span.width, y)
      .stroke();
  }

  box(span: Span, top: number, height: number, color = TINT): void {
    this.document.rect(this.left(span), top, span.width, height).fill(color);
  }

  /** A picture inside a box, at its starting side; answers the height it took. */
  picture(bytes: Buffer, span: Span, top: number, height: number): number {
    const opened = this.document.openImage(bytes);
    const scale = Math.min(span.width / opened.width, height / opened.height, 1);
    const [width, tall] = [opened.width * scale, opened.height * scale];
    const x = this.left({ start: span.start, width });
    this.document.image(opened, x, top, { width, height: tall });
    return tall;
  }

  /** A square code with the margin that readers need around it, as one shape. */
  code(code: QrCode, span: Span, top: number): void {
    const quiet = 2;
    const unit = span.width / (code.length + 2 * quiet);
    const left = this.left(span) + quiet * unit;
    this.document.rect(this.left(span), top, span.width, span.width).fill('#ffffff');
    code.forEach((row, y) => {
      for (let x = 0; x < row.length; x += 1) {
        if (!row[x]) continue;
        const from = x;
        while (row[x]) x += 1;
        const at = top + (quiet + y) * unit;
        this.document.rect(left + from * unit, at, (x - from) * unit, unit);
      }
    });
    this.document.fill('#000000');
  }

  /** A place of the page that opens an address. */
  link(url: string, span: Span, top: number, height: number): void {
    this.document.link(this.left(span), top, span.width, height, url);
  }

  /** Pale letters across the page, over all that stands there. */
  mark(text: string): void {
    const { document, width, height } = this;
    const shaped = shapeText(text, 'bold', 'auto');
    const size = Math.min(130, (width * 0.75) / shaped.width);
    const span = { start: (width - shaped.width * size) / 2, width: shaped.width * size };
    document.save().rotate(-45, { origin: [width / 2, height / 2] });
    document.fillOpacity(0.07);
    this.line(text, span, height / 2 - size * 0.7, { size, weight: 'bold' });
    document.restore();
  }

  private left({ start, width }: Span): number {
    return this.direction === 'ltr' ? start : this.width - start - width;
  }
}
