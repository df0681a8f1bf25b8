import { parseLocalDate as day } from '@quittance/calendar';
import { taxDayOf } from './tax-day.js';

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
    expect(taxDayOf({ issueDate: day(issued), deliveryDate, periodEnd })).toBe(taxed);
  });

  it('its own day where it has neither member', () => {
    expect(taxDayOf({ issueDate: day('2025-08-05') })).toBe('2025-08-05');
  });
});
