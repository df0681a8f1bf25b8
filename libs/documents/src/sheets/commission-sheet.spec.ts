import { parseLocalDate, type LocalDate } from '@quittance/calendar';
import { DOCUMENT_LANGUAGES } from '@quittance/company';
import { labelsOf } from '../labels/labels.js';
import { fileNameOf } from '../rendering/file-name.js';
import { aPrintableInvoice } from '../testing/a-printable-invoice.js';
import { withoutIsolates } from './figures.js';
import { layOut } from './lay-out.js';
import type { PrintableCommissionStatement } from './printable-document.js';

const day = (text: string) => parseLocalDate(text) as LocalDate;

function statement(over: Partial<PrintableCommissionStatement> = {}): PrintableCommissionStatement {
  const { language, locale, currency, seller, buyer, changedAt } = aPrintableInvoice();
  const sale = { orderNumber: 'SO-7', customer: 'Acme' };
  const entry = { on: day('2026-02-10'), reason: 'Payment', baseCurrency: 'USD', ...sale } as const;
  return {
    language,
    locale,
    currency,
    seller,
    buyer,
    changedAt,
    kind: 'commission_statement',
    from: day('2026-02-01'),
    to: day('2026-02-28'),
    paidOn: null,
    carried: -8000n,
    earned: 20_000n,
    reversed: -500n,
    total: 11_500n,
    lines: [
      { ...entry, base: 100_000n, rate: '10', amount: 9200n },
      { ...entry, base: 0n, rate: null, amount: -500n },
    ],
    ...over,
  };
}

describe('the layout of a commission statement', () => {
  it.each(DOCUMENT_LANGUAGES)('is called so in %s', (language) => {
    expect(layOut(statement({ language })).title).toBe(labelsOf(language).commissionStatement);
  });

  it('has each entry with its base in the currency of the invoice, and the sums', () => {
    const { table, totals } = layOut(statement());
    const shown = table.rows.map(({ cells }) => cells.slice(1));
    expect(shown).toEqual([
      ['Payment', '1,000.00 USD', '10%', '92.00'],
      ['Payment', '0.00 USD', '', '-5.00'],
    ]);
    expect(table.columns.reduce((sum, { share }) => sum + share, 0)).toBe(100);
    expect(totals.map(({ value }) => value)).toEqual(['-80.00', '200.00', '-5.00', '115.00 EUR']);
  });

  it.each(DOCUMENT_LANGUAGES)(
    'says in %s what happened, of which order and customer',
    (language) => {
      const reasons = [
        'Payment',
        'Refund',
        'Price credit',
        'A higher tier',
        'A lower tier',
        'Ours',
      ];
      const [entry] = statement().lines;
      const lines = reasons.map((reason) => ({ ...entry, reason })) as ReturnType<
        typeof statement
      >['lines'];
      const labels = labelsOf(language);
      const { rows } = layOut(statement({ language, lines })).table;
      expect(rows.map(({ cells }) => cells[1])).toEqual([
        labels.paymentReceived,
        labels.refund,
        labels.priceCredit,
        labels.higherTier,
        labels.lowerTier,
        'Ours',
      ]);
      expect(rows[0]?.details.map(withoutIsolates)).toEqual([`${labels.salesOrder} SO-7`, 'Acme']);
    },
  );

  it('says when it was paid, and is a file of its month', () => {
    const facts = (paidOn: LocalDate | null) => layOut(statement({ paidOn })).facts.length;
    expect(facts(day('2026-03-10'))).toBe(facts(null) + 1);
    expect(fileNameOf(statement(), 'pdf')).toBe('commissions-2026-02.pdf');
  });
});
