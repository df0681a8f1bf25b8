import { isForLater, type Database, type Tx } from '@quittance/database';
import { payableLink, type CheckoutMeans } from '@quittance/gateway';
import { bulkCtx, DomainError, systemCtx, type Ctx, type InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import {
  type TemplateRenderer,
  prepareEmails,
  renderAhead,
  type ReadyEmails,
} from '@quittance/notifications';
import { openOverdue } from '@quittance/receivables';
import { atWork, quarantineSeconds, setAside, workQuarantined } from '@quittance/watchdog';
import { finishAttempts, holdAttempts, type FinishedStep } from '../attempts/attempt.repository.js';
import type { Letter } from '../letters/choose-letters.js';
import { claimLetter, takeBackClaims } from '../letters/last-letter.repository.js';
import { askedByCurrency, subjectOf } from '../letters/letter.js';
import { FEE_REFUSED, type FeesWithin } from '../step-fees/step-fees.js';
import { NO_COUNTS, type RunInHand } from './dunning-run.js';
import { addCounts } from './dunning-run.repository.js';
import type { DueStep, RunTerms } from './next-step.js';
import { isOnItsWay, openAmount, type OverdueInvoice } from './overdue-invoice.js';
import { overdueInvoices } from './overdue-invoice.sql.js';
import { announceStep, countsOf, type Collection } from './take-steps.js';
import { lettersOf, sendLetters, writtenLetters, type WrittenLetter } from './write-letters.js';

/** Told about what fails for no reason of the business. */
export type OnStepFault = (error: unknown, invoiceId: InvoiceId) => void;

/** The currencies of which no link could be made, with the reason. */
type Refusals = ReadonlyMap<Currency, string>;

/** What payments of overdue invoices are asked for with. */
export interface CollectMeans {
  readonly db: Database;
  readonly checkouts: CheckoutMeans;
  readonly renderer: TemplateRenderer;
  feesAhead(): FeesWithin;
  write<T>(ctx: Ctx, work: (tx: Tx, fees: FeesWithin) => Promise<T>): Promise<T>;
}

/** The run that is at it, what it goes by, and who is told of faults. */
export interface CollectFor {
  readonly run: RunInHand;
  readonly terms: RunTerms;
  readonly onFault?: OnStepFault | undefined;
}

/** As many as a provider is asked for at once. */
const MOST_TOGETHER = 100;

const NOTHING_OPEN = 'invoice_has_no_balance';
/** What one invoice has against a link keeps the others from none. */
const OF_SOME: ReadonlySet<string> = new Set([
  NOTHING_OPEN,
  'payment_in_progress',
  'record_awaits_approval',
]);

/**
 * Makes payment links for what nobody objects to of overdue invoices, one for each currency, and
 * writes to the customer. Never throws because a link could not be made: that is the attempt's
 * result, and the other invoices of the run do not wait for it.
 */
export async function collectPayment(
  ctx: Ctx,
  means: CollectMeans,
  by: CollectFor,
  collection: Collection,
): Promise<void> {
  const own = { ...ctx, ...unitOf(collection.letter) };
  const held = quarantineSeconds(own) > 0;
  const refused = await makeLinks(own, means, by, collection);
  const { db, checkouts, renderer } = means;
  const collecting = { db, checkouts, renderer, ...by, collection, refused };
  try {
    const ready = await ahead(own, { ...collecting, fees: means.feesAhead() });
    await means.write(own, (tx, fees) => conclude(tx, { ...collecting, fees }, ready));
  } catch (error) {
    if (isForLater(error)) throw error;
    by.onFault?.(error, collection.letter.lead.invoice.id);
    await means.write(own, (tx) => giveUp(tx, by.run, collection));
  }
  if (held) setAside(own);
}

/** A collection of which it is known which links there are. */
interface Collecting extends Omit<CollectMeans, 'feesAhead' | 'write'>, CollectFor {
  readonly fees: FeesWithin;
  readonly collection: Collection;
  readonly refused: Refusals;
}

/** The letter as it is now, rendered while nothing is locked. */
async function ahead(ctx: Ctx, collecting: Collecting): Promise<ReadyEmails> {
  const { db, renderer } = collecting;
  const prepared = await db.read(ctx, async (tx) => {
    const { written } = await lettersNow(tx, collecting);
    return prepareEmails(
      tx,
      written.map(({ email }) => email),
    );
  });
  return renderAhead(renderer, ctx.companyId, prepared);
}

/**
 * One link for each currency in which a payment is asked for. Where money has come for some of the
 * invoices meanwhile, it is over the others.
 */
async function makeLinks(
  ctx: Ctx,
  { db, checkouts }: Pick<CollectMeans, 'db' | 'checkouts'>,
  { terms, onFault }: CollectFor,
  { letter }: Collection,
): Promise<Refusals> {
  const wanted = new Set(
    letter.steps.filter(asksForPayment).map(({ invoice }) => invoice.currency),
  );
  const refused = new Map<Currency, string>();
  for (const [currency, invoices] of askedByCurrency(letter)) {
    if (!wanted.has(currency)) continue;
    const ids = invoices
      .filter(isForLink)
      .slice(0, MOST_TOGETHER)
      .map(({ id }) => id);
    if (ids.length === 0) continue;
    let reason = await refusalOf(ctx, checkouts, { letter, ids }, onFault);
    if (reason !== null && OF_SOME.has(reason)) {
      const now = await db.read(ctx, (tx) => overdueNow(tx, terms, letter));
      const left = now.filter((each) => ids.includes(each.id) && isForLink(each));
      const over = { letter, ids: left.map(({ id }) => id) };
      if (left.length > 0) reason = await refusalOf(ctx, checkouts, over, onFault);
    }
    if (reason !== null) refused.set(currency, reason);
  }
  return refused;
}

/**
 * What is overdue by now of whom a letter is for: one that asks for one invoice names what else of
 * the customer is in dispute. Where each invoice has its own it says nothing of others.
 */
async function overdueNow(
  tx: Tx,
  { asOf, schedule }: RunTerms,
  letter: Letter,
): Promise<readonly OverdueInvoice[]> {
  const sought = schedule.consolidate
    ? { accounts: [letter.accountId] }
    : { id: letter.lead.invoice.id };
  return overdueInvoices(tx, asOf, await openOverdue.read(tx, asOf, sought));
}

async function refusalOf(
  ctx: Ctx,
  checkouts: CheckoutMeans,
  { letter, ids }: { readonly letter: Letter; readonly ids: readonly InvoiceId[] },
  onFault?: OnStepFault,
): Promise<string | null> {
  // The checkout answers its own request, not the one that started the run.
  const plain = systemCtx(ctx.companyId, ctx.now, ctx.requestId, ctx.actor);
  const own = bulkCtx({ ...plain, ...unitOf(letter) });
  if (quarantineSeconds(own) > 0) return workQuarantined.code;
  const [invoiceId, ...more] = ids;
  const over = more.length === 0 && invoiceId ? { invoiceId } : { invoiceIds: ids };
  try {
    await atWork(own, () => payableLink(own, checkouts, { ...over, undisputedOnly: true }));
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    onFault?.(error, letter.lead.invoice.id);
    return 'internal_error';
  }
}

const asksForPayment = ({ step }: DueStep) => step.action === 'payment_retry';

/**
 * Writes to the customer and stores what came of it, but for what another process has taken over.
 */
async function conclude(tx: Tx, collecting: Collecting, ready: ReadyEmails): Promise<void> {
  const { run, collection } = collecting;
  const { letter } = collection;
  // Whoever was away for too long writes no second letter.
  if (!(await holdAll(tx, collection))) return;
  const { written, skipped, failed } = await lettersNow(tx, collecting);
  // Nor one to somebody to whom another run has written meanwhile: a later run begins anew.
  const occasion = { ...run, runId: run.id };
  if (written.length > 0 && !(await claimLetter(tx, occasion, letter.accountId))) return;
  const outcomes = await queued(tx, collecting, written, ready);
  for (const id of skipped) outcomes.set(id, { result: 'skipped', reason: NOTHING_OPEN });
  for (const [id, reason] of failed) outcomes.set(id, { result: 'failed', reason });
  await finish(tx, run, collection, outcomes);
}

/**
 * The steps of what cannot be concluded, for no reason of the business, have failed: neither the
 * rest of the run nor a later one waits for it.
 */
async function giveUp(tx: Tx, run: RunInHand, collection: Collection): Promise<void> {
  if (await holdAll(tx, collection)) await finish(tx, run, collection, new Map());
}

/** False where another process has taken any of it over. */
async function holdAll(tx: Tx, { attempts, letter }: Collection): Promise<boolean> {
  const ids = letter.steps.map(({ invoice }) => attempts.get(invoice.id)).filter(isKnown);
  return (await holdAttempts(tx, ids)).size === ids.length;
}

/** Stores and tells what came of each. Who was not written to is no letter nearer to the next. */
async function finish(
  tx: Tx,
  run: RunInHand,
  { attempts, letter }: Collection,
  outcomes: ReadonlyMap<InvoiceId, Outcome>,
): Promise<void> {
  const finished = await finishAttempts(
    tx,
    letter.steps.map(({ invoice }): FinishedStep => {
      const outcome = outcomes.get(invoice.id) ?? INTERNAL;
      const id = attempts.get(invoice.id) as FinishedStep['id'];
      return { id, paymentLink: null, emailId: null, ...outcome };
    }),
  );
  const letters = new Set(finished.map(({ emailId }) => emailId).filter(isKnown)).size;
  announceStep(tx, finished);
  await addCounts(tx, run.id, { ...NO_COUNTS, ...countsOf(finished, 0), letters, invoices: 0 });
  if (letters === 0) await takeBackClaims(tx, [letter.accountId]);
}

const isKnown = <T>(value: T | null | undefined): value is T =>
  value !== null && value !== undefined;

/** One for one or for several: beside the step of an invoice, which is done by now. */
function unitOf(letter: Letter) {
  return { unit: { kind: 'dunning-collection', id: subjectOf(letter).recordId } };
}

type Outcome = Pick<FinishedStep, 'result' | 'reason'> & Partial<FinishedStep>;
const INTERNAL: Outcome = { result: 'failed', reason: 'internal_error' };

async function queued(
  tx: Tx,
  { run, fees, collection: { attempts } }: Collecting,
  written: readonly WrittenLetter[],
  ready: ReadyEmails,
): Promise<Map<InvoiceId, Outcome>> {
  const { sent, feesRefused, keepFees } = await sendLetters(
    tx,
    written.map((each) => keyed(each, run)),
    { fees, ready, attempts },
  );
  keepFees();
  const outcomes = new Map<InvoiceId, Outcome>();
  for (const { letter, links, outcome } of sent) {
    for (const { invoice } of letter.steps) {
      const paymentLink = links.get(invoice.currency)?.url ?? null;
      const reason = outcome.reason ?? (feesRefused.has(invoice.id) ? FEE_REFUSED : null);
      outcomes.set(invoice.id, { ...outcome, reason, paymentLink });
    }
  }
  return outcomes;
}

/** By a key of its run, so that it is not written twice. */
function keyed(written: WrittenLetter, run: RunInHand): WrittenLetter {
  const { email, letter, naming } = written;
  const dedupeKey = `dunning/${run.id}/${email.recordId}/${letter.lead.step.step}`;
  return {
    ...written,
    email: { ...email, dedupeKey },
    naming: (asked) => keyed(naming(asked), run),
  };
}

/** What is written now, and of what nothing is. */
interface LettersNow {
  readonly written: readonly WrittenLetter[];
  readonly skipped: readonly InvoiceId[];
  readonly failed: readonly (readonly [InvoiceId, string])[];
}

/** Why nothing of an invoice may be asked for now, though it is open. */
function againstAsking(invoice: OverdueInvoice): string | null {
  if (invoice.awaitsApproval) return 'awaits_approval';
  if (openAmount(invoice) <= 0n) return 'disputed';
  return isOnItsWay(invoice) ? 'payment_pending' : null;
}

/** While a payer's money is under way nobody makes another link over the invoice. */
const isForLink = (invoice: OverdueInvoice) =>
  againstAsking(invoice) === null && invoice.underWay === 0n;

/**
 * The letter says what is open now: making links took its time, and money may have come. Where no
 * link could be made only the steps that wanted one have failed: the others are told of without.
 * The step of what is settled is over; that of whatever else is not written about comes again.
 */
async function lettersNow(
  tx: Tx,
  { checkouts, terms, fees, collection: { letter }, refused }: Collecting,
): Promise<LettersNow> {
  const overdue = await overdueNow(tx, terms, letter);
  const open = new Map(overdue.map((each) => [each.id, each]));
  const skipped: InvoiceId[] = [];
  const failed: (readonly [InvoiceId, string])[] = [];
  const due: DueStep[] = [];
  for (const each of letter.steps) {
    const { id, currency } = each.invoice;
    const invoice = open.get(id);
    const noLink = asksForPayment(each) ? refused.get(currency) : undefined;
    const reason = (invoice && againstAsking(invoice)) ?? noLink;
    if (!invoice) skipped.push(id);
    else if (reason) failed.push([id, reason]);
    else due.push({ invoice, step: each.step });
  }
  const means = { checkouts, terms, fees };
  const written = await writtenLetters(tx, means, await lettersOf(tx, means, due, overdue));
  return { written, skipped, failed };
}
