import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { StartCheckout } from '@quittance/gateway';
import { DomainError, failpoint, systemCtx, type Ctx, type InvoiceId } from '@quittance/kernel';
import { queueEmail } from '@quittance/notifications';
import { finishAttempt, holdAttempt, type FinishedStep } from '../attempts/attempt.repository.js';
import { NO_COUNTS, type DunningRun } from './dunning-run.js';
import { addCounts } from './dunning-run.repository.js';
import { letterOf } from './letter.js';
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
    const { invoice, step, account } = collection;
    const attempt = { invoiceId: invoice.id, step: step.step, paymentLink: null, emailId: null };
    await this.db.write(ctx, async (tx) => {
      // Whoever was away for too long writes no second letter.
      if (!(await holdAttempt(tx, { ...attempt, runId: run.id }))) return;
      let outcome: FinishedStep;
      if ('refused' in found) {
        outcome = { ...attempt, ...resultOf(found.refused) };
      } else {
        const { paymentLink } = found;
        const facts = {
          templateCode: 'DUNNING_PAYMENT_RETRY',
          to: account.email,
          accountName: account.name,
          paymentLink,
          asOf: run.asOf,
        } as const;
        const dedupeKey = `dunning/${run.id}/${invoice.id}/${step.step}`;
        const queued = await queueEmail(tx, { ...letterOf(invoice, facts), dedupeKey });
        outcome =
          'emailId' in queued
            ? { ...attempt, result: 'sent', reason: null, paymentLink, emailId: queued.emailId }
            : { ...attempt, result: 'failed', reason: queued.refused, paymentLink };
      }
      const finished = await finishAttempt(tx, outcome);
      if (!finished) return;
      announce(tx, [finished]);
      await addCounts(tx, run.id, { ...NO_COUNTS, ...countsOf([finished], 0), invoices: 0 });
    });
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

/** An invoice that was paid or disputed meanwhile needs no letter. */
function resultOf(reason: string) {
  return { result: reason === 'invoice_has_no_balance' ? 'skipped' : 'failed', reason } as const;
}
