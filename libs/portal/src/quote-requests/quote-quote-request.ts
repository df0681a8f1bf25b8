import { Injectable } from '@nestjs/common';
import { holdContactOf, lockLedgerAccount } from '@quittance/crm';
import { sql, type Tx } from '@quittance/database';
import type { AccountId, Ctx } from '@quittance/kernel';
import { registrationFacts } from '@quittance/partner';
import { QuoteDesk } from '@quittance/sales';
import { quoteRequestHasNoAccount } from './quote-request.errors.js';
import type { QuoteRequest, QuoteRequestId } from './quote-request.js';
import {
  linesOfRequest,
  lockRequest,
  quoteRequestView,
  readRequest,
  storeRequest,
  type QuoteRequestView,
} from './quote-request.repository.js';
import { RequestFields } from './request-fields.js';
import type { RequestLine } from './request-line.js';
import { requireRequestStep } from './request-status.js';

/** By primary key: whether a quote still stands for the request. */
const STANDS = sql(`
  select q.id from sales.pub_quote q
  where q.company_id = $1 and q.id = $2 and q.status <> 'cancelled'`);

/**
 * Makes the draft quote of a request: its lines at the prices of the account, or those of the
 * contract that is to go on at what is paid for them, its words as internal notes. Once: asked
 * again it answers what was made, unless that was cancelled.
 */
@Injectable()
export class QuoteQuoteRequest {
  constructor(
    private readonly desk: QuoteDesk,
    private readonly fields: RequestFields,
  ) {}

  /**
   * @param accountId of an end customer of a partner, who was no account yet
   * @throws DomainError not_found, quote_request_status_conflict, quote_request_has_no_account, and
   *   those of a draft quote
   */
  execute(
    ctx: Ctx,
    id: QuoteRequestId,
    accountId: AccountId | null = null,
  ): Promise<QuoteRequestView> {
    return this.desk.write(ctx, async (tx, draft) => {
      const { registrationId, accountId: known } = await readRequest(tx, id);
      const deal = registrationId && (await registrationFacts(tx, registrationId));
      const customer = known ?? (deal ? deal.accountId : null) ?? accountId;
      if (customer === null) throw quoteRequestHasNoAccount();
      await lockLedgerAccount(tx, customer);
      const before = await lockRequest(tx, id);
      const status = requireRequestStep(before.status, 'quote');
      const lines = await linesOfRequest(tx, id);
      if (await stands(tx, before)) return quoteRequestView(before, lines);
      const { contactId, partnerId, title, contractId } = before;
      // Who asks that a contract goes on has said no lines: they are those of the contract.
      const renewed =
        contractId !== null && lines.length === 0
          ? await this.desk.linesOfContract(tx, contractId)
          : null;
      const quote = await draft({
        accountId: customer,
        ...(contactId && (await holdContactOf(tx, customer, contactId)) && { contactId }),
        partnerId,
        dealId: deal ? deal.dealId : null,
        title,
        internalNotes: wordsFor(before, lines, renewed?.leftOut ?? 0),
        custom: await this.fields.taken(tx, before.custom),
        // As the cart that it may have come from: nobody is quoted more than they were shown.
        ...(renewed ? { currency: renewed.currency } : { tiersAcross: 'document' }),
        lines:
          renewed?.lines ??
          lines.map(({ productId, description, quantity }) => ({
            productId,
            description,
            quantity,
          })),
      });
      const made = { quoteId: quote.id, quoteNumber: quote.number, accountId: customer };
      const change = { ...made, status, readyAt: null };
      return quoteRequestView(storeRequest(tx, 'quote_request.quoted', before, change), lines);
    });
  }
}

async function stands(tx: Tx, { quoteId }: QuoteRequest): Promise<boolean> {
  if (quoteId === null) return false;
  return (await tx.maybe(STANDS, [tx.ctx.companyId, quoteId])) !== undefined;
}

/** What the customer said, for whoever prices the quote; never printed. */
function wordsFor(
  request: QuoteRequest,
  lines: readonly RequestLine[],
  leftOut: number,
): string | null {
  const { notes, specialInstructions, preferredDeliveryDate } = request;
  const said = [
    notes && `Notes: ${notes}`,
    specialInstructions && `Special instructions: ${specialInstructions}`,
    preferredDeliveryDate && `Preferred delivery: ${preferredDeliveryDate}`,
    leftOut > 0 && `Items of the contract in other currencies, not taken over: ${leftOut}`,
    ...lines.map(({ position, note }) => note && `Line ${position}: ${note}`),
  ].filter((each) => each !== null && each !== false && each !== '');
  return said.length === 0 ? null : said.join('\n').slice(0, 20_000);
}
