import type { Database, Tx } from '@quittance/database';
import { payableLink, type CheckoutMeans } from '@quittance/gateway';
import { bulkCtx, DomainError, systemCtx, type Ctx, type InvoiceId } from '@quittance/kernel';
import {
  type TemplateRenderer,
  prepareEmails,
  queueEmails,
  renderAhead,
  type NewEmail,
  type ReadyEmails,
} from '@quittance/notifications';
import { atWork, quarantineSeconds, setAside, workQuarantined } from '@quittance/watchdog';
import { openOverdue } from '@quittance/receivables';
import { finishAttempt, holdAttempt, type FinishedStep } from '../attempts/attempt.repository.js';
import { claimLetter, takeBackClaims } from '../letters/last-letter.repository.js';
import { letterOf } from '../letters/letter.js';
import { NO_COUNTS, type RunInHand } from './dunning-run.js';
import { addCounts } from './dunning-run.repository.js';
import { openAmount } from './overdue-invoice.js';
import { overdueInvoices } from './overdue-invoice.sql.js';
import { announceStep, countsOf, type Collection } from './take-steps.js';

/** Told about what fails for no reason of the business. */
export type OnStepFault = (error: unknown, invoiceId: InvoiceId) => void;

type Found = { readonly paymentLink: string } | { readonly refused: string };

/** What payments of overdue invoices are asked for with. */
export interface CollectMeans {
  readonly db: Database;
  readonly checkouts: CheckoutMeans;
  readonly renderer: TemplateRenderer;
}

/**
 * Makes a payment link for what nobody objects to of an overdue invoice, and writes to the
 * customer. Never throws because a link could not be made: that is the attempt's result, and the
 * other invoices of the run do not wait for it.
 */
export async function collectPayment(
  ctx: Ctx,
  { db, checkouts, renderer }: CollectMeans,
  { run, onFault }: { readonly run: RunInHand; readonly onFault?: OnStepFault | undefined },
  collection: Collection,
): Promise<void> {
  const own = { ...ctx, ...unitOf(collection.invoice) };
  const held = quarantineSeconds(own) > 0;
  const found = await linkTo(own, checkouts, collection, onFault);
  const ready = await ahead(own, { db, renderer }, run, { collection, found });
  await db.write(own, (tx) => conclude(tx, { ...run, ready }, collection, found));
  if (held) setAside(own);
}

/** The letter as it is now, rendered while nothing is locked. */
async function ahead(
  ctx: Ctx,
  { db, renderer }: Pick<CollectMeans, 'db' | 'renderer'>,
  run: Pick<RunInHand, 'asOf'>,
  { collection, found }: { readonly collection: Collection; readonly found: Found },
): Promise<ReadyEmails> {
  if ('refused' in found) return new Map();
  const prepared = await db.read(ctx, async (tx) => {
    const letter = await letterAbout(tx, run, collection, found.paymentLink);
    return letter ? prepareEmails(tx, [letter]) : [];
  });
  return renderAhead(renderer, ctx.companyId, prepared);
}

async function linkTo(
  ctx: Ctx,
  checkouts: CheckoutMeans,
  { invoice }: Collection,
  onFault?: OnStepFault,
): Promise<Found> {
  // The checkout answers its own request, not the one that started the run.
  const plain = systemCtx(ctx.companyId, ctx.now, ctx.requestId, ctx.actor);
  const own = bulkCtx({ ...plain, ...unitOf(invoice) });
  if (quarantineSeconds(own) > 0) return { refused: workQuarantined.code };
  try {
    const asked = { invoiceId: invoice.id, undisputedOnly: true };
    const { lastingUrl } = await atWork(own, () => payableLink(own, checkouts, asked));
    return { paymentLink: lastingUrl };
  } catch (error) {
    if (error instanceof DomainError) return { refused: error.code };
    onFault?.(error, invoice.id);
    return { refused: 'internal_error' };
  }
}

/** Writes to the customer and stores what came of it, unless another process has taken it over. */
async function conclude(
  tx: Tx,
  run: Conclusion,
  collection: Collection,
  found: Found,
): Promise<void> {
  const { attemptId: id, invoice } = collection;
  // Whoever was away for too long writes no second letter.
  if (!(await holdAttempt(tx, id))) return;
  const occasion = { ...run, runId: run.id };
  const links = 'paymentLink' in found;
  // Nor one to somebody to whom another run has written meanwhile: a later run begins anew.
  if (links && !(await claimLetter(tx, occasion, invoice.accountId))) return;
  const outcome = links
    ? await writeLetter(tx, run, collection, found.paymentLink)
    : resultOf(found.refused);
  const finished = await finishAttempt(tx, { id, paymentLink: null, emailId: null, ...outcome });
  if (!finished) return;
  if (finished.result !== 'sent') await takeBackClaims(tx, [invoice.accountId]);
  announceStep(tx, [finished]);
  await addCounts(tx, run.id, { ...NO_COUNTS, ...countsOf([finished], 0), invoices: 0 });
}

/** Beside the step of the invoice itself, which is done by now. */
function unitOf({ id }: Collection['invoice']) {
  return { unit: { kind: 'dunning-collection', id } };
}

type Outcome = Pick<FinishedStep, 'result' | 'reason'> & Partial<FinishedStep>;

/** A run, and the letters that were rendered ahead for it. */
type Conclusion = RunInHand & { readonly ready: ReadyEmails };

async function writeLetter(
  tx: Tx,
  run: Conclusion,
  collection: Collection,
  paymentLink: string,
): Promise<Outcome> {
  const letter = await letterAbout(tx, run, collection, paymentLink);
  if (!letter) return resultOf(NOTHING_OPEN);
  const dedupeKey = `dunning/${run.id}/${collection.invoice.id}/${collection.step.step}`;
  const [queued] = await queueEmails(tx, [{ ...letter, dedupeKey }], run.ready);
  if (!queued || 'refused' in queued) {
    return { result: 'failed', reason: queued?.refused ?? 'internal_error', paymentLink };
  }
  return { result: 'sent', reason: null, paymentLink, emailId: queued.emailId };
}

/**
 * The letter says what is open now: making the link took its time, and money may have come. None
 * where nothing is open any more.
 */
async function letterAbout(
  tx: Tx,
  { asOf }: Pick<RunInHand, 'asOf'>,
  { invoice: { id }, account }: Collection,
  paymentLink: string,
): Promise<NewEmail | null> {
  const found = await openOverdue.read(tx, asOf, { id });
  const [invoice] = await overdueInvoices(tx, asOf, found);
  if (!invoice || openAmount(invoice) === 0n) return null;
  return letterOf(invoice, {
    templateCode: 'DUNNING_PAYMENT_RETRY',
    to: account.email,
    accountName: account.name,
    paymentLink,
    asOf,
  });
}

const NOTHING_OPEN = 'invoice_has_no_balance';

/** An invoice that was paid or disputed meanwhile needs no letter. */
function resultOf(reason: string) {
  return { result: reason === NOTHING_OPEN ? 'skipped' : 'failed', reason } as const;
}
