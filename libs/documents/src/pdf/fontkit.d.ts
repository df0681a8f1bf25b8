declare module 'fontkit' {
  export interface Glyph {
    readonly id: number;
    readonly codePoints: readonly number[];
    readonly advanceWidth: number;
  }

  export interface GlyphBox {
    readonly minX: number;
    readonly minY: number;
    readonly maxX: number;
    readonly maxY: number;
  }

  export interface GlyphPosition {
    xAdvance: number;
    yAdvance: number;
    xOffset: number;
    yOffset: number;
  }

  export interface GlyphRun {
    readonly glyphs: readonly Glyph[];
    readonly positions: readonly GlyphPosition[];
    readonly advanceWidth: number;
  }

  /** As the writer of a part of a font is inside: its version is pinned, and a test draws by it. */
  export interface Subset {
    /** By their place in the file. */
    readonly glyphs: unknown[];
    readonly glyf: Buffer[];
    readonly loca: { readonly offsets: number[] };
    readonly hmtx: { readonly metrics: { advance: number; bearing: number }[] };
    offset: number;
    includeGlyph(glyph: unknown): number;
    _addGlyph(glyph: unknown): number;
  }

  export interface Font {
    /** Those it has made, with the characters that each was made for. */
    _glyphs: object;
    readonly unitsPerEm: number;
    readonly postscriptName: string;
    readonly familyName: string;
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): Glyph;
    getGlyph(id: number): { readonly bbox: GlyphBox };
    createSubset(): Subset;
    layout(
      text: string,
      features?: readonly string[],
      script?: string,
      language?: string,
      direction?: 'ltr' | 'rtl',
    ): GlyphRun;
  }

  export function openSync(path: string): Font;
  /** Of a font inside a file, as far as tests look into it. */
  export function create(bytes: Buffer): {
    readonly hmtx: { readonly metrics: { toArray(): readonly { readonly advance: number }[] } };
    readonly head: { readonly unitsPerEm: number };
  };
}
