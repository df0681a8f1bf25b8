import fc from 'fast-check';
import {
  checkApplication,
  checkUnapplication,
  CREDIT_NOTE_STATUSES,
  moveCredit,
  type CreditNoteState,
} from './credit-note.js';

function aNote(facts: Partial<CreditNoteState> = {}): CreditNoteState {
  const total = facts.total ?? 5_000n;
  const appliedAmount = facts.appliedAmount ?? 0n;
  const refundedAmount = facts.refundedAmount ?? 0n;
  return {
    status: 'issued',
    currency: 'EUR',
    total,
    appliedAmount,
    refundedAmount,
    remaining: total - appliedAmount - refundedAmount,
    ...facts,
  };
}

describe('moveCredit', () => {
  it.each([
    ['partially_applied', { applied: 1n }],
    ['applied', { applied: 5_000n }],
    ['issued', { refunded: 1n }],
    ['void', { refunded: 5_000n }],
    ['applied', { applied: 4_000n, refunded: 1_000n }],
  ] as const)('comes to %s', (status, movement) => {
    expect(moveCredit(aNote(), movement).status).toBe(status);
  });

  it('is issued again when all of it was taken back', () => {
    const applied = aNote({ status: 'applied', appliedAmount: 5_000n });
    expect(moveCredit(applied, { applied: -5_000n })).toEqual({
      status: 'issued',
      appliedAmount: 0n,
      refundedAmount: 0n,
      remaining: 5_000n,
    });
  });

  it('keeps total = applied + refunded + remaining, whatever moves', () => {
    const movement = fc.record({
      applied: fc.bigInt({ min: -3_000n, max: 3_000n }),
      refunded: fc.bigInt({ min: 0n, max: 1_000n }),
    });
    fc.assert(
      fc.property(fc.array(movement, { maxLength: 20 }), (movements) => {
        let note = aNote();
        for (const each of movements) {
          try {
            note = { ...note, ...moveCredit(note, each) };
          } catch (error) {
            if (!(error instanceof RangeError)) throw error;
          }
          expect(note.appliedAmount + note.refundedAmount + note.remaining).toBe(note.total);
          expect(note.remaining >= 0n && note.appliedAmount >= 0n).toBe(true);
        }
      }),
    );
  });
});

describe('checkApplication', () => {
  const usable = CREDIT_NOTE_STATUSES.filter((status) => status !== 'draft' && status !== 'void');
  it.each(usable)('takes a note that is %s', (status) => {
    expect(() => checkApplication(aNote({ status }), 1n, 1n)).not.toThrow();
  });

  it.each(['draft', 'void'] as const)('refuses a note that is %s', (status) => {
    expect(() => checkApplication(aNote({ status }), 1n, 1n)).toThrow(
      expect.objectContaining({ code: 'credit_note_not_applicable' }),
    );
  });

  it('takes at most what remains and at most the balance', () => {
    expect(() => checkApplication(aNote(), 5_001n, 9_000n)).toThrow(
      expect.objectContaining({ code: 'credit_exceeds_remaining' }),
    );
    expect(() => checkApplication(aNote(), 5_000n, 4_999n)).toThrow(
      expect.objectContaining({ code: 'credit_exceeds_balance' }),
    );
    expect(() => checkApplication(aNote(), 5_000n, 5_000n)).not.toThrow();
  });
});

it('takes back at most what stands on the invoice', () => {
  expect(() => checkUnapplication(aNote(), 100n, 100n)).not.toThrow();
  for (const [amount, standing] of [
    [101n, 100n],
    [1n, 0n],
    [0n, 0n],
  ] as const) {
    expect(() => checkUnapplication(aNote(), amount, standing)).toThrow(
      expect.objectContaining({ code: 'credit_not_applied' }),
    );
  }
});
