import { shapeText } from './shape-text.js';
import { wrapText } from './wrap-text.js';

/** The runs from left to right, each with the font that draws it. */
const runs = (text: string, direction: 'ltr' | 'rtl' | 'auto' = 'auto') =>
  shapeText(text, 'regular', direction).runs.map(({ face, text: own }) => [
    face.key.replace('-regular', ''),
    own,
  ]);

describe('a line of text', () => {
  it('is drawn with a font for each script', () => {
    expect(runs('INV 請求書 नमस्ते')).toEqual([
      ['latin', 'INV '],
      ['japanese', '請求書 '],
      ['devanagari', 'नमस्ते'],
    ]);
  });

  it('turns what is read from the right, and not the numbers in it', () => {
    expect(runs('فاتورة 42 مدفوعة')).toEqual([
      ['arabic', 'مدفوعة'],
      ['latin', ' '],
      ['latin', '42'],
      ['arabic', 'فاتورة '],
    ]);
  });

  it('turns brackets with the words they hold', () => {
    expect(runs('שלום (א)').map(([, text]) => text)).toEqual(['(', 'א', ')', 'שלום ']);
  });

  it('keeps the sign before a number among words from the right', () => {
    const texts = runs('الخصم \u2066-10.00\u2069').map(([, text]) => text);
    expect(texts).toEqual(['-10.00', 'الخصم ']);
  });

  it('takes no orders from overrides hidden in it', () => {
    expect(runs('pay \u202e001\u202c EUR')).toEqual([['latin', 'pay 001 EUR']]);
  });

  it('joins Arabic letters', () => {
    const [run] = shapeText('بيت', 'regular', 'auto').runs;
    const apart = [...'بيت'].map((letter) => shapeText(letter, 'regular', 'auto').width);
    expect(run?.width).toBeLessThan(apart.reduce((sum, width) => sum + width, 0));
  });
});

describe('breaking lines', () => {
  const wrap = (text: string, width: number) => wrapText(text, 'regular', 'auto', width);

  it('breaks at blanks and keeps every word', () => {
    const lines = wrap('one two three four five six seven', 8);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join(' ')).toBe('one two three four five six seven');
    for (const line of lines) {
      expect(shapeText(line, 'regular', 'auto').width).toBeLessThanOrEqual(8.01);
    }
  });

  it('breaks Japanese anywhere but before a full stop', () => {
    const lines = wrap('二階までの搬入。初回清掃を含む。', 8);
    expect(lines.join('')).toBe('二階までの搬入。初回清掃を含む。');
    for (const line of lines) expect(line).not.toMatch(/^。/);
  });

  it('keeps the breaks that were written', () => {
    expect(wrap('a\nb\r\n\nc', 50)).toEqual(['a', 'b', '', 'c']);
  });
});
