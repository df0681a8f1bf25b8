import { parseLocalDate } from '@quittance/calendar';
import { aPrintableInvoice, aPrintableLine } from '../testing/a-printable-invoice.js';
import { eInvoiceOf } from './e-invoice-of.js';

test('a document is of all days that its lines are of, where it is of any', () => {
  const [from, to] = [parseLocalDate('2026-05-01'), parseLocalDate('2026-05-31')];
  const used = aPrintableLine({
    periodStart: parseLocalDate('2026-04-01'),
    periodEnd: parseLocalDate('2026-04-30'),
  });
  const lines = [aPrintableLine({ periodStart: from, periodEnd: to }), used];
  const document = aPrintableInvoice({ periodStart: from, periodEnd: to, lines });
  expect(eInvoiceOf(document).period).toEqual({ start: used.periodStart, end: to });
  const undated = aPrintableInvoice({ lines });
  expect(eInvoiceOf(undated).period).toBeNull();
});
