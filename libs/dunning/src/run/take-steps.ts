import { type BillingAccount, findBillingAccounts } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import { addSeconds, newId, type AccountId, type InvoiceId } from '@quittance/kernel';
import { findTemplate, mailAddress, type ReadyEmails } from '@quittance/notifications';
import { emit } from '@quittance/outbox';
import type { AttemptId } from '../attempts/attempt.js';
import { attemptView, type DunningAttempt } from '../attempts/attempt.js';
import { storeAttempts, type TriedBy, type TriedStep } from '../attempts/attempt.repository.js';
import type { Letter } from '../letters/choose-letters.js';
import type { DunningAction } from '../schedule/dunning-schedule.js';
import type { SubscriptionControl, UnpaidSubscription } from '../subscription-control.port.js';
import { NO_COUNTS, type RunCounts, type RunInHand } from './dunning-run.js';
import { FEE_REFUSED } from '../step-fees/step-fees.js';
import { addCounts } from './dunning-run.repository.js';
import { forgetUnwritten } from './admit-steps.js';
import { lastTryOfStep, type DueStep } from './next-step.js';
import type { OverdueInvoice } from './overdue-invoice.js';
import {
  lettersOf,
  sendLetters,
  writtenLetters,
  type LetterMeans,
  type SentLetter,
} from './write-letters.js';

/** Payment links to be made once the transaction is over, for a letter that shows them. */
export interface Collection {
  readonly letter: Letter;
  readonly attempts: ReadonlyMap<InvoiceId, AttemptId>;
}

/** What a batch needs to act. */
export interface StepMeans extends LetterMeans {
  readonly run: RunInHand;
  readonly subscriptions: SubscriptionControl;
  /** Whether there is a mail server: without one a letter would wait for ever. */
  readonly mail: boolean;
}

/** Longer than making a link takes: after that its process is taken for dead. */
const LEASE_SECONDS = 120;

const NO_MAIL = { result: 'failed', reason: 'email_not_available' } as const;

/** A letter is written, or is being. */
const IN_HAND: ReadonlySet<unknown> = new Set<TriedStep['result']>(['sent', 'running']);

type Outcome = Pick<TriedStep, 'result' | 'reason'> & Partial<TriedStep>;

/** What a batch has found. */
export interface Batch {
  /** All that is overdue of its customers, or those of its invoices that are. */
  readonly overdue: readonly OverdueInvoice[];
  readonly held: number;
  readonly again: number;
  readonly ready: ReadyEmails;
}

/**
 * Takes these steps in one transaction: letters are queued, subscriptions acted on, attempts
 * stored, each with the letter that covers it. What a payment provider must be asked for is
 * answered, to be done with no transaction open. Those that are taken `again` were counted as
 * looked at before; `ready` are letters that were rendered ahead.
 */
export async function takeSteps(
  tx: Tx,
  means: StepMeans,
  due: readonly DueStep[],
  { overdue, held, again, ready }: Batch,
): Promise<readonly Collection[]> {
  const ids = [...new Set(due.map(({ invoice }) => invoice.accountId))];
  const [accounts, letters] = await Promise.all([
    findBillingAccounts(tx, ids),
    lettersOf(tx, means, due, overdue),
  ]);
  const outcomes = new Map<InvoiceId, Outcome>();
  const attempts = new Map(due.map(({ invoice }) => [invoice.id, newId<'dunning-attempt'>()]));
  const collects = ({ lead }: Letter) => lead.step.action === 'payment_retry';
  const shared = { accounts, outcomes };
  const plain = letters.filter((letter) => !collects(letter));
  const written = means.mail ? await writtenLetters(tx, means, plain, accounts) : [];
  await actOnSubscriptions(tx, means, subscriptionSteps(due), outcomes);
  const admitted = await admitCollections(tx, means, letters.filter(collects), shared);
  const untaxable = await means.fees.untaxable(tx, due);
  // From here on numbers of invoices are drawn: whatever else is locked was locked before.
  const sending = { fees: means.fees, ready, attempts };
  const { sent, feesRefused, keepFees } = await sendLetters(tx, written, sending);
  noteLetters(means, plain, sent, outcomes);
  const done = due.filter(({ invoice }) => outcomes.get(invoice.id)?.result === 'done');
  const ofDone = await means.fees.charge(tx, done, attempts);
  for (const id of untaxable) sayNoFee(outcomes, id, 'fee_tax_code_unknown');
  for (const id of [...feesRefused, ...ofDone.refused]) sayNoFee(outcomes, id, FEE_REFUSED);
  const tried = due.map((each) =>
    triedStep(each, outcomes.get(each.invoice.id), attempts.get(each.invoice.id)),
  );
  const stored = await storeAttempts(tx, triedBy(means.run), tried);
  keepFees();
  ofDone.keep();
  if (means.mail) await forgetUnwritten(tx, due, ({ id }) => IN_HAND.has(outcomes.get(id)?.result));
  announceStep(tx, stored);
  const counts = countsOf(stored, held);
  const invoices = counts.invoices - again;
  const left = sent.filter(({ outcome }) => outcome.result === 'sent').length;
  await addCounts(tx, means.run.id, { ...counts, invoices, letters: left });
  return admitted.map((letter) => ({ letter, attempts }));
}

/** The step is taken all the same, and says what it did not ask for. */
function sayNoFee(outcomes: Map<InvoiceId, Outcome>, id: InvoiceId, reason: string): void {
  const outcome = outcomes.get(id);
  if (outcome?.result !== 'sent' && outcome?.result !== 'done') return;
  outcomes.set(id, { ...outcome, reason: outcome.reason ?? reason });
}

const SUBSCRIPTION_ACTIONS: readonly DunningAction[] = [
  'suspend_subscription',
  'cancel_subscription',
];

const subscriptionSteps = (due: readonly DueStep[]) =>
  due.filter(({ step }) => SUBSCRIPTION_ACTIONS.includes(step.action));

/** What all that a run tries has in common. */
function triedBy({ id: runId, asOf, on: madeOn, ladder }: RunInHand): TriedBy {
  return { runId, asOf, madeOn, ladder };
}

interface Shared {
  readonly accounts: ReadonlyMap<AccountId, BillingAccount>;
  readonly outcomes: Map<InvoiceId, Outcome>;
}

function noteLetters(
  { mail }: StepMeans,
  letters: readonly Letter[],
  sent: readonly SentLetter[],
  outcomes: Map<InvoiceId, Outcome>,
): void {
  if (!mail) for (const { steps } of letters) note(steps, outcomes, () => NO_MAIL);
  for (const { letter, links, outcome } of sent) {
    note(letter.steps, outcomes, ({ invoice }) => ({
      ...outcome,
      paymentLink: links.get(invoice.currency)?.url ?? null,
    }));
  }
}

function note(
  steps: readonly DueStep[],
  outcomes: Map<InvoiceId, Outcome>,
  outcomeOf: (step: DueStep) => Outcome,
): void {
  for (const step of steps) outcomes.set(step.invoice.id, outcomeOf(step));
}

async function actOnSubscriptions(
  tx: Tx,
  { subscriptions }: StepMeans,
  due: readonly DueStep[],
  outcomes: Map<InvoiceId, Outcome>,
): Promise<void> {
  const wanted = due.flatMap(({ invoice, step }): UnpaidSubscription[] => {
    const { id: invoiceId, accountId, subscriptionId, atRest } = invoice;
    if (subscriptionId === null) {
      outcomes.set(invoiceId, { result: 'skipped', reason: 'no_subscription' });
      return [];
    }
    const action = step.action === 'suspend_subscription' ? 'suspend' : 'cancel';
    return [{ invoiceId, accountId, subscriptionId, action, atRest }];
  });
  if (wanted.length === 0) return;
  const answers = await subscriptions.act(tx, wanted);
  for (const [i, { invoiceId }] of wanted.entries()) {
    outcomes.set(invoiceId, answers[i] as Outcome);
  }
}

/** Template and address are checked before the gateway is asked for anything. */
async function admitCollections(
  tx: Tx,
  { mail }: StepMeans,
  letters: readonly Letter[],
  { accounts, outcomes }: Shared,
): Promise<readonly Letter[]> {
  if (letters.length === 0) return [];
  const template = await findTemplate(tx, 'DUNNING_PAYMENT_RETRY');
  const leasedUntil = addSeconds(tx.ctx.now, LEASE_SECONDS);
  const refusalOf = ({ accountId }: Letter): string | undefined => {
    if (!mail) return NO_MAIL.reason;
    if (!template) return 'template_missing';
    if (!template.active) return 'template_inactive';
    const email = accounts.get(accountId)?.email;
    return mailAddress(email) === undefined ? 'recipient_missing' : undefined;
  };
  return letters.filter((letter) => {
    const reason = refusalOf(letter);
    const outcome: Outcome = reason
      ? { result: 'failed', reason }
      : { result: 'running', reason: null, leasedUntil };
    note(letter.steps, outcomes, () => outcome);
    return reason === undefined;
  });
}

function triedStep(
  { invoice, step: { step, daysAfterDue, action } }: DueStep,
  outcome: Outcome = { result: 'failed', reason: 'internal_error' },
  id: AttemptId = newId<'dunning-attempt'>(),
): TriedStep {
  const last = lastTryOfStep(invoice, { step, daysAfterDue, action });
  return {
    id,
    invoiceId: invoice.id,
    step,
    daysAfterDue,
    action,
    tries: last && !last.retryAsked ? last.tries + 1 : 1,
    paymentLink: null,
    emailId: null,
    leasedUntil: null,
    ...outcome,
  };
}

/** Steps that could not be taken for no reason of the business. */
export async function storeFaults(
  tx: Tx,
  { run }: Pick<StepMeans, 'run'>,
  due: readonly DueStep[],
): Promise<void> {
  const tried = due.map((each) => triedStep(each));
  const stored = await storeAttempts(tx, triedBy(run), tried);
  announceStep(tx, stored);
  await addCounts(tx, run.id, countsOf(stored, 0));
}

/** Those that are still running are announced when they have ended. */
export function announceStep(tx: Tx, attempts: readonly DunningAttempt[]): void {
  for (const attempt of attempts) {
    if (attempt.result === 'running') continue;
    const data = { ...attemptView(attempt) };
    emit(tx, { type: 'dunning.attempted', object: 'invoice', recordId: attempt.invoiceId, data });
  }
}

export function countsOf(attempts: readonly DunningAttempt[], held: number): RunCounts {
  const counts = { ...NO_COUNTS, held, invoices: attempts.length + held };
  for (const { result } of attempts) if (result !== 'running') counts[result] += 1;
  return counts;
}
