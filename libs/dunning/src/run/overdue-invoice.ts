import type { AccountId, InvoiceId } from '@quittance/kernel';
import type { OverdueFacts } from '@quittance/receivables';
import type { LocalDate } from '@quittance/calendar';
import type { AttemptResult, DunningRunId } from '../attempts/attempt.js';
import type { PauseKind } from '../pauses/pause.js';
import type { DunningAction } from '../schedule/dunning-schedule.js';

/** A try of a step. */
export interface StepBefore {
  readonly step: number;
  /** As the schedule had it then. */
  readonly daysAfterDue: number;
  readonly action: DunningAction;
  readonly result: AttemptResult;
  readonly tries: number;
  /** A person wants it tried again, however often it has failed. */
  readonly retryAsked: boolean;
  /** The company's day on which it was done. */
  readonly madeOn: LocalDate;
  readonly runId: DunningRunId;
  readonly leased: boolean;
}

/** An invoice with open money after its due date, and all that decides what is done about it. */
export interface OverdueInvoice extends OverdueFacts {
  readonly pause: PauseKind | null;
  /** What its payer has set going at a provider and has not come yet, in minor units. */
  readonly underWay: bigint;
  /** A rule has sent it for approval: nobody is written to about it until that is decided. */
  readonly awaitsApproval: boolean;
  /** Its subscription is paused, on trial or has not begun: it is suspended once it goes on. */
  readonly atRest: boolean;
  /** In the order in which they were made. */
  readonly before: readonly StepBefore[];
  /** Of the customer, about any invoice. */
  readonly lastLetter: LastLetter | null;
}

/** The part of the balance that nobody objects to, in minor units. */
export function openAmount({ balance, disputed }: OverdueInvoice): bigint {
  return disputed < balance ? balance - disputed : 0n;
}

/** What a letter asks for of that: what its payer has set going is not asked for again. */
export function askedAmount(invoice: OverdueInvoice): bigint {
  const asked = openAmount(invoice) - invoice.underWay;
  return asked > 0n ? asked : 0n;
}

/** Whether what is open of it has been paid, and has only to come or to clear. */
export function isOnItsWay(invoice: OverdueInvoice): boolean {
  return invoice.pending + invoice.underWay >= openAmount(invoice);
}

/** Where a walk goes on: behind an invoice, or behind a customer. */
export type WalkKey = Pick<OverdueFacts, 'dueDate' | 'id' | 'accountId'>;

export function sameKey(a: WalkKey, b: WalkKey): boolean {
  return a.id === b.id && a.dueDate === b.dueDate && a.accountId === b.accountId;
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Before every invoice and customer. */
export const FIRST: WalkKey = {
  dueDate: '0001-01-01' as LocalDate,
  id: NOBODY as InvoiceId,
  accountId: NOBODY as AccountId,
};

/**
 * The last day on which a customer was written to, about whatever invoice, and the run that did it.
 */
export interface LastLetter {
  readonly on: LocalDate;
  readonly runId: DunningRunId;
}
