import { findBillingAccounts, type BillingAccount } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import { letterLinks, type CheckoutMeans } from '@quittance/gateway';
import type { AccountId, InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import {
  queueEmails,
  emailRefusals,
  templatesThatShow,
  type EmailId,
  type NewEmail,
  type ReadyEmails,
} from '@quittance/notifications';
import type { AttemptId } from '../attempts/attempt.js';
import { chooseLetters, type Letter } from '../letters/choose-letters.js';
import { askedByCurrency, emailOf, summedFees } from '../letters/letter.js';
import {
  NOTHING_ASKED,
  type FeeInvoice,
  type FeeInvoices,
  type FeesAsked,
  type FeeStep,
  type FeesWithin,
} from '../step-fees/step-fees.js';
import type { DueStep, RunTerms } from './next-step.js';
import type { OverdueInvoice } from './overdue-invoice.js';

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
  /** Its steps that ask for being late. */
  readonly charged: readonly FeeStep[];
  /** The same letter once the invoices of its fees are there: it names them and asks for them. */
  readonly naming: (asked: FeeInvoices) => WrittenLetter;
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
    asked.of(tx, letters.flatMap(stepsWithin)),
  ]);
  const shown = fees.size > 0 ? await templatesThatShow(tx, 'invoices') : new Set<string>();
  return letters.map((letter, i): WrittenLetter => {
    const place = places[i] ?? NO_PLACES;
    const account = accounts.get(letter.accountId);
    const charged = stepsWithin(letter).filter(({ invoice }) => fees.has(invoice.id));
    const sumsFees = shown.has(letter.templateCode);
    const naming = (feeInvoices: FeeInvoices): WrittenLetter => {
      const links = place(summedFees({ feeInvoices, sumsFees }));
      const linkIn = (currency: Currency) => links.get(currency)?.url ?? null;
      const facts = { account, linkIn, asOf, fees, feeInvoices, sumsFees };
      return { letter, links, charged, naming, email: emailOf(letter, facts) };
    };
    return naming(NOTHING_ASKED.invoices);
  });
}

/** A letter asks for the fees of its steps by itself. */
function stepsWithin({ steps, lead }: Letter): FeeStep[] {
  return steps.map((step) => ({ ...step, letter: lead.invoice.id }));
}

/** What became of a letter, and so of all the steps that it takes. */
export interface LetterOutcome {
  readonly result: 'sent' | 'failed';
  readonly reason: string | null;
  readonly emailId: EmailId | null;
}

/** What letters are sent with: those rendered ahead, and the tries of the steps that they take. */
export interface Sending {
  readonly fees: FeesWithin;
  readonly ready: ReadyEmails;
  readonly attempts: ReadonlyMap<InvoiceId, AttemptId>;
}

/** A letter as it was queued. */
export interface SentLetter extends WrittenLetter {
  readonly outcome: LetterOutcome;
}

/** Letters in their order, and what keeps their fees once the tries of their steps are there. */
interface SentLetters {
  readonly sent: readonly SentLetter[];
  /** The invoices whose steps ask for no fee, as a rule of the company refused its bill. */
  readonly feesRefused: FeesAsked['refused'];
  readonly keepFees: () => void;
}

/**
 * Queues letters, asks for the fees of their steps by invoices that they name, and keeps what their
 * links are over; in their order. What cannot be queued asks for nothing.
 */
export async function sendLetters(
  tx: Tx,
  written: readonly WrittenLetter[],
  sending: Sending,
): Promise<SentLetters> {
  const { letters, charging, feesRefused, keepFees } = await askFees(tx, written, sending);
  const emails = letters.map(({ email }) => email);
  const queued = await queueEmails(tx, emails, sending.ready);
  const all = letters.flatMap(({ links }) => [...links.values()].map(({ ids }) => ids));
  await letterLinks.keep(tx, all);
  const sent = letters.map((letter, i): SentLetter => {
    const answer = queued[i];
    if (answer && 'emailId' in answer) {
      return { ...letter, outcome: { result: 'sent', reason: null, emailId: answer.emailId } };
    }
    // Its fee is asked for already: all of it is undone, and noted as failed.
    if (charging.has(letter.letter)) throw new Error('A letter cannot name the invoice of its fee');
    const reason = answer?.refused ?? 'internal_error';
    return { ...letter, outcome: { result: 'failed', reason, emailId: null } };
  });
  return { sent, feesRefused, keepFees };
}

/** Letters as they name their fees, and those that have some. */
interface WithFees extends Pick<SentLetters, 'keepFees' | 'feesRefused'> {
  readonly letters: readonly WrittenLetter[];
  readonly charging: ReadonlySet<Letter>;
}

/** The letters with the invoices of their fees, and those that have some. */
async function askFees(
  tx: Tx,
  written: readonly WrittenLetter[],
  { fees, ready, attempts }: Sending,
): Promise<WithFees> {
  const wanted = written.filter(({ charged }) => charged.length > 0);
  if (wanted.length === 0) {
    const { refused: feesRefused, keep: keepFees } = NOTHING_ASKED;
    return { letters: written, charging: new Set(), feesRefused, keepFees };
  }
  const refusals = await emailRefusals(
    tx,
    wanted.map(({ email }) => email),
    ready,
  );
  const sendable = new Set(wanted.filter((_, i) => refusals[i] === null));
  const steps = [...sendable].flatMap(({ charged }) => charged);
  const made = await fees.charge(tx, steps, attempts);
  const { invoices: asked, refused: feesRefused, keep: keepFees } = made;
  const charging = new Set([...sendable].map(({ letter }) => letter));
  const letters = written.map((each) => {
    if (!sendable.has(each)) return each;
    const own = each.charged.flatMap(({ invoice: { id } }) => {
      const fee = asked.get(id);
      return fee ? [[id, fee] as const] : [];
    });
    return each.naming(new Map(own));
  });
  return { letters, charging, feesRefused, keepFees };
}

type Places = ReadonlyMap<Currency, PayPlace>;
/** Where a letter is paid together with the invoices of its fees. */
type PlacesWith = (fees: readonly FeeInvoice[]) => Places;
const NO_PLACES: PlacesWith = () => new Map();

/**
 * Where each letter's invoices are paid, by currency: by our own address, as a letter is read when
 * less may be open than is asked for in it.
 */
async function payPlaces(
  tx: Tx,
  checkouts: CheckoutMeans,
  letters: readonly Letter[],
): Promise<readonly PlacesWith[]> {
  const isServed = await letterLinks.servedIn(tx, checkouts);
  const { companyId } = tx.ctx;
  return letters.map((letter) => (fees) => {
    const places = [...askedByCurrency(letter)].flatMap(([currency, invoices]) => {
      const own = fees.filter((each) => each.currency === currency);
      // While a payer's money is under way no link over the invoice is made.
      const mayBePaid = own.length > 0 || invoices.some(({ underWay }) => underWay === 0n);
      if (!mayBePaid || !isServed(currency)) return [];
      const ids = [...invoices, ...own].map(({ id }) => id);
      const url = letterLinks.addressOf(checkouts, { companyId, accountId: letter.accountId }, ids);
      return [[currency, { url, ids }] as const];
    });
    return new Map(places);
  });
}
