import { invalidFields, type AccountId, type FieldError, type Instant } from '@quittance/kernel';

import { refuseFees, type StepFee } from '../step-fees/step-fee.js';

export const DUNNING_ACTIONS = [
  'payment_retry',
  'reminder',
  'warning',
  'suspend_subscription',
  'cancel_subscription',
] as const;
export type DunningAction = (typeof DUNNING_ACTIONS)[number];

/** What is done so many days after an invoice's due date. */
export interface DunningStep {
  /** Counts from 1, in the order of the days. */
  readonly step: number;
  readonly daysAfterDue: number;
  readonly action: DunningAction;
  /** What the step asks for being late; nothing unless said. */
  readonly fee?: StepFee | null;
}

/** How a company pursues overdue invoices. */
export interface DunningSchedule {
  readonly version: number;
  readonly steps: readonly DunningStep[];
  /** Whether the clock starts a run each day. */
  readonly autoRun: boolean;
  /** Leaves out invoices that were never sent. */
  readonly requireIssued: boolean;
  /** Major units of each invoice's own currency, decimal text: less than this is not pursued. */
  readonly minimumBalance: string;
  /** The fewest days between two letters to a customer, and between two steps of an invoice. */
  readonly minimumGapDays: number;
  /** Whether a customer gets one letter about all that is overdue, or one for each invoice. */
  readonly consolidate: boolean;
  /** Counts from 1 how often the steps have changed. */
  readonly ladder: number;
  readonly updatedAt: Instant | null;
}

/** An account that is left alone. */
export interface PausedAccount {
  readonly accountId: AccountId;
  readonly reason: string;
  /** The last day of the pause; null when it has no end. */
  readonly until: string | null;
}

export type DunningScheduleView = DunningSchedule & {
  readonly pausedAccounts: readonly PausedAccount[];
};

export const MOST_STEPS = 20;

/** Unless a company says otherwise. */
export const USUAL_GAP_DAYS = 3;
export const MOST_GAP_DAYS = 365;

/** In force until a company saves its own: nothing is pursued. */
export const NO_SCHEDULE: DunningSchedule = {
  version: 0,
  steps: [],
  autoRun: false,
  requireIssued: false,
  minimumBalance: '0',
  minimumGapDays: USUAL_GAP_DAYS,
  consolidate: true,
  ladder: 0,
  updatedAt: null,
};

/** A step as it is sent; without a number it gets that of its place. */
export type StepInput = Omit<DunningStep, 'step'> & { readonly step?: number };

/**
 * The steps in their order, numbered. Days and numbers must both ascend, so that no step can be
 * meant to come before the one before it.
 * @throws DomainError validation_failed with every fault
 */
export function checkedSteps(steps: readonly StepInput[]): readonly DunningStep[] {
  const errors: FieldError[] = [];
  refuseFees(steps);
  const checked = steps.map((step, i) => ({
    ...step,
    step: step.step ?? i + 1,
    fee: step.fee ?? null,
  }));
  for (const [i, { step, daysAfterDue }] of checked.entries()) {
    const before = checked[i - 1];
    if (!before) continue;
    const refuse = (member: string, message: string) =>
      errors.push({ pointer: `/steps/${i}/${member}`, code: 'ascending', message });
    if (daysAfterDue <= before.daysAfterDue) {
      refuse('daysAfterDue', `must be above ${before.daysAfterDue}, the days of the step before`);
    }
    if (step <= before.step) refuse('step', `must be above ${before.step}, the step before`);
  }
  if (errors.length > 0) throw invalidFields(errors);
  return checked.map(({ step, daysAfterDue, action, fee }) => ({
    step,
    daysAfterDue,
    action,
    fee,
  }));
}
