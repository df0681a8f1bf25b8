import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { creditHoldHard } from '@quittance/credit';
import { preconditionFailed } from '@quittance/database';
import { Answers, PathId, PortalCaller, PortalRoute, Problems } from '@quittance/http/host';
import { notFound, validationFailed } from '@quittance/kernel';
import type { PortalCtx, Says } from '@quittance/portal';
import {
  AcceptCustomerQuote,
  approvalPending,
  approvalsAskedTooOften,
  noApproverAvailable,
  poNumberRequired,
  OrderCustomerQuote,
  type OrderedByCustomer,
} from '@quittance/portal/host';
import {
  planMissing,
  quoteExpired,
  quoteNotOpen,
  quoteStatusConflict,
  quoteSuperseded,
  selectionInvalid,
  type QuoteId,
} from '@quittance/sales/host';
import { CustomerRecords } from '../customer-records.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { ORDER } from '../shown/orders.js';
import { portalQuotes, QUOTE, RECEIPT } from '../shown/quotes.js';
import { AcceptedQuoteDto, SubmitQuoteForApprovalDto } from '../sales/quote.dto.js';
import { OrderedQuoteDto } from './committed.dto.js';

/** What a customer makes of a quote beside accepting it: hands it on, or orders it. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer' })
@Controller(`${CUSTOMER}/quotes`)
export class CommittedQuotesController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly accepting: AcceptCustomerQuote,
    private readonly ordering: OrderCustomerQuote,
  ) {}

  @PortalRoute({ directory: 'customer', rights: ['createQuotes'] })
  @Post(':id/submit-for-approval')
  @HttpCode(200)
  @Answers(AcceptedQuoteDto)
  @Problems(
    notFound,
    preconditionFailed,
    quoteNotOpen,
    quoteExpired,
    quoteSuperseded,
    selectionInvalid,
    poNumberRequired,
    creditHoldHard,
    noApproverAvailable,
    approvalsAskedTooOften,
    approvalPending,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Hand a quote on to those who may approve it',
    description: 'Whoever approves it accepts it, and signs it where it asks for a signature.',
  })
  submit(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: QuoteId,
    @Body() { version, options, note = null, ...said }: SubmitQuoteForApprovalDto,
  ) {
    const { email, name, portalUserId } = ctx.portal;
    const input = { ...said, name, email, note, ...(options && { selections: options }) };
    const more = { quote: QUOTE, receipt: RECEIPT } as const;
    const says = { outcome: 'plain', approvalId: 'plain', ...more } as const;
    return this.records.one(ctx, portalQuotes, id, says, (within) =>
      this.accepting.forward(within, portalUserId, { id, version }, input),
    );
  }

  @PortalRoute({ directory: 'customer', rights: ['placeOrders'] })
  @Post(':id/order')
  @HttpCode(200)
  @Answers(OrderedQuoteDto)
  @Problems(
    notFound,
    quoteStatusConflict,
    planMissing,
    creditHoldHard,
    noApproverAvailable,
    approvalsAskedTooOften,
    approvalPending,
  )
  @ApiOperation({
    summary: 'Order what was accepted of a quote, once',
    description: 'Asked again it answers the same order. What was charged is not charged again.',
  })
  order(@PortalCaller() ctx: PortalCtx, @PathId('id') id: QuoteId) {
    const { portalUserId, rights } = ctx.portal;
    const order = rights.has('viewOrders') ? ORDER : 'nobody';
    const says = { outcome: 'plain', approvalId: 'plain', order } as const;
    return this.records.one(ctx, portalQuotes, id, says as Says<OrderedByCustomer>, (within) =>
      this.ordering.execute(within, portalUserId, id),
    );
  }
}
