import { openSync } from 'fontkit';
import { face, type Weight } from './fonts.js';
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
