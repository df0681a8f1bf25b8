import { parseLocalDate } from '@quittance/calendar';
import { DomainError, newId } from '@quittance/kernel';
import {
  QUOTE_OPERATIONS,
  QUOTE_STATUSES,
  quoteStatusAfter,
  type QuoteOperation,
  type QuoteState,
  type QuoteStatus,
} from './quote.js';

const today = parseLocalDate('2026-03-10');
const quote = (status: QuoteStatus, over: Partial<QuoteState> = {}): QuoteState => ({
  status,
  number: 'Q-000001',
  revision: 1,
  supersededById: null,
  validUntil: today,
  ...over,
});
const outcome = (of: QuoteState, operation: QuoteOperation, byStaff = false): string => {
  try {
    return quoteStatusAfter(of, operation, today, byStaff);
  } catch (error) {
    return error instanceof DomainError ? error.code : String(error);
  }
};

/** Every operation of a quote that is valid and the newest; what is not told is the last word. */
const TABLE: Record<QuoteOperation, readonly [Partial<Record<QuoteStatus, string>>, string]> = {
  change: [{ draft: 'draft' }, 'quote_locked'],
  submit: [{ draft: 'submitted' }, 'quote_status_conflict'],
  approve: [{ submitted: 'approved' }, 'quote_status_conflict'],
  return: [{ submitted: 'draft' }, 'quote_status_conflict'],
  send: [{ approved: 'sent', sent: 'sent', viewed: 'viewed' }, 'quote_not_approved'],
  view: [{ sent: 'viewed' }, 'quote_status_conflict'],
  accept: [{ sent: 'accepted', viewed: 'accepted', expired: 'quote_expired' }, 'quote_not_open'],
  reject: [{ sent: 'rejected', viewed: 'rejected', expired: 'quote_expired' }, 'quote_not_open'],
  request_changes: [
    { sent: 'changes_requested', viewed: 'changes_requested', expired: 'quote_expired' },
    'quote_not_open',
  ],
  expire: [{}, 'quote_status_conflict'],
  cancel: [
    { draft: 'cancelled', submitted: 'cancelled', changes_requested: 'cancelled' },
    'quote_status_conflict',
  ],
  revise: [
    {
      approved: 'approved',
      sent: 'sent',
      viewed: 'viewed',
      rejected: 'rejected',
      changes_requested: 'changes_requested',
      expired: 'expired',
    },
    'quote_status_conflict',
  ],
  convert: [{ accepted: 'ordered' }, 'quote_status_conflict'],
};

describe('what may happen to a quote', () => {
  const cases = QUOTE_OPERATIONS.flatMap((operation) =>
    QUOTE_STATUSES.map((status) => {
      const [told, otherwise] = TABLE[operation];
      return [status, operation, told[status] ?? otherwise] as const;
    }),
  );

  it.each(cases)('%s: %s → %s', (status, operation, expected) => {
    expect(outcome(quote(status), operation)).toBe(expected);
  });

  it('staff take down an acceptance of what was handed over otherwise', () => {
    expect(outcome(quote('approved'), 'accept', true)).toBe('accepted');
    expect(outcome(quote('approved'), 'accept')).toBe('quote_not_open');
    expect(outcome(quote('submitted'), 'accept', true)).toBe('quote_not_open');
  });

  it('the last day of its validity belongs to it, the next does not, swept or not', () => {
    const yesterday = { validUntil: parseLocalDate('2026-03-09') };
    for (const operation of ['accept', 'reject', 'request_changes', 'send'] as const) {
      expect(outcome(quote('viewed', yesterday), operation)).toBe('quote_expired');
    }
    expect(outcome(quote('approved', yesterday), 'accept', true)).toBe('quote_expired');
    for (const status of ['approved', 'sent', 'viewed'] as const) {
      expect(outcome(quote(status, yesterday), 'expire')).toBe('expired');
    }
    expect(outcome(quote('draft', yesterday), 'expire')).toBe('quote_status_conflict');
    expect(outcome(quote('accepted', yesterday), 'expire')).toBe('quote_status_conflict');
  });

  it('says in words that are read what nobody can do of it', () => {
    const refused = () => quoteStatusAfter(quote('approved'), 'approve', today);
    expect(refused).toThrow('Nobody can approve a quote that is approved.');
  });

  it('one with a newer revision is neither sent nor decided nor swept', () => {
    const old = { supersededById: newId() };
    for (const operation of ['accept', 'reject', 'request_changes', 'send'] as const) {
      expect(outcome(quote('viewed', old), operation)).toBe('quote_superseded');
    }
    const past = { ...old, validUntil: parseLocalDate('2026-03-09') };
    expect(outcome(quote('viewed', past), 'expire')).toBe('quote_superseded');
  });
});
