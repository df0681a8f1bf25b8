import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import { StartCheckout } from '@quittance/gateway';
import { DomainError, failpoint, systemCtx, type Ctx, type InvoiceId } from '@quittance/kernel';
import { queueEmail } from '@quittance/notifications';
import { finishAttempt, holdAttempt, type FinishedStep } from '../attempts/attempt.repository.js';
import { NO_COUNTS, type DunningRun } from './dunning-run.js';
import { addCounts } from './dunning-run.repository.js';
import { letterOf } from './letter.js';
import { openAmount } from './overdue-invoice.js';
import { overdueInvoices, READ_ONE } from './overdue-invoice.sql.js';
import { announce, countsOf, type Collection } from './take-steps.js';

/** Told about what fails for no reason of the business. */
export type OnFault = (error: unknown, invoiceId: InvoiceId) => void;

type Found = { readonly paymentLink: string } | { readonly refused: string };

/** Makes a payment link for what nobody objects to of an overdue invoice, and writes to the customer. */
@Injectable()
export class CollectPayment {
  constructor(
    private readonly db: Database,
    private readonly startCheckout: StartCheckout,
  ) {}

  /**
   * Never throws because a link could not be made: that is the attempt's result, and the other invoices
   * of the run do not wait for it.
   */
  async execute(
    ctx: Ctx,
    run: Pick<DunningRun, 'id' | 'asOf'>,
    collection: Collection,
    onFault?: OnFault,
  ): Promise<void> {
    const found = await this.link(ctx, collection, onFault);
    await failpoint('dunning.after_link');
    await this.db.write(ctx, (tx) => conclude(tx, run, collection, found));
  }

  private async link(ctx: Ctx, { invoice }: Collection, onFault?: OnFault): Promise<Found> {
    // The checkout answers its own request, not the one that started the run.
    const own = systemCtx(ctx.companyId, ctx.now, ctx.requestId, ctx.actor);
    try {
      const { lastingUrl } = await this.startCheckout.execute(own, {
        invoiceId: invoice.id,
        undisputedOnly: true,
      });
      return { paymentLink: lastingUrl };
    } catch (error) {
      if (error instanceof DomainError) return { refused: error.code };
      onFault?.(error, invoice.id);
      return { refused: 'internal_error' };
    }
  }
}

/** Writes to the customer and stores what came of it, unless another process has taken it over. */
async function conclude(
  tx: Tx,
  run: Pick<DunningRun, 'id' | 'asOf'>,
  collection: Collection,
  found: Found,
): Promise<void> {
  const { invoice, step } = collection;
  const held = { invoiceId: invoice.id, step: step.step, runId: run.id };
  // Whoever was away for too long writes no second letter.
  if (!(await holdAttempt(tx, held))) return;
  const outcome =
    'refused' in found
      ? resultOf(found.refused)
      : await writeLetter(tx, run, collection, found.paymentLink);
  const blank = { invoiceId: invoice.id, step: step.step, paymentLink: null, emailId: null };
  const finished = await finishAttempt(tx, { ...blank, ...outcome });
  if (!finished) return;
  announce(tx, [finished]);
  await addCounts(tx, run.id, { ...NO_COUNTS, ...countsOf([finished], 0), invoices: 0 });
}

type Outcome = Pick<FinishedStep, 'result' | 'reason'> & Partial<FinishedStep>;

/** The letter says what is open now: making the link took its time, and money may have come. */
async function writeLetter(
  tx: Tx,
  { id: runId, asOf }: Pick<DunningRun, 'id' | 'asOf'>,
  { invoice: { id }, step, account }: Collection,
  paymentLink: string,
): Promise<Outcome> {
  const one = [tx.ctx.companyId, asOf, tx.ctx.now, id];
  const [invoice] = await overdueInvoices(tx, READ_ONE, one);
  if (!invoice || openAmount(invoice) === 0n) return resultOf(NOTHING_OPEN);
  const facts = {
    templateCode: 'DUNNING_PAYMENT_RETRY',
    to: account.email,
    accountName: account.name,
    paymentLink,
    asOf,
  } as const;
  const dedupeKey = `dunning/${runId}/${id}/${step.step}`;
  const queued = await queueEmail(tx, { ...letterOf(invoice, facts), dedupeKey });
  return 'emailId' in queued
    ? { result: 'sent', reason: null, paymentLink, emailId: queued.emailId }
    : { result: 'failed', reason: queued.refused, paymentLink };
}

const NOTHING_OPEN = 'invoice_has_no_balance';

/** An invoice that was paid or disputed meanwhile needs no letter. */
function resultOf(reason: string) {
  return { result: reason === NOTHING_OPEN ? 'skipped' : 'failed', reason } as const;
}
