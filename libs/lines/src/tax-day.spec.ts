import { parseLocalDate as day } from '@quittance/calendar';
import { taxDays } from './tax-day.js';

const CASES = [
  ['nothing else is said', '2025-08-05', null, null, '2025-08-05'],
  ['it was delivered before', '2025-08-05', '2025-07-30', null, '2025-07-30'],
  ['it is delivered later', '2025-07-30', '2025-08-05', null, '2025-08-05'],
  ['its period is over', '2025-08-05', null, '2025-07-31', '2025-07-31'],
  ['its period ends that day', '2025-07-31', null, '2025-07-31', '2025-07-31'],
  ['its period is billed in advance', '2025-07-15', null, '2025-08-14', '2025-07-15'],
  ['delivery and period are said', '2025-08-05', '2025-08-02', '2025-07-31', '2025-08-02'],
  ['it was delivered in a period ahead', '2025-08-05', '2025-08-01', '2025-08-31', '2025-08-01'],
] as const;

describe('a document is taxed as of', () => {
  it.each(CASES)('the right day where %s', (_, issued, delivered, until, taxed) => {
    const deliveryDate = delivered && day(delivered);
    const periodEnd = until && day(until);
    expect(taxDays.ofDocument({ issueDate: day(issued), deliveryDate, periodEnd })).toBe(taxed);
  });

  it('its own day where it has neither member', () => {
    expect(taxDays.ofDocument({ issueDate: day('2025-08-05') })).toBe('2025-08-05');
  });
});

describe('a line is taxed by the day', () => {
  const january = { issueDate: day('2026-01-01'), periodEnd: day('2026-01-31') };
  it.each([
    ['on which its own period ended', '2025-12-31', '2025-12-31'],
    ['of its document, where its period is not over', '2026-01-31', '2026-01-01'],
    ['of its document, where it says no period', null, '2026-01-01'],
  ])('%s', (_, periodEnd, taxed) => {
    const line = { periodEnd: periodEnd === null ? null : day(periodEnd) };
    expect(taxDays.ofLine(taxDays.of(january), line)).toBe(taxed);
  });

  it('of its issue, where it is billed ahead beside a period that is over', () => {
    const days = taxDays.of({ issueDate: day('2026-01-01'), periodEnd: day('2025-12-31') });
    expect(taxDays.ofLine(days, { periodEnd: day('2026-01-31') })).toBe('2026-01-01');
  });

  it('of its document, where that states its delivery or asks for money ahead', () => {
    const line = { periodEnd: day('2025-12-31') };
    const delivered = taxDays.of({ ...january, deliveryDate: day('2026-01-01') });
    expect(taxDays.ofLine(delivered, line)).toBe('2026-01-01');
    expect(taxDays.ofLine({ taxDate: day('2026-01-01') }, line)).toBe('2026-01-01');
  });
});
