import { addDays, daysBetween, parseLocalDate } from '@quittance/calendar';
import type { AccountId, InvoiceId } from '@quittance/kernel';
import type { DunningRunId } from '../attempts/attempt.js';
import { nextStep, type RunTerms } from '../run/next-step.js';
import type { OverdueInvoice, StepBefore, LastLetter } from '../run/overdue-invoice.js';
import type { DunningAction, DunningStep } from '../schedule/dunning-schedule.js';
import { firstDayOf, sendsLetter } from './minimum-gap.js';

const run = (name: string | number) => `run-${name}` as DunningRunId;
const day = (text: string) => parseLocalDate(`2026-${text}`);

const REMINDER: DunningStep = { step: 1, daysAfterDue: 3, action: 'reminder' };
const WARNING: DunningStep = { step: 2, daysAfterDue: 10, action: 'warning' };
const SUSPEND: DunningStep = { step: 3, daysAfterDue: 20, action: 'suspend_subscription' };
const PAYMENT: DunningStep = { step: 2, daysAfterDue: 4, action: 'payment_retry' };

const past = (step: DunningStep, on: string, over: Partial<StepBefore> = {}): StepBefore => ({
  ...step,
  result: 'sent',
  tries: 1,
  retryAsked: false,
  madeOn: day(on),
  runId: run('earlier'),
  leased: false,
  ...over,
});
const letter = (on: string, runId = run('earlier')): LastLetter => ({ on: day(on), runId });

interface Case {
  readonly what: string;
  readonly step: DunningStep;
  readonly before?: readonly StepBefore[];
  readonly lastLetter?: LastLetter;
  readonly gap?: number;
  readonly first: string | null;
}

const CASES: readonly Case[] = [
  { what: 'nothing was done', step: REMINDER, first: null },
  {
    what: 'the step before was taken: the days of the ladder',
    step: WARNING,
    before: [past(REMINDER, '02-03')],
    first: '02-10',
  },
  {
    what: 'the step before was taken late, of old debt: the days of the ladder from then',
    step: WARNING,
    before: [past(REMINDER, '06-01')],
    first: '06-08',
  },
  {
    what: 'the ladder has fewer days than the minimum',
    step: PAYMENT,
    before: [past(REMINDER, '02-03')],
    first: '02-06',
  },
  {
    what: 'the ladder has fewer days, and there is no minimum',
    step: PAYMENT,
    before: [past(REMINDER, '02-03')],
    gap: 0,
    first: '02-04',
  },
  {
    what: 'of two steps before, the one that asks for more decides',
    step: { ...SUSPEND, step: 3 },
    before: [past(REMINDER, '02-20'), past(WARNING, '02-27')],
    first: '03-09',
  },
  {
    what: 'a step that was skipped is a step too',
    step: { step: 4, daysAfterDue: 25, action: 'reminder' },
    before: [past(SUSPEND, '02-20', { result: 'skipped' })],
    first: '02-25',
  },
  {
    what: 'a try that failed reached nobody',
    step: REMINDER,
    before: [past(REMINDER, '02-03', { result: 'failed' })],
    first: null,
  },
  {
    what: 'a try that is left behind reached nobody',
    step: PAYMENT,
    before: [past(REMINDER, '02-03'), past(PAYMENT, '02-06', { result: 'running' })],
    first: '02-06',
  },
  {
    what: 'the customer got a letter about another invoice',
    step: REMINDER,
    lastLetter: letter('02-09'),
    first: '02-12',
  },
  {
    what: 'that letter was a higher step: the ladder says nothing about other invoices',
    step: WARNING,
    before: [past(REMINDER, '02-01')],
    lastLetter: letter('02-09'),
    first: '02-12',
  },
  {
    what: 'the days of the invoice go beyond those of the customer',
    step: WARNING,
    before: [past(REMINDER, '02-08')],
    lastLetter: letter('02-09'),
    first: '02-15',
  },
  {
    what: 'a failed step is tried again when the customer has had his peace',
    step: REMINDER,
    before: [past(REMINDER, '02-09', { result: 'failed', tries: 2 })],
    lastLetter: letter('02-09'),
    first: '02-12',
  },
  {
    what: 'letters of one run are one occasion',
    step: REMINDER,
    lastLetter: letter('02-09', run('this')),
    first: null,
  },
  {
    what: 'what writes nothing waits for no letter',
    step: SUSPEND,
    lastLetter: letter('02-09'),
    first: null,
  },
  {
    what: 'there is no minimum between letters',
    step: REMINDER,
    lastLetter: letter('02-09'),
    gap: 0,
    first: '02-09',
  },
  {
    what: 'the schedule was changed: the days the step had then',
    step: { step: 1, daysAfterDue: 14, action: 'warning' },
    before: [past({ step: 2, daysAfterDue: 3, action: 'reminder' }, '02-20')],
    first: '03-03',
  },
];

test.each(CASES)('$what', ({ step, before = [], lastLetter = null, gap = 3, first }) => {
  const terms = { minimumGapDays: gap, runId: run('this') };
  const found = firstDayOf({ before, lastLetter }, step, terms);
  expect(found).toBe(first && day(first));
});

/** A customer's invoices under one run a day, or several, as the product carries them out. */
class Customer {
  readonly invoices: OverdueInvoice[] = [];
  readonly letters: { invoice: number; step: DunningStep; on: string; run: number }[] = [];
  private lastLetter: LastLetter | null = null;
  private runs = 0;

  constructor(
    private schedule: RunTerms['schedule'],
    private readonly failing: (run: number) => boolean = () => false,
  ) {}

  owes(...dueDates: readonly string[]): this {
    for (const due of dueDates) {
      this.invoices.push({
        id: `i-${this.invoices.length}` as InvoiceId,
        number: '',
        accountId: 'a' as AccountId,
        subscriptionId: null,
        currency: 'EUR',
        issueDate: parseLocalDate(due),
        dueDate: parseLocalDate(due),
        poNumber: null,
        total: 100n,
        balance: 100n,
        disputed: 0n,
        pending: 0n,
        underWay: 0n,
        status: 'sent',
        issued: true,
        awaitsApproval: false,
        atRest: false,
        taxUndetermined: false,
        pause: null,
        before: [],
        lastLetter: null,
      });
    }
    return this;
  }

  change(i: number, change: Partial<OverdueInvoice>): void {
    this.invoices[i] = { ...(this.invoices[i] as OverdueInvoice), ...change };
  }

  reschedule(steps: readonly DunningStep[]): void {
    this.schedule = { ...this.schedule, steps };
  }

  run(on: string, asOf = on): void {
    this.runs += 1;
    const terms = {
      schedule: this.schedule,
      asOf: parseLocalDate(asOf),
      on: parseLocalDate(on),
      runId: run(this.runs),
    };
    const known = this.lastLetter;
    for (const [i, invoice] of this.invoices.entries()) {
      if (invoice.dueDate >= terms.asOf) continue;
      const verdict = nextStep({ ...invoice, lastLetter: known }, terms);
      if ('hold' in verdict) continue;
      const { step } = verdict;
      const failed = sendsLetter(step) && this.failing(this.runs);
      const tries = invoice.before.filter((each) => each.step === step.step).length + 1;
      const result = failed ? 'failed' : sendsLetter(step) ? 'sent' : 'done';
      const made = past(step, '01-01', { result, tries, madeOn: terms.on, runId: terms.runId });
      this.change(i, { before: [...invoice.before, made] });
      if (result !== 'sent') continue;
      this.letters.push({ invoice: i, step, on, run: this.runs });
      this.lastLetter = { on: terms.on, runId: terms.runId };
    }
  }

  daily(from: string, days: number, each: (on: string) => void = () => undefined): this {
    for (let i = 0; i < days; i += 1) {
      const on = addDays(parseLocalDate(from), i);
      each(on);
      this.run(on);
    }
    return this;
  }

  /** Of each letter the invoice, the step and the day. */
  said(): string[] {
    return this.letters.map(({ invoice, step, on }) => `${invoice}.${step.step} ${on.slice(5)}`);
  }

  /** The fewest days between the letters of two runs. */
  shortest(): number {
    const days = new Map(this.letters.map((each) => [each.run, parseLocalDate(each.on)]));
    const sorted = [...days.values()].toSorted();
    return Math.min(...sorted.slice(1).map((each, i) => daysBetween(sorted[i] ?? each, each)));
  }
}

const steps = (...days: readonly [number, DunningAction][]): RunTerms['schedule'] => ({
  steps: days.map(([daysAfterDue, action], i) => ({ step: i + 1, daysAfterDue, action })),
  minimumBalance: '0',
  requireIssued: false,
  minimumGapDays: 3,
  consolidate: true,
});
const LADDER = steps([3, 'reminder'], [10, 'warning'], [17, 'payment_retry']);

describe('a run a day', () => {
  it('takes an invoice through its ladder on its days', () => {
    const customer = new Customer(LADDER).owes('2026-01-31').daily('2026-02-01', 60);
    expect(customer.said()).toEqual(['0.1 02-03', '0.2 02-10', '0.3 02-17']);
  });

  it('begins old debt at the lowest step, and goes on as slowly as the ladder says', () => {
    const customer = new Customer(LADDER).owes('2024-01-31').daily('2026-02-01', 60);
    expect(customer.said()).toEqual(['0.1 02-01', '0.2 02-08', '0.3 02-15']);
  });

  it('writes once, however often it runs that day and whatever days it looks from', () => {
    const customer = new Customer(LADDER).owes('2026-01-01', '2026-01-02');
    for (let i = 0; i < 7; i += 1) customer.run('2026-02-01');
    for (let i = 0; i < 28; i += 1) {
      customer.run('2026-02-01', addDays(parseLocalDate('2026-01-02'), i));
    }
    expect(customer.said()).toEqual(['0.1 02-01', '1.1 02-01']);
  });

  it('brings together what falls due within the gap', () => {
    const customer = new Customer(LADDER)
      .owes('2026-01-31', '2026-02-01', '2026-02-06')
      .daily('2026-02-01', 40);
    expect(customer.said()).toEqual([
      '0.1 02-03',
      '1.1 02-06',
      '2.1 02-09',
      '0.2 02-12',
      // It fell due on the 10th, a day after the letter about another.
      '1.2 02-15',
      '2.2 02-18',
      '0.3 02-21',
      '1.3 02-24',
      '2.3 02-27',
    ]);
    expect(customer.shortest()).toBe(3);
  });

  it('comes to the last step of each of a hundred daily invoices', () => {
    const dues = Array.from({ length: 100 }, (_, i) => addDays(parseLocalDate('2026-01-01'), i));
    const customer = new Customer(LADDER).owes(...dues).daily('2026-01-02', 150);
    expect(customer.shortest()).toBeGreaterThanOrEqual(3);
    for (const i of dues.keys()) {
      const own = customer.letters.filter(({ invoice }) => invoice === i);
      expect(own.map(({ step }) => step.step)).toEqual([1, 2, 3]);
      const [first, second, third] = own.map(({ on }) => parseLocalDate(on));
      expect(daysBetween(first as never, second as never)).toBeGreaterThanOrEqual(7);
      expect(daysBetween(second as never, third as never)).toBeGreaterThanOrEqual(7);
      // At worst one gap late at each step.
      const due = parseLocalDate(dues[i] as string);
      expect(daysBetween(due, third as never)).toBeLessThanOrEqual(17 + 3 * 3);
    }
  });

  it('keeps its distance after a pause, a promise, and a change of the ladder', () => {
    const customer = new Customer(LADDER).owes('2026-01-31', '2026-01-31');
    customer.daily('2026-02-01', 60, (on) => {
      if (on === '2026-02-04') customer.change(0, { pause: 'promise' });
      if (on === '2026-02-21') customer.change(0, { pause: null });
      if (on === '2026-02-12') {
        const more = steps([1, 'reminder'], [12, 'reminder'], [14, 'warning'], [30, 'warning']);
        customer.reschedule(more.steps);
      }
    });
    expect(customer.said()).toEqual([
      '0.1 02-03',
      '1.1 02-03',
      '1.2 02-10',
      // Of the new ladder the reminder of the 12th day, and then the warning: the minimum each
      // time.
      '1.2 02-13',
      '1.3 02-16',
      '0.2 02-21',
      '0.3 02-24',
      '1.4 03-04',
      '0.4 03-12',
    ]);
  });

  it('tries again what has failed, and then once a gap', () => {
    const customer = new Customer(LADDER, (nth) => nth <= 2).owes('2026-01-01');
    customer.daily('2026-02-01', 10);
    expect(customer.said()).toEqual(['0.1 02-03', '0.2 02-10']);
    const other = new Customer(LADDER, (nth) => nth === 2).owes('2026-01-01', '2026-01-30');
    other.daily('2026-02-01', 12);
    // The run of the 2nd would have failed, had anything been due that kept its distance.
    expect(other.said()).toEqual(['0.1 02-01', '1.1 02-04', '0.2 02-08', '1.2 02-11']);
  });
});
