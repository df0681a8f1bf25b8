import { labelsOf } from '../labels/labels.js';
import { footerColumns } from '../sheets/seller-block.js';
import { aSeller } from '../testing/a-printable-invoice.js';
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

  it.each(['ar', 'he'] as const)(
    'keeps a number behind a word of ours whole, in %s',
    (language) => {
      const seller = aSeller({
        registrationNumber: '99-1',
        taxRegistrations: [{ number: '12-3456789', country: 'US' }],
      });
      const columns = footerColumns(seller, language, labelsOf(language));
      const drawn = columns.flat().map((line) => runs(line, 'rtl').map(([, text]) => text));
      expect(drawn.map(([first]) => first)).toEqual(expect.arrayContaining(['99-1', '12-3456789']));
    },
  );

  it('takes no orders from overrides hidden in it', () => {
    expect(runs('pay \u202e001\u202c EUR')).toEqual([['latin', 'pay 001 EUR']]);
  });

  it('joins Arabic letters', () => {
    const [run] = shapeText('بيت', 'regular', 'auto').runs;
    const apart = [...'بيت'].map((letter) => shapeText(letter, 'regular', 'auto').width);
    expect(run?.width).toBeLessThan(apart.reduce((sum, width) => sum + width, 0));
  });
});

describe('digits', () => {
  /** Arabic and Persian digits share glyphs, which know the one or the other. */
  const fold = (text: string) =>
    text.replaceAll(/[۰-۹]/g, (digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) - 0x90));
  /** The characters as they stand on the page, from left to right. */
  const drawn = (text: string, direction: 'ltr' | 'rtl' | 'auto' = 'auto') => {
    const seen = shapeText(text, 'regular', direction)
      .runs.flatMap(({ face, text: own }) => face.font.layout(own, []).glyphs)
      .flatMap(({ codePoints }) => codePoints.map((each) => String.fromCodePoint(each)));
    return fold(seen.join(''));
  };

  it.each([
    ['Arabic', '١٢٣٤٥٦٧٨٩٠'],
    ['Persian and Urdu', '۱۲۳۴۵۶۷۸۹۰'],
    ['of Hindi', '१२३४५६७८९०'],
    ['of the West', '1234567890'],
    ['Japanese', '１２３４５'],
    ['Arabic, with separators', '١٬٢٣٤٫٥٦'],
    ['Persian, with separators', '۱٬۲۳۴٫۵۶'],
    ['Arabic, as a date', '٢٣/١١/٢٠٢٦'],
  ])('%s stand in their order, whatever is around them', (_, digits) => {
    for (const direction of ['auto', 'rtl', 'ltr'] as const) {
      expect(drawn(digits, direction)).toBe(fold(digits));
      for (const text of [`رد ${digits} د`, `to ${digits}, left`, `א ${digits} ב`]) {
        expect(drawn(text, direction)).toContain(fold(digits));
      }
    }
    expect(drawn(`\u2067د ${digits}\u2069 net`)).toContain(fold(digits));
  });

  it('follow Arabic words to their left, and lead them to their right', () => {
    expect(drawn('١٢ د')).toBe('د ١٢');
    expect(drawn('د ١٢')).toBe('١٢ د');
    expect(drawn('د ١٢ ر ٣٤')).toBe('٣٤ ر ١٢ د');
  });

  it('keep percent and sign where the writing has them', () => {
    expect(drawn('د ١٢٪')).toBe('٪١٢ د');
    expect(drawn('د ۱۲٪')).toBe('٪١٢ د');
    expect(drawn('د \u2066-١٢\u2069')).toBe('-١٢ د');
    expect(drawn('د \u2066-۱۲\u2069')).toBe('-١٢ د');
    expect(drawn('د ١٢-٣٤')).toBe('٣٤-١٢ د');
  });

  it('as many as there are, take the room of each', () => {
    const one = shapeText('١', 'regular', 'rtl').width;
    expect(shapeText('١١١', 'regular', 'rtl').width).toBeCloseTo(3 * one, 6);
  });
});

describe('references of the law within words from the right', () => {
  const drawn = (text: string) =>
    shapeText(text, 'regular', 'rtl')
      .runs.flatMap(({ face, text: own }) => face.font.layout(own, []).glyphs)
      .flatMap(({ codePoints }) => codePoints.map((each) => String.fromCodePoint(each)))
      .join('');

  it.each([
    ['Arabic', labelsOf('ar')],
    ['Hebrew', labelsOf('he')],
  ])('are read from the left in every label: %s', (_, labels) => {
    const article = labels.directiveArticle.replace('{article}', '196');
    const sentence = `${labels.reverseCharge} (${article})`;
    for (const text of [...Object.values(labels), article, sentence]) {
      const references = text.match(/[A-Za-z0-9]+(?:[ ./-][A-Za-z0-9]+)*/g) ?? [];
      for (const reference of references) expect(drawn(text)).toContain(reference);
    }
    expect(drawn(sentence)).toContain('Reverse charge');
    expect(drawn(sentence)).toMatch(/^\(2006\/112\/EC /);
  });
});

describe('breaking lines', () => {
  const wrap = (text: string, width: number) => wrapText(text, 'regular', 'auto', width);

  it('goes on in the direction of its paragraph, whatever it begins with', () => {
    expect(wrap('רישיון Office 2026 לחמישה', 4)).toEqual([
      'רישיון',
      '\u200fOffice',
      '\u200f2026',
      'לחמישה',
    ]);
    expect(wrap('Licence שלום 2026', 4)).toEqual(['Licence', '\u200eשלום', '2026']);
    expect(wrap('Licence 2026 for five', 4)).not.toContain('\u200e2026');
  });

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
