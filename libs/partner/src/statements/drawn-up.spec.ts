import { parseLocalDate, type LocalDate } from '@quittance/calendar';
import type { DomainError } from '@quittance/kernel';
import { minor } from '../testing/money-words.js';
import { drawnUp, type PayableEntry } from './drawn-up.js';
import {
  STATEMENT_STATUSES,
  STATEMENT_STEPS,
  statementAfter,
  type StatementStatus,
} from './statement-status.js';

const day = (text: string): LocalDate => parseLocalDate(text) as LocalDate;
const entry = (payout: string, on: string): PayableEntry => ({
  payoutAmount: minor(payout),
  minimumPayout: minor('50.00'),
  availableOn: day(on),
});

/** What each month is paid, and what stays payable behind it. */
function months(payable: Readonly<Record<string, readonly string[]>>): (string | null)[] {
  let waiting: PayableEntry[] = [];
  return Object.entries(payable).map(([month, amounts]) => {
    waiting.push(...amounts.map((amount) => entry(amount, `${month}-15`)));
    const statement = drawnUp(waiting, day(`${month}-01`));
    if (statement) waiting = [];
    return statement && `${statement.carried} ${statement.earned} ${statement.reversed}`;
  });
}

describe('a statement', () => {
  it('carries what is too little, or less than nothing, to the next month (example 25)', () => {
    const found = months({
      '2026-01': ['40.00'],
      '2026-02': ['30.00'],
      '2026-03': ['20.00', '-100.00'],
      '2026-04': ['200.00'],
    });
    expect(found).toEqual([null, '4000 3000 0', null, '-8000 20000 0']);
  });

  it('pays exactly the least payout, and nothing without any', () => {
    expect(drawnUp([entry('50.00', '2026-01-01')], day('2026-01-01'))?.total).toBe(minor('50.00'));
    expect(drawnUp([entry('49.99', '2026-01-01')], day('2026-01-01'))).toBeNull();
    const free = { ...entry('0.00', '2026-01-01'), minimumPayout: 0n };
    expect(drawnUp([free], day('2026-01-01'))).toBeNull();
    expect(drawnUp([], day('2026-01-01'))).toBeNull();
  });
});

describe('the states of a statement', () => {
  const RESULT: Readonly<Record<string, Partial<Record<StatementStatus, StatementStatus>>>> = {
    approve: { draft: 'approved' },
    reject: { draft: 'void' },
    pay: { approved: 'paid' },
    void: { draft: 'void', approved: 'void' },
  };
  const cases = STATEMENT_STEPS.flatMap((step) =>
    STATEMENT_STATUSES.map((status) => [step, status, RESULT[step]?.[status]] as const),
  );

  it.each(cases)('%s of one that is %s: %s', (step, status, to) => {
    let code: string = '';
    try {
      code = statementAfter(status, step);
    } catch (error) {
      ({ code } = error as DomainError);
    }
    expect(code).toBe(to ?? 'commission_statement_status_conflict');
  });
});
