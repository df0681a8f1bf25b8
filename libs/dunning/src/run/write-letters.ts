import { findBillingAccounts, type BillingAccount } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import { letterLinks, livePaymentLinks, type CheckoutMeans } from '@quittance/gateway';
import type { AccountId, InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import {
  queueEmails,
  templatesThatShow,
  type EmailId,
  type NewEmail,
  type ReadyEmails,
} from '@quittance/notifications';
import { chooseLetters, isForOne, type Letter } from '../letters/choose-letters.js';
import { askedByCurrency, emailOf } from '../letters/letter.js';
import type { FeesWithin } from '../step-fees/step-fees.js';
import type { DueStep, RunTerms } from './next-step.js';
import { openAmount, type OverdueInvoice } from './overdue-invoice.js';

/** What letters are put together with. */
export interface LetterMeans {
  readonly checkouts: CheckoutMeans;
  readonly terms: Pick<RunTerms, 'schedule' | 'asOf'>;
  readonly fees: FeesWithin;
}

/** A letter with the e-mail that it is, and where its invoices are paid. */
export interface WrittenLetter {
  readonly letter: Letter;
  readonly email: NewEmail;
  readonly links: ReadonlyMap<Currency, PayPlace>;
}

interface PayPlace {
  readonly url: string;
  /** The invoices that are paid there. */
  readonly ids: readonly InvoiceId[];
}

/** The letters that take these steps, without what only is about to be written. */
export async function lettersOf(
  tx: Tx,
  { terms: { schedule } }: LetterMeans,
  due: readonly DueStep[],
  overdue: readonly OverdueInvoice[],
): Promise<readonly Letter[]> {
  if (due.length === 0) return [];
  const forSeveral = schedule.consolidate
    ? await templatesThatShow(tx, 'invoices')
    : new Set<string>();
  return chooseLetters(due, overdue, { schedule, forSeveral });
}

/** Puts letters into words and says where they are paid; makes no link and asks no provider. */
export async function writtenLetters(
  tx: Tx,
  { checkouts, terms: { asOf }, fees: asked }: LetterMeans,
  letters: readonly Letter[],
  known?: ReadonlyMap<AccountId, BillingAccount>,
): Promise<readonly WrittenLetter[]> {
  if (letters.length === 0) return [];
  const ids = [...new Set(letters.map(({ accountId }) => accountId))];
  const [accounts, places, fees] = await Promise.all([
    known ?? findBillingAccounts(tx, ids),
    payPlaces(tx, checkouts, letters),
    asked.of(
      tx,
      letters.flatMap(({ steps }) => steps),
    ),
  ]);
  return letters.map((letter, i) => {
    const links = places[i] ?? new Map<Currency, PayPlace>();
    const account = accounts.get(letter.accountId);
    const linkIn = (currency: Currency) => links.get(currency)?.url ?? null;
    return { letter, links, email: emailOf(letter, { account, linkIn, asOf, fees }) };
  });
}

/** What became of a letter, and so of all the steps that it takes. */
export interface LetterOutcome {
  readonly result: 'sent' | 'failed';
  readonly reason: string | null;
  readonly emailId: EmailId | null;
}

/** Queues letters, and keeps what their links are over; the outcomes are in their order. */
export async function queueLetters(
  tx: Tx,
  letters: readonly WrittenLetter[],
  ready: ReadyEmails,
): Promise<readonly LetterOutcome[]> {
  const emails = letters.map(({ email }) => email);
  const queued = await queueEmails(tx, emails, ready);
  const all = letters.flatMap(({ links }) => [...links.values()].map(({ ids }) => ids));
  await letterLinks.keep(tx, all);
  return queued.map((answer) =>
    'emailId' in answer
      ? { result: 'sent', reason: null, emailId: answer.emailId }
      : { result: 'failed', reason: answer.refused, emailId: null },
  );
}

/** Where each letter's invoices are paid, by currency. */
async function payPlaces(
  tx: Tx,
  checkouts: CheckoutMeans,
  letters: readonly Letter[],
): Promise<readonly ReadonlyMap<Currency, PayPlace>[]> {
  const single = letters.filter(isForOne).flatMap(({ asked }) => asked);
  const open = single.map((invoice) => ({ id: invoice.id, balance: openAmount(invoice) }));
  const [live, served] = await Promise.all([
    livePaymentLinks(tx, open),
    letterLinks.areServed(tx, checkouts),
  ]);
  const { companyId } = tx.ctx;
  return letters.map((letter) => {
    const places = [...askedByCurrency(letter)].flatMap(([currency, invoices]) => {
      const ids = invoices.map(({ id }) => id);
      const alive = isForOne(letter) ? live.get(letter.lead.invoice.id) : undefined;
      const url = alive ?? (served ? letterLinks.addressOf(checkouts, companyId, ids) : undefined);
      return url ? [[currency, { url, ids: alive ? [] : ids }] as const] : [];
    });
    return new Map(places);
  });
}
