import { type BillingAccount, findBillingAccounts } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import { addSeconds, newId, type AccountId, type InvoiceId } from '@quittance/kernel';
import { findTemplate, mailAddress, queueEmails, type ReadyEmails } from '@quittance/notifications';
import { emit } from '@quittance/outbox';
import type { AttemptId } from '../attempts/attempt.js';
import { attemptView, type DunningAttempt } from '../attempts/attempt.js';
import { storeAttempts, type TriedBy, type TriedStep } from '../attempts/attempt.repository.js';
import type { DunningAction } from '../schedule/dunning-schedule.js';
import type { SubscriptionControl, UnpaidSubscription } from '../subscription-control.port.js';
import { NO_COUNTS, type RunCounts, type RunInHand } from './dunning-run.js';
import { addCounts } from './dunning-run.repository.js';
import { forgetUnwritten } from './admit-steps.js';
import { lettersOf } from './letters-ahead.js';
import { lastTryOfStep, type DueStep } from './next-step.js';

/** A payment link to be made once the transaction is over. */
export interface Collection extends DueStep {
  readonly attemptId: AttemptId;
  readonly account: Pick<BillingAccount, 'name' | 'email'>;
}

/** What a batch needs to act. */
export interface StepMeans {
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

/**
 * Takes these steps in one transaction: letters are queued, subscriptions acted
 * on, attempts stored. What a payment provider must be asked for is answered,
 * to be done with no transaction open. Those that are taken `again` were
 * counted as looked at before; `ready` are letters that were rendered ahead.
 */
export async function takeSteps(
  tx: Tx,
  means: StepMeans,
  due: readonly DueStep[],
  {
    held,
    again,
    ready,
  }: {
    readonly held: number;
    readonly again: number;
    readonly ready: ReadyEmails;
  },
): Promise<readonly Collection[]> {
  const accounts = await findBillingAccounts(tx, [
    ...new Set(due.map(({ invoice }) => invoice.accountId)),
  ]);
  const by = (...actions: readonly DunningAction[]) =>
    due.filter(({ step }) => actions.includes(step.action));
  const outcomes = new Map<InvoiceId, Outcome>();
  await writeLetters(tx, means, by('reminder', 'warning'), { accounts, outcomes, ready });
  await actOnSubscriptions(tx, means, by('suspend_subscription', 'cancel_subscription'), outcomes);
  const admitted = await admitCollections(tx, means, by('payment_retry'), { accounts, outcomes });
  const tried = due.map((each) => triedStep(each, outcomes.get(each.invoice.id)));
  const stored = await storeAttempts(tx, triedBy(means.run), tried);
  if (means.mail) await forgetUnwritten(tx, due, ({ id }) => IN_HAND.has(outcomes.get(id)?.result));
  announceStep(tx, stored);
  const counts = countsOf(stored, held);
  await addCounts(tx, means.run.id, { ...counts, invoices: counts.invoices - again });
  const ids = new Map(tried.map(({ invoiceId, id }) => [invoiceId, id]));
  return admitted.map((each) => ({ ...each, attemptId: ids.get(each.invoice.id) as AttemptId }));
}

/** What all that a run tries has in common. */
function triedBy({ id: runId, asOf, on: madeOn, ladder }: RunInHand): TriedBy {
  return { runId, asOf, madeOn, ladder };
}

interface Shared {
  readonly accounts: ReadonlyMap<AccountId, BillingAccount>;
  readonly outcomes: Map<InvoiceId, Outcome>;
}

async function writeLetters(
  tx: Tx,
  { run, mail }: StepMeans,
  due: readonly DueStep[],
  { accounts, outcomes, ready }: Shared & { readonly ready: ReadyEmails },
): Promise<void> {
  if (!mail) {
    for (const { invoice } of due) outcomes.set(invoice.id, NO_MAIL);
    return;
  }
  const { letters, links } = await lettersOf(tx, due, { accounts, asOf: run.asOf });
  const queued = await queueEmails(tx, letters, ready);
  for (const [i, { invoice }] of due.entries()) {
    const answer = queued[i] as (typeof queued)[number];
    const paymentLink = links.get(invoice.id) ?? null;
    outcomes.set(
      invoice.id,
      'emailId' in answer
        ? { result: 'sent', reason: null, emailId: answer.emailId, paymentLink }
        : { result: 'failed', reason: answer.refused },
    );
  }
}

async function actOnSubscriptions(
  tx: Tx,
  { subscriptions }: StepMeans,
  due: readonly DueStep[],
  outcomes: Map<InvoiceId, Outcome>,
): Promise<void> {
  const wanted = due.flatMap(({ invoice, step }): UnpaidSubscription[] => {
    const { id: invoiceId, accountId, subscriptionId } = invoice;
    if (subscriptionId === null) {
      outcomes.set(invoiceId, { result: 'skipped', reason: 'no_subscription' });
      return [];
    }
    const action = step.action === 'suspend_subscription' ? 'suspend' : 'cancel';
    return [{ invoiceId, accountId, subscriptionId, action }];
  });
  if (wanted.length === 0) return;
  const answers = await subscriptions.act(tx, wanted);
  for (const [i, { invoiceId }] of wanted.entries()) {
    outcomes.set(invoiceId, answers[i] as Outcome);
  }
}

type Admitted = Omit<Collection, 'attemptId'>;

/** Template and address are checked before the gateway is asked for anything. */
async function admitCollections(
  tx: Tx,
  { mail }: StepMeans,
  due: readonly DueStep[],
  { accounts, outcomes }: Shared,
): Promise<readonly Admitted[]> {
  if (due.length === 0) return [];
  const template = await findTemplate(tx, 'DUNNING_PAYMENT_RETRY');
  const leasedUntil = addSeconds(tx.ctx.now, LEASE_SECONDS);
  return due.flatMap(({ invoice, step }): Admitted[] => {
    const account = accounts.get(invoice.accountId);
    const fail = (reason: string) => {
      outcomes.set(invoice.id, { result: 'failed', reason });
      return [];
    };
    if (!mail) return fail(NO_MAIL.reason);
    if (!template) return fail('template_missing');
    if (!template.active) return fail('template_inactive');
    if (!account || mailAddress(account.email) === undefined) return fail('recipient_missing');
    outcomes.set(invoice.id, { result: 'running', reason: null, leasedUntil });
    return [{ invoice, step, account }];
  });
}

function triedStep(
  { invoice, step: { step, daysAfterDue, action } }: DueStep,
  outcome: Outcome = { result: 'failed', reason: 'internal_error' },
): TriedStep {
  const last = lastTryOfStep(invoice, { step, daysAfterDue, action });
  return {
    id: newId<'dunning-attempt'>(),
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

/** A step that could not be taken for no reason of the business. */
export async function storeFault(tx: Tx, { run }: StepMeans, due: DueStep): Promise<void> {
  const stored = await storeAttempts(tx, triedBy(run), [triedStep(due)]);
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
