import { parseLocalDate, type LocalDate } from '@quittance/calendar';
import type { AccountId, InvoiceId } from '@quittance/kernel';
import type { DunningRunId } from '../attempts/attempt.js';
import type { DunningStep } from '../schedule/dunning-schedule.js';
import { minimumOf, nextStep, type RunTerms } from './next-step.js';
import type { OverdueInvoice, StepBefore } from './overdue-invoice.js';

const RUN = 'run-2' as DunningRunId;
const EARLIER = 'run-1' as DunningRunId;

const INVOICE: OverdueInvoice = {
  id: 'i' as InvoiceId,
  number: 'INV-000001',
  accountId: 'a' as AccountId,
  subscriptionId: null,
  currency: 'EUR',
  issueDate: parseLocalDate('2026-01-01'),
  dueDate: parseLocalDate('2026-01-31'),
  poNumber: null,
  total: 10_000n,
  balance: 10_000n,
  disputed: 0n,
  pending: 0n,
  underWay: 0n,
  status: 'sent',
  issued: true,
  taxUndetermined: false,
  pause: null,
  awaitsApproval: false,
  atRest: false,
  before: [],
  lastLetter: null,
};

const TERMS: RunTerms = {
  schedule: {
    steps: [
      { step: 1, daysAfterDue: 3, action: 'reminder' },
      { step: 2, daysAfterDue: 10, action: 'warning' },
      { step: 3, daysAfterDue: 20, action: 'suspend_subscription' },
    ],
    minimumBalance: '0',
    requireIssued: false,
    minimumGapDays: 3,
    consolidate: true,
  },
  asOf: parseLocalDate('2026-02-28'),
  on: parseLocalDate('2026-02-28'),
  runId: RUN,
};

const tried = (over: Partial<StepBefore>): StepBefore => ({
  ...(TERMS.schedule.steps[(over.step ?? 1) - 1] as DunningStep),
  result: 'sent',
  tries: 1,
  retryAsked: false,
  madeOn: parseLocalDate('2026-01-01'),
  runId: EARLIER,
  leased: false,
  ...over,
});

const judge = (invoice: Partial<OverdueInvoice>, terms: Partial<RunTerms> = {}) => {
  const verdict = nextStep({ ...INVOICE, ...invoice }, { ...TERMS, ...terms });
  return 'hold' in verdict ? verdict.hold : verdict.step.step;
};

describe('nextStep', () => {
  it('takes the lowest step that is not done, however many have come due', () => {
    expect(judge({})).toBe(1);
    expect(judge({ before: [tried({})] })).toBe(2);
    expect(judge({ before: [tried({}), tried({ step: 2, result: 'done' })] })).toBe(3);
    const all = [tried({}), tried({ step: 2 }), tried({ step: 3, result: 'skipped' })];
    expect(judge({ before: all })).toBe('all_steps_done');
  });

  it('waits with a suspension for a subscription that is at rest, and with nothing else', () => {
    const [atRest, before] = [true, [tried({}), tried({ step: 2 })]];
    expect(judge({ atRest })).toBe(1);
    expect(judge({ atRest, before })).toBe('subscription_at_rest');
    expect(judge({ before })).toBe(3);
    const ends = { step: 4, daysAfterDue: 28, action: 'cancel_subscription' } as const;
    const steps = [...TERMS.schedule.steps, ends];
    const schedule = { ...TERMS.schedule, steps };
    expect(judge({ atRest, before }, { schedule })).toBe(3);
    const later = {
      schedule: { ...schedule, steps: [...steps.slice(0, 3), { ...ends, daysAfterDue: 29 }] },
    };
    expect(judge({ atRest, before }, later)).toBe('subscription_at_rest');
  });

  it('goes on by the days when the schedule was changed meanwhile', () => {
    const [reminder, warning, suspension] = [
      { daysAfterDue: 3, action: 'reminder' },
      { daysAfterDue: 10, action: 'warning' },
      { daysAfterDue: 20, action: 'suspend_subscription' },
    ] as const;
    const numbered = (...steps: readonly Omit<DunningStep, 'step'>[]) => ({
      schedule: { ...TERMS.schedule, steps: steps.map((each, i) => ({ ...each, step: i + 1 })) },
    });
    const earlier = { daysAfterDue: 1, action: 'reminder' } as const;
    const before = [tried({}), tried({ step: 2 })];
    // The warning is the third step by now, and was given.
    expect(judge({ before }, numbered(earlier, reminder, warning, suspension))).toBe(4);
    // The warning is the first step by now, and was not given.
    expect(judge({ before: [tried({})] }, numbered(warning, suspension))).toBe(1);
    expect(judge({ before }, numbered(warning, suspension))).toBe(2);
    const failed = tried({ result: 'failed', tries: 4 });
    expect(judge({ before: [failed] }, numbered(warning, suspension))).toBe(1);
    expect(judge({ before: [failed] }, numbered(reminder, warning))).toBe('retries_exhausted');
    // The same reminder, later.
    const later = { ...reminder, daysAfterDue: 5 };
    expect(judge({ before: [tried({})] }, numbered(later, warning, suspension))).toBe(2);
  });

  it('looks from the last of all days as from any other', () => {
    const [dueDate, asOf] = ['9999-12-30', '9999-12-31'].map(parseLocalDate);
    expect(judge({ dueDate: dueDate as LocalDate }, { asOf: asOf as LocalDate })).toBe(
      'not_due_yet',
    );
  });

  it('says that nothing is set up rather than that everything is done', () => {
    const schedule = { ...TERMS.schedule, steps: [] };
    expect(judge({}, { schedule })).toBe('not_configured');
    expect(judge({ disputed: 10_000n }, { schedule })).toBe('disputed');
  });

  it.each([
    ['2026-02-02', 'not_due_yet'],
    ['2026-02-03', 1],
    ['2026-02-28', 1],
  ])('looks from %s', (asOf, expected) => {
    expect(judge({}, { asOf: parseLocalDate(asOf) })).toBe(expected);
  });

  it('does not come to a step before its day', () => {
    const terms = { asOf: parseLocalDate('2026-02-09') };
    expect(judge({ before: [tried({})] }, terms)).toBe('not_due_yet');
    expect(judge({ before: [tried({})] }, { asOf: parseLocalDate('2026-02-10') })).toBe(2);
  });

  it('takes one step in a run', () => {
    expect(judge({ before: [tried({ runId: RUN })] })).toBe('step_done_in_this_run');
    expect(judge({ before: [tried({ runId: RUN, result: 'failed' })] })).toBe(
      'step_done_in_this_run',
    );
    expect(judge({ before: [tried({ runId: RUN })] }, { runId: null })).toBe(2);
  });

  it('tries a failed step again three times, and goes past it never', () => {
    for (const tries of [1, 2, 3]) {
      expect(judge({ before: [tried({ result: 'failed', tries })] })).toBe(1);
    }
    const failed = tried({ result: 'failed', tries: 4 });
    expect(judge({ before: [failed] })).toBe('retries_exhausted');
    expect(judge({ before: [tried({ result: 'failed', tries: 3 }), failed] })).toBe(
      'retries_exhausted',
    );
  });

  it('begins to count again when a person wants it tried again', () => {
    const asked = tried({ result: 'failed', tries: 4, retryAsked: true });
    expect(judge({ before: [asked] })).toBe(1);
    expect(judge({ before: [asked, tried({ result: 'failed', tries: 1 })] })).toBe(1);
  });

  it('leaves a step that is being carried out, and takes up one whose process died', () => {
    expect(judge({ before: [tried({ result: 'running', leased: true })] })).toBe('in_progress');
    expect(judge({ before: [tried({ result: 'running', leased: false })] })).toBe(1);
    const ofThisRun = tried({ result: 'running', leased: false, runId: RUN });
    expect(judge({ before: [ofThisRun] })).toBe(1);
  });

  it.each([
    ['disputed', { disputed: 10_000n }],
    ['disputed', { disputed: 12_000n }],
    ['paused', { pause: 'pause' }],
    ['promised', { pause: 'promise' }],
    ['payment_pending', { pending: 10_000n }],
    ['payment_pending', { underWay: 10_000n }],
  ] as const)('holds back what is %s', (reason, over) => {
    expect(judge(over)).toBe(reason);
  });

  it('holds back what nobody knows the tax of, before all else', () => {
    expect(judge({ taxUndetermined: true, issued: false })).toBe('tax_undetermined');
    expect(judge({ taxUndetermined: true, disputed: 10_000n })).toBe('tax_undetermined');
  });

  it('goes on with the part that nobody objects to', () => {
    expect(judge({ disputed: 9_999n })).toBe(1);
    expect(judge({ disputed: 4_000n, pending: 6_000n })).toBe('payment_pending');
    expect(judge({ pending: 9_999n })).toBe(1);
    expect(judge({ underWay: 9_999n })).toBe(1);
    expect(judge({ pending: 1n, underWay: 9_999n })).toBe('payment_pending');
  });

  it('holds back what is below the minimum, and what was never issued where that counts', () => {
    const schedule = { ...TERMS.schedule, minimumBalance: '100.01' };
    expect(judge({}, { schedule })).toBe('below_minimum_balance');
    expect(judge({ balance: 10_001n }, { schedule })).toBe(1);
    const issued = { ...TERMS.schedule, requireIssued: true };
    expect(judge({ issued: false }, { schedule: issued })).toBe('never_issued');
    expect(judge({ issued: false })).toBe(1);
  });

  it('leaves alone what awaits approval, before anything else is asked of it', () => {
    expect(judge({ awaitsApproval: true })).toBe('awaits_approval');
    expect(judge({ awaitsApproval: true, issued: false, disputed: 10_000n })).toBe(
      'awaits_approval',
    );
  });
});

describe('the day on which the next step is taken', () => {
  const nextOn = (invoice: Partial<OverdueInvoice>, asOf = '2026-02-28') => {
    const day = parseLocalDate(asOf);
    const verdict = nextStep({ ...INVOICE, ...invoice }, { ...TERMS, asOf: day, on: day });
    return 'hold' in verdict ? [verdict.hold, verdict.nextOn] : ['now'];
  };
  const madeOn = parseLocalDate('2026-02-25');

  it('is that of the ladder, and later when that is too soon after what was done', () => {
    expect(nextOn({}, '2026-02-01')).toEqual(['not_due_yet', '2026-02-03']);
    expect(nextOn({ before: [tried({})] }, '2026-02-05')).toEqual(['not_due_yet', '2026-02-10']);
    expect(nextOn({ before: [tried({ madeOn })] })).toEqual(['minimum_gap', '2026-03-04']);
    expect(nextOn({ before: [tried({ madeOn })] }, '2026-03-04')).toEqual(['now']);
    const lastLetter = { on: parseLocalDate('2026-02-02'), runId: EARLIER };
    expect(nextOn({ lastLetter }, '2026-02-01')).toEqual(['not_due_yet', '2026-02-05']);
  });

  it('is none while other things than days stand in the way', () => {
    expect(nextOn({ pause: 'pause', before: [tried({ madeOn })] })).toEqual(['paused', null]);
  });
});

describe('minimumOf', () => {
  it.each([
    ['10', 'EUR', 1000n],
    ['10.5', 'JPY', 11n],
    ['10.001', 'EUR', 1001n],
    ['10.001', 'KWD', 10_001n],
    ['0', 'USD', 0n],
  ])('reads %s in %s', (amount, currency, minor) => {
    expect(minimumOf(amount, currency)).toBe(minor);
  });
});
