import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { layOut } from '../sheets/lay-out.js';
import type { PrintableInvoice } from '../sheets/printable-document.js';
import { aPrintableInvoice, aPrintableLine } from '../testing/a-printable-invoice.js';
import { pdfPieces } from '../../../../test/support/texts/pdf-text.js';
import { DEEP } from '../../../../test/support/tier.js';
import { renderPdf } from './render-pdf.js';
import { readFromRight } from './strong-letters.js';

type Language = PrintableInvoice['language'];

/** What a line and the notes of an invoice say, with letters that fonts join, dot and move. */
const SAID: Readonly<Record<string, readonly [Language, string, string]>> = {
  Arabic: ['ar', 'ar-AE', 'تاريخ الفاتورة خلال ٣٠ يوماً برج ١٢ شركة لا إله'],
  Persian: ['ar', 'fa-IR', 'گزارش پرداخت چک ژاله ۱۲ شرکت زیبا'],
  Hebrew: ['he', 'he-IL', 'שירותי ייעוץ ותחזוקה שָׁלוֹם 3'],
  Hindi: ['hi', 'hi-IN', 'परामर्श सेवाएँ किष्ट शर्तें क्षेत्र प्रति दिनांक'],
  Japanese: ['ja', 'ja-JP', 'コンサルティング費用 株式会社ガ 2026年'],
  German: ['de', 'de-DE', 'Wartung der Großanlage, Office-Effekt fi ffl 5 µm'],
};

const paged = (language: Language, locale: string, description: string) =>
  renderPdf(
    layOut(
      aPrintableInvoice({
        language,
        locale,
        lines: [aPrintableLine({ description })],
        notes: description,
      }),
    ),
  );

/** As readers of the file put it: a piece from the right is drawn backwards. */
const asRead = (text: string) => (readFromRight(text) ? [...text].reverse().join('') : text);

describe.each(Object.entries(SAID))('a page in %s', (name, [language, locale, description]) => {
  it('can be copied and searched word by word', async () => {
    const [page = []] = pdfPieces(await paged(language, locale, description));
    const whole = page.map(({ text }) => asRead(text)).join('');
    for (const word of description.split(' ')) {
      expect([word, whole.split(word).length >= 3]).toEqual([word, true]);
    }
  });

  it('stands as it stood when somebody last looked at it', async ({ skip }) => {
    skip(!DEEP, 'of the deep tier');
    const [page = []] = pdfPieces(await paged(language, locale, description));
    const told = page.map(({ x, y, text }) => {
      return `${Math.round(x)} ${Math.round(y)} ${asRead(text).trim()}`;
    });
    const golden = join(__dirname, '../testing/golden', `${name.toLowerCase()}.txt`);
    if (process.env.GOLDEN === 'write') writeFileSync(golden, `${told.join('\n')}\n`);
    expect(told).toEqual(readFileSync(golden, 'utf8').trimEnd().split('\n'));
  });
});

it('draws dots and marks inside the glyph of their letter: a line is one piece', async () => {
  const pdf = await paged('ar', 'ar-AE', 'شركة الخدمات');
  const [page = []] = pdfPieces(pdf);
  expect(page.filter(({ text }) => asRead(text) === 'شركة الخدمات')).toHaveLength(2);
  // A glyph without letters would be read as whatever its number is.
  expect(page.every(({ text }) => !text.includes('\0'))).toBe(true);
});
