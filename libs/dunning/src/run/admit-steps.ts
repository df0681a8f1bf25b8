import type { Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import { interruptAttempts } from '../attempts/attempt.repository.js';
import { claimLetters, takeBackClaims } from '../letters/last-letter.repository.js';
import { sendsLetter } from '../letters/minimum-gap.js';
import type { RunInHand } from './dunning-run.js';
import { isLeftBehind, type DueStep } from './next-step.js';
import type { OverdueInvoice } from './overdue-invoice.js';

/**
 * Of the steps that a run wants to take those that it may: what a dead process was at is ended
 * first, and every customer who gets a letter is claimed, so that of two runs at once one writes to
 * him. Without a mail server nobody does.
 */
export async function admitSteps(
  tx: Tx,
  { run, mail }: { readonly run: RunInHand; readonly mail: boolean },
  due: readonly DueStep[],
): Promise<readonly DueStep[]> {
  const free = await withoutRevived(tx, due);
  if (!mail) return free;
  const letters = free.filter(({ step }) => sendsLetter(step));
  const { id: runId, on, minimumGapDays } = run;
  const claimed = await claimLetters(tx, { runId, on, minimumGapDays }, accountsOf(letters));
  return free.filter(({ invoice, step }) => !sendsLetter(step) || claimed.has(invoice.accountId));
}

/** Customers of whose letters none was written are not held back from the next. */
export async function forgetUnwritten(
  tx: Tx,
  due: readonly DueStep[],
  isWritten: (invoice: OverdueInvoice) => boolean,
): Promise<void> {
  const letters = due.filter(({ step }) => sendsLetter(step));
  const written = new Set(accountsOf(letters.filter(({ invoice }) => isWritten(invoice))));
  await takeBackClaims(
    tx,
    [...new Set(accountsOf(letters))].filter((account) => !written.has(account)).toSorted(),
  );
}

/** Whoever was taken for dead may have ended its attempt just now: then there is nothing to do. */
async function withoutRevived(tx: Tx, due: readonly DueStep[]): Promise<readonly DueStep[]> {
  const left = due.filter(({ invoice }) => invoice.before.some(isLeftBehind));
  const ended = await interruptAttempts(
    tx,
    left.map(({ invoice }) => invoice.id),
  );
  const revived = new Set(left.filter(({ invoice }) => !ended.has(invoice.id)));
  return due.filter((each) => !revived.has(each));
}

function accountsOf(due: readonly DueStep[]): readonly AccountId[] {
  return due.map(({ invoice }) => invoice.accountId);
}
