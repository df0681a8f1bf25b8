import { DOCUMENT_LANGUAGES } from '@quittance/company';
import { pdfText } from '../../../../test/support/texts/pdf-text.js';
import { labelsOf } from '../labels/labels.js';
import { layOut } from '../sheets/lay-out.js';
import type { PrintableQuote } from '../sheets/printable-quote.js';
import { aPrintableAcceptance, aPrintableQuote } from '../testing/a-printable-quote.js';
import { renderPdf } from './render-pdf.js';

const pdf = (over: Partial<PrintableQuote> = {}) => renderPdf(layOut(aPrintableQuote(over)));
const text = async (over: Partial<PrintableQuote> = {}) => pdfText(await pdf(over)).join('\n');

/** One transparent pixel. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

describe('the PDF of a quote', () => {
  it('says what it says, its terms above where it is signed', async () => {
    const said = await text({ introduction: 'As we spoke.', terms: 'Thirty days.' });
    for (const part of ['Quote', 'Q-000042', 'Valid until', '31 Mar 2026', '107.08 EUR']) {
      expect(said).toContain(part);
    }
    const order = ['As we spoke.', 'Installation', 'Thirty days.', 'Place, date', 'Signature'];
    const places = order.map((part) => said.indexOf(part));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it('shows who has signed, typed or drawn, and is the same bytes every time', async () => {
    const typed = await text({ acceptance: aPrintableAcceptance() });
    for (const part of ['Bea Buyer, by hand', 'Head of purchasing', 'PO-77', '5 Mar 2026']) {
      expect(typed).toContain(part);
    }
    const drawn = { acceptance: aPrintableAcceptance({ signature: PIXEL }) };
    const [one, two] = [await pdf(drawn), await pdf(drawn)];
    expect(one.equals(two)).toBe(true);
    expect(one.toString('latin1')).toContain('/Subtype /Image');
  });

  it.each(DOCUMENT_LANGUAGES)('is drawn in %s', async (language) => {
    const made = await pdf({ language, terms: 'Terms', acceptance: aPrintableAcceptance() });
    expect(made.toString('latin1')).toContain('%PDF-1.7');
    expect(labelsOf(language).quote).not.toBe('');
  });

  it('goes on overleaf with terms that are longer than a page', async () => {
    const terms = Array.from({ length: 150 }, (_, i) => `Clause ${i + 1}.`).join('\n');
    const pages = pdfText(await pdf({ terms }));
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.at(-1)).toContain('Signature');
    expect(pages.at(-1)).toContain('Clause 150.');
  });
});
