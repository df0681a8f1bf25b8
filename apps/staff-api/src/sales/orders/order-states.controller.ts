import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { exchangeRateMissing } from '@quittance/crm/host';
import { creditCheckFailed, creditHoldHard } from '@quittance/credit';
import { Answers, PathId, Problems, RequestCtx, Resource, Writes } from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import type { OrderId } from '@quittance/sales';
import {
  CancelOrder,
  CloseOrder,
  CloseShort,
  ConfirmOrder,
  ConvertQuote,
  creditFirst,
  creditFlagDenied,
  orderHasInvoices,
  orderHasNoLines,
  orderHasShipments,
  orderNotConfirmed,
  orderNotDelivered,
  awaitingCustomerApproval,
  orderNotDraft,
  orderNotInvoiced,
  orderNotPending,
  orderTaxUndetermined,
  PlaceOrder,
  planMissing,
  priceNotFound,
  quoteStatusConflict,
  type QuoteId,
} from '@quittance/sales/host';
import { recordAwaitsApproval } from '@quittance/rules/host';
import { RECORD_PROBLEMS } from '../../objects/record-problems.js';
import {
  CloseOrderDto,
  CloseShortDto,
  ConfirmedOrderDto,
  ConfirmOrderDto,
  OrderDto,
  OrderReasonDto,
} from './order.dto.js';
import { ShowsOrderFields } from './shows-order-fields.js';

const INCOMPLETE = [orderHasNoLines, priceNotFound, orderTaxUndetermined];

/** What moves an order from one status to another. */
@ApiTags('Sales orders')
@Resource('sales-orders')
@ShowsOrderFields()
@Controller('sales-orders/:id')
export class OrderStatesController {
  constructor(
    private readonly placeOrder: PlaceOrder,
    private readonly confirmOrder: ConfirmOrder,
    private readonly cancelOrder: CancelOrder,
    private readonly closeOrder: CloseOrder,
    private readonly closeOrderShort: CloseShort,
  ) {}

  @Post('place')
  @Answers(OrderDto)
  @Problems(recordAwaitsApproval, notFound, orderNotDraft, awaitingCustomerApproval, ...INCOMPLETE)
  @ApiOperation({ summary: 'Hand a complete draft over: from then on credit counts it' })
  place(@RequestCtx() ctx: Ctx, @PathId('id') id: OrderId) {
    return this.placeOrder.execute(ctx, id);
  }

  @Post('confirm')
  @Answers(ConfirmedOrderDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    orderNotPending,
    awaitingCustomerApproval,
    ...INCOMPLETE,
    planMissing,
    creditHoldHard,
    creditCheckFailed,
    exchangeRateMissing,
    creditFlagDenied,
  )
  @ApiOperation({
    summary: 'Make an order bind',
    description:
      'As far as the credit of the customer covers it: what needs approval waits as ' +
      '`pending_approval`, and the approval of an override confirms it; what is rejected ' +
      'stays as it is with its check. An approved check, of its quote too, counts whatever the ' +
      'order comes to by now, unless a soft hold asks for approval or the company has it asked ' +
      'anew (`recheckGrown`, `recheckOnConfirm`); `credit` says what it was about and whether ' +
      'that covers the order. What recurs begins.',
  })
  confirm(@RequestCtx() ctx: Ctx, @PathId('id') id: OrderId, @Body() body: ConfirmOrderDto) {
    return this.confirmOrder.execute(ctx, id, body);
  }

  @Post('cancel')
  @Answers(OrderDto)
  @Problems(recordAwaitsApproval, notFound, orderNotPending, orderHasShipments, orderHasInvoices)
  @ApiOperation({
    summary: 'Give up an order of which nothing has left; it keeps its number',
    description: 'What recurs of it is cancelled with it.',
  })
  cancel(@RequestCtx() ctx: Ctx, @PathId('id') id: OrderId, @Body() body: OrderReasonDto) {
    return this.cancelOrder.execute(ctx, id, body);
  }

  @Post('close')
  @Answers(OrderDto)
  @Problems(recordAwaitsApproval, notFound, orderNotDelivered, orderNotInvoiced)
  @ApiOperation({ summary: 'End an order that was delivered and is invoiced in full' })
  close(@RequestCtx() ctx: Ctx, @PathId('id') id: OrderId, @Body() body: CloseOrderDto) {
    return this.closeOrder.execute(ctx, id, body.reason ?? null);
  }

  @Post('close-short')
  @Writes('lines')
  @Answers(OrderDto)
  @Problems(recordAwaitsApproval, notFound, orderNotConfirmed, validationFailed, creditFirst)
  @ApiOperation({
    summary: 'Give up what is left of an order',
    description:
      'With nothing left open it is delivered; one of which nothing ever left is closed, unless ' +
      'something is left to invoice.',
  })
  closeShort(@RequestCtx() ctx: Ctx, @PathId('id') id: OrderId, @Body() body: CloseShortDto) {
    return this.closeOrderShort.execute(ctx, id, body);
  }
}

/** The order of a quote. */
@ApiTags('Quotes')
@Resource('quotes')
@ShowsOrderFields()
@Controller('quotes/:id')
export class QuoteConversionController {
  constructor(private readonly convertQuote: ConvertQuote) {}

  @Post('convert')
  @Answers(OrderDto)
  @Problems(notFound, quoteStatusConflict, planMissing, ...RECORD_PROBLEMS)
  @ApiOperation({
    summary: 'Make the sales order of an accepted quote, once',
    description:
      'Asked again it answers the same order. What recurs becomes a contract and subscriptions, ' +
      'which wait for the order to be confirmed.',
  })
  convert(@RequestCtx() ctx: Ctx, @PathId('id') id: QuoteId) {
    return this.convertQuote.execute(ctx, id);
  }
}
