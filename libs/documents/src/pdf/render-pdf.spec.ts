import { layOut } from '../sheets/lay-out.js';
import type { PrintableInvoice } from '../sheets/printable-document.js';
import {
  aPrintableInvoice,
  aPrintableLine,
  aSeller,
  manyLines,
} from '../testing/a-printable-invoice.js';
import { pdfPieces, pdfText } from '../../../../test/support/texts/pdf-text.js';
import { renderPdf } from './render-pdf.js';
import { shapeText } from './shape-text.js';

const pdf = (over: Partial<PrintableInvoice> = {}) => renderPdf(layOut(aPrintableInvoice(over)));
const pages = async (over: Partial<PrintableInvoice> = {}) => pdfText(await pdf(over));

/** One transparent pixel. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

describe('a PDF', () => {
  it('says everything the document says', async () => {
    const [page = ''] = await pages({ poNumber: 'PO-77', notes: 'Thank you.' });
    const lines = page.split('\n');
    for (const text of [
      'Invoice',
      'Beispiel & Söhne GmbH',
      'VAT ID: DE123456789',
      'Harbour Coffee Ltd',
      'VAT ID: IE1234567FA',
      'INV-000042',
      '1 Mar 2026',
      '31 Mar 2026',
      'PO-77',
      'Installation',
      '49.99',
      '89.98',
      'VAT 19%',
      '17.10',
      '107.08 EUR',
      'DE02 1203 0000 0000 2020 51',
      'Thank you.',
      'Page 1 of 1',
    ]) {
      expect(lines).toContain(text);
    }
  });

  it.each([
    ['de', 'Kilogramm'],
    ['en', 'kilogram'],
    ['ja', 'キログラム'],
  ] as const)('breaks no word of a narrow column in %s', async (language, word) => {
    const [page = ''] = await pages({ language, lines: [aPrintableLine({ unit: 'KGM' })] });
    expect(page.split('\n')).toContain(word);
  });

  it('has room in the box of how to pay for a long name of who is paid', async () => {
    const seller = aSeller({ legalName: 'A company of many words '.repeat(5).trim() });
    const [page = []] = pdfPieces(await pdf({ seller, notes: 'Thank you.' }));
    const reference = page.findLast(({ text }) => text === 'INV-000042');
    const notes = page.find(({ text }) => text === 'Notes');
    expect((reference?.y ?? 0) - (notes?.y ?? 0)).toBeGreaterThan(30);
  });

  it.each(['ar', 'he', 'en'] as const)('has units below units in %s', async (language) => {
    const figures = ['10.00', '9,990.00', '120.00'];
    const lines = figures.map((figure, i) => {
      const net = BigInt(figure.replace(/\D/g, ''));
      return aPrintableLine({ position: i + 1, discount: 0n, net });
    });
    const [page = []] = pdfPieces(await pdf({ language, locale: 'en-US', lines }));
    const ends = figures.map((figure) => {
      const x = page.find(({ text }) => text === figure)?.x ?? 0;
      return (x + shapeText(figure, 'regular', 'ltr').width * 9).toFixed(1);
    });
    expect(ends).toEqual(ends.map(() => ends[0]));
  });

  it('names the country of the seller at its foot, however long the address', async () => {
    const { address } = aSeller();
    const long = { ...address, line1: 'Long street of many words '.repeat(20), country: 'CH' };
    const [page = ''] = await pages({ seller: aSeller({ address: long }) });
    expect(page.split('\n').filter((text) => text === 'Switzerland')).toHaveLength(2);
  });

  it('says what the law asks for with the taxes, before how to pay', async () => {
    const [page = ''] = await pages({ pricesIncludeTax: true, notes: 'Thank you.' });
    const at = ['Prices include tax.', 'Payment', 'Thank you.'].map((text) =>
      page.split('\n').indexOf(text),
    );
    expect(at).toEqual([...at].sort((a, b) => a - b));
    expect(at).not.toContain(-1);
  });

  it('is the same bytes every time', async () => {
    const over = {
      ...manyLines(60),
      seller: aSeller({ logo: PIXEL }),
      paymentLink: 'https://pay.example',
    };
    const [one, two] = [await pdf(over), await pdf(over)];
    expect(one.equals(two)).toBe(true);
  });

  it('is PDF/A-3 with every font inside', async () => {
    const text = (await pdf({ language: 'ja' })).toString('latin1');
    expect(text.startsWith('%PDF-1.7')).toBe(true);
    expect(text).toMatch(/<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>B</);
    expect(text).toContain('/OutputIntents');
    const descriptors = [...text.matchAll(/\/Type \/FontDescriptor[\s\S]*?endobj/g)];
    expect(descriptors.length).toBeGreaterThan(2);
    for (const [descriptor] of descriptors) expect(descriptor).toContain('/FontFile2');
    expect(text).not.toMatch(/\/Subtype \/Type1\b/);
  });

  it('is dated when its content last changed', async () => {
    expect((await pdf()).toString('latin1')).toContain('(D:20260302090000Z)');
  });

  it('holds names that mean something in XML', async () => {
    const seller = aSeller({ legalName: 'Nuts <&> Bolts' });
    const text = (await pdf({ seller })).toString('utf8');
    const metadata = text.slice(text.indexOf('<x:xmpmeta'), text.indexOf('</x:xmpmeta>'));
    expect(metadata).toContain('Nuts  ＆  Bolts');
    expect((await pages({ seller }))[0]).toContain('Nuts <&> Bolts');
  });
});

describe('a table over several pages', () => {
  it('repeats its head and carries its sum from page to page', async () => {
    const all = await pages(manyLines(100));
    expect(all.length).toBeGreaterThan(3);
    const sumAfter = (label: string, page = '') =>
      new RegExp(`${label}\\n([\\d,.]+)`).exec(page)?.[1];
    let lines = 0;
    all.forEach((page, i) => {
      expect(page).toContain(`Page ${i + 1} of ${all.length}`);
      const here = [...page.matchAll(/Seat licence \d+/g)].length;
      expect(page.includes('Unit price')).toBe(here > 0);
      lines += here;
      const forward = sumAfter('Carried forward', page);
      if (forward === undefined) return;
      expect(forward).toBe(`${(lines * 10).toLocaleString('en')}.00`);
      expect(sumAfter('Brought forward', all[i + 1])).toBe(forward);
    });
    expect(lines).toBe(100);
  });

  it.each([1, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 45])(
    'leaves no sums on a page without a line, with %i lines',
    async (count) => {
      const page = (await pages(manyLines(count))).find((each) => each.includes('Amount due'));
      expect(page).toContain(`Seat licence ${count}`);
    },
  );

  it('takes its only line along to the page of its sums', async () => {
    const description = Array.from({ length: 26 }, (_, i) => `line ${i}`).join('\n');
    const all = await pages({ lines: [aPrintableLine({ description })] });
    expect(all).toHaveLength(2);
    expect(all[1]).toContain('line 0');
    expect(all[1]).toContain('line 25');
    expect(all[1]).toContain('Amount due');
  });

  it('loses no line of a description longer than a page', async () => {
    const words = Array.from({ length: 2000 }, (_, i) => `word${i}`);
    const lines = [aPrintableLine({ description: words.join(' ') })];
    const text = (await pages({ lines })).join('\n').replace(/\n/g, ' ');
    for (const word of words) expect(text).toContain(word);
  });

  it('never breaks a figure', async () => {
    const huge = 10n ** 15n;
    const lines = [aPrintableLine({ unitPrice: '9999999999999.123456', net: huge, total: huge })];
    const [page = ''] = await pages({ lines, subtotal: huge, total: huge, balance: huge });
    expect(page.split('\n')).toEqual(
      expect.arrayContaining(['9,999,999,999,999.123456', '10,000,000,000,000.00']),
    );
    expect(page.split('\n')).toContain('10,000,000,000,000.00 EUR');
  });

  it('cuts a long word with a hyphen, and a code without', async () => {
    const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.repeat(2);
    const code = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.repeat(3);
    const lines = [aPrintableLine({ description: `${word} ${code}` })];
    const said = (await pages({ lines, language: 'de' })).join('').replaceAll('\n', '');
    expect(said).toContain(code);
    expect(said).not.toContain(word);
    expect(said.replaceAll('-', '')).toContain(word);
  });

  it('cuts what has no blanks', async () => {
    const description = 'x'.repeat(500);
    const text = (await pages({ lines: [aPrintableLine({ description })] })).join('');
    expect(text.match(/x{3,}/g)?.join('').length).toBe(500);
  });
});

describe('a language from right to left', () => {
  const ar = { language: 'ar', locale: 'ar-AE' } as const;

  it('stands on the other side of the page', async () => {
    const x = async (over: Partial<PrintableInvoice>, text: string) =>
      pdfPieces(await pdf(over))[0]?.find((piece) => piece.text === text)?.x ?? 0;
    // The amount of the line and the number of the document change sides.
    for (const text of ['89.98', 'INV-000042']) {
      expect(await x({}, text)).toBeGreaterThan(300);
      expect(await x(ar, text)).toBeLessThan(200);
    }
    expect(await x({}, 'Harbour Coffee Ltd')).toBeLessThan(60);
    expect(await x(ar, 'Harbour Coffee Ltd')).toBeGreaterThan(400);
  });
});

test('what no font can draw is shown as missing', async () => {
  const lines = [aPrintableLine({ description: 'Rocket 🚀 to \u0e01' })];
  expect((await pages({ lines }))[0]).toContain('Rocket \ufffd to \ufffd');
});
