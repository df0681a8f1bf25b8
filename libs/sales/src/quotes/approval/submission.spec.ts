import { parseLocalDate as day } from '@quittance/calendar';
import type { DomainError } from '@quittance/kernel';
import type { LockedQuote } from '../change-quote.js';
import { refuseIncomplete } from './submission.js';

const TODAY = day('2026-04-16');
const LINE = {
  kind: 'one_off',
  position: 1,
  unitPrice: '10',
  selected: true,
  taxReason: 'standard',
};

/** What is asked of a quote of these lines that is valid until a day. */
function refusal(lines: object[], validUntil = TODAY): [number, string] | null {
  const quote = { currency: 'EUR', validUntil, deposit: null, total: 1000n };
  try {
    refuseIncomplete({ quote, lines, today: TODAY } as unknown as LockedQuote);
    return null;
  } catch (error) {
    const { status, code } = error as DomainError;
    return [status, code];
  }
}

it('asks for a line that is chosen and priced', () => {
  const none = [422, 'quote_has_no_lines'];
  expect(refusal([])).toEqual(none);
  expect(refusal([{ kind: 'section', position: 1 }])).toEqual(none);
  expect(refusal([{ ...LINE, optional: true, selected: false }])).toEqual(none);
  expect(refusal([{ ...LINE, unitPrice: null }])).toEqual([422, 'price_not_found']);
  expect(refusal([LINE])).toBeNull();
});

it('takes the last day of its validity, and none behind it', () => {
  expect(refusal([LINE], day('2026-04-15'))).toEqual([422, 'validity_passed']);
  expect(refusal([LINE], TODAY)).toBeNull();
});
