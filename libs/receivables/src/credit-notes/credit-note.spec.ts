import fc from 'fast-check';
import {
  checkApplication,
  checkUnapplication,
  creditStatusAfter,
  CREDIT_NOTE_KINDS,
  CREDIT_NOTE_OPERATIONS,
  CREDIT_NOTE_STATUSES,
  moveCredit,
  type CreditNoteKind,
  type CreditNoteOperation,
  type CreditNoteState,
  type CreditNoteStatus,
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

/** Row by row as in the specification; a status that is not named refuses the operation. */
const ALLOWED: Record<
  CreditNoteOperation,
  Partial<Record<CreditNoteStatus, CreditNoteStatus | 'money'>>
> = {
  edit: { draft: 'draft' },
  issue: { draft: 'issued' },
  apply: { issued: 'money', partially_applied: 'money', applied: 'money' },
  unapply: { partially_applied: 'money', applied: 'money' },
  void: { draft: 'void', issued: 'void' },
};

const REFUSALS: Record<CreditNoteOperation, string> = {
  edit: 'credit_note_not_editable',
  issue: 'credit_note_status_conflict',
  apply: 'credit_note_not_applicable',
  unapply: 'credit_not_applied',
  void: 'credit_note_not_voidable',
};

describe('the states of a credit note', () => {
  const after = (
    kind: CreditNoteKind,
    operation: CreditNoteOperation,
    status: CreditNoteStatus,
  ): string => {
    try {
      return creditStatusAfter({ kind, status, currency: 'EUR' }, operation);
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  const matrix = CREDIT_NOTE_OPERATIONS.flatMap((operation) =>
    CREDIT_NOTE_STATUSES.map((status) => ({
      operation,
      status,
      to: ALLOWED[operation][status] ?? REFUSALS[operation],
    })),
  );

  it.each(matrix)('$operation takes $status to $to', ({ operation, status, to }) => {
    expect(after('credit', operation, status)).toBe(to);
  });

  it.each(matrix)('on account $operation of $status differs in voiding alone', (row) => {
    const { operation, status, to } = row;
    const voided = to === 'void' ? 'credit_note_holds_payment' : to;
    expect(after('on_account', operation, status)).toBe(voided);
  });

  it('has a status for every amount, whatever the kind', () => {
    expect(CREDIT_NOTE_KINDS).toEqual(['credit', 'on_account']);
    const seen = [0n, 1n, 5_000n].map((applied) => moveCredit(aNote(), { applied }).status);
    expect(seen).toEqual(['issued', 'partially_applied', 'applied']);
  });
});

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
