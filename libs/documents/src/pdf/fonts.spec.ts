import { openSync } from 'fontkit';
import { face, facePath, type Weight } from './fonts.js';
import type { DrawnGlyph } from './said-subset.js';

/** The same font without anything remembered. */
function plainFont(weight: Weight) {
  const style = weight === 'bold' ? '600SemiBold' : '400Regular';
  return openSync(require.resolve(`@expo-google-fonts/noto-sans/${style}/NotoSans_${style}.ttf`));
}

/** A glyph that has another letter as well is numbered by what it draws. */
const drawn = ({ id }: { readonly id: unknown }) =>
  typeof id === 'object' ? (id as DrawnGlyph).parts[0]?.id : id;

describe('letters put together from pairs', () => {
  it.each([
    'AVATAR To. Ty, LTD. W.A.',
    'Wartung „Größe“ – fünf Öfen',
    'Łódź, čeština, İstanbul, œuvre, fi fl ffi',
    'Τιμολόγιο ΑΥΤΟ',
    'Счёт-фактура ГОСТ',
    'file—office “quoted” … €',
  ])('stand as the font itself puts them: %s', (text) => {
    for (const weight of ['regular', 'bold'] as const) {
      const own = face('latin', weight).font.layout(text);
      const whole = plainFont(weight).layout(text);
      expect(own.glyphs.map(drawn)).toEqual(whole.glyphs.map(({ id }) => id));
      expect(own.positions.map(({ xAdvance }) => xAdvance)).toEqual(
        whole.positions.map(({ xAdvance }) => xAdvance),
      );
      expect(own.advanceWidth).toBe(whole.advanceWidth);
    }
  });

  it('are handed out anew, since they are changed by whoever writes the file', () => {
    const { font } = face('latin', 'regular');
    const [first] = font.layout('AV').positions;
    if (first) first.xAdvance = 0;
    expect(font.layout('AV').positions[0]?.xAdvance).toBeGreaterThan(0);
  });
});

describe('a text', () => {
  it('is shaped as it is alone, whatever was drawn before', () => {
    const { font } = face('devanagari', 'bold');
    for (const { id } of font.layout('आपूर्ति').glyphs) {
      // As the writer of a file does, who looks at what glyphs are put together of.
      for (const part of (id as unknown as DrawnGlyph).parts)
        expect(font.getGlyph(part.id).bbox).toBeDefined();
    }
    const { glyphs } = font.layout('अंगूर');
    const alone = openSync(facePath('devanagari', 'bold')).layout('अंगूर');
    const parts = glyphs.flatMap(({ id }) => (id as unknown as DrawnGlyph).parts);
    expect(parts.map(({ id }) => id)).toEqual(alone.glyphs.map(({ id }) => id));
  });

  it('is of the same glyphs whichever letters these drew before', () => {
    const { font } = face('arabic', 'regular');
    const [digit] = font.layout('\u0661').glyphs;
    const [other] = font.layout('\u06f1').glyphs;
    expect([digit, other].map((glyph) => glyph && drawn(glyph))).toEqual([129, 129]);
    expect([digit?.id, other?.id]).toEqual([
      expect.objectContaining({ letters: '\u0661' }),
      expect.objectContaining({ letters: '\u06f1' }),
    ]);
  });
});
