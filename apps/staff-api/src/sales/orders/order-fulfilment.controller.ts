import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { exchangeRateMissing } from '@quittance/crm/host';
import { creditCheckFailed, creditHoldHard } from '@quittance/credit';
import {
  Answers,
  AnswersList,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  Weighs,
  Writes,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import type { OrderId } from '@quittance/sales';
import {
  AmendOrder,
  belowFulfilled,
  DeliverOrder,
  discountExceedsLine,
  lineNotShippable,
  orderAmendmentList,
  orderAmendmentsOf,
  orderLineInvoiced,
  orderNotConfirmed,
  orderNotShipped,
  OrderQueries,
  orderTaxUndetermined,
  overDelivery,
  priceNotFound,
  returnExceedsShipped,
  returnList,
  ReturnOrder,
  returnsOf,
  shipmentList,
  shipmentsOf,
  ShipOrder,
  StartProduction,
} from '@quittance/sales/host';
import { taxInputsChanging } from '@quittance/tax';
import { taxCodeUnknown } from '@quittance/tax/host';
import { recordAwaitsApproval } from '@quittance/rules/host';
import {
  amendedLines,
  AmendOrderDto,
  OrderAmendmentDto,
  OrderDto,
  OrderReturnDto,
  ReturnOrderDto,
  ShipmentDto,
  ShipOrderDto,
} from './order.dto.js';
import { ShowsOrderFields } from './shows-order-fields.js';

/** What becomes of an order that binds. */
@ApiTags('Sales orders')
@Resource('sales-orders')
@ShowsOrderFields()
@Controller('sales-orders/:id')
export class OrderFulfilmentController {
  constructor(
    private readonly startOfProduction: StartProduction,
    private readonly shipOrder: ShipOrder,
    private readonly deliverOrder: DeliverOrder,
    private readonly returnOrder: ReturnOrder,
    private readonly amendOrder: AmendOrder,
  ) {}

  @Post('start-production')
  @Answers(OrderDto)
  @Problems(recordAwaitsApproval, notFound, orderNotConfirmed)
  @ApiOperation({ summary: 'Take down that what was ordered is being made' })
  startProduction(@RequestCtx() ctx: Ctx, @PathId('id') id: OrderId) {
    return this.startOfProduction.execute(ctx, id);
  }

  @Post('ship')
  @Writes('lines')
  @Answers(OrderDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    orderNotConfirmed,
    validationFailed,
    lineNotShippable,
    overDelivery,
  )
  @ApiOperation({ summary: 'Ship some or all of an order' })
  ship(@RequestCtx() ctx: Ctx, @PathId('id') id: OrderId, @Body() body: ShipOrderDto) {
    return this.shipOrder.execute(ctx, id, body);
  }

  @Post('deliver')
  @Answers(OrderDto)
  @Problems(recordAwaitsApproval, notFound, orderNotShipped, orderNotConfirmed)
  @ApiOperation({
    summary: 'Take down that an order has arrived',
    description: 'Services are delivered without being shipped.',
  })
  deliver(@RequestCtx() ctx: Ctx, @PathId('id') id: OrderId) {
    return this.deliverOrder.execute(ctx, id);
  }

  @Post('return')
  @Answers(OrderDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    orderNotConfirmed,
    validationFailed,
    returnExceedsShipped,
  )
  @ApiOperation({ summary: 'Take down that some of an order came back' })
  return(@RequestCtx() ctx: Ctx, @PathId('id') id: OrderId, @Body() body: ReturnOrderDto) {
    return this.returnOrder.execute(ctx, id, body);
  }

  @Post('amend')
  @Weighs('discount', 'stages')
  @Answers(OrderDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    orderNotConfirmed,
    validationFailed,
    belowFulfilled,
    orderLineInvoiced,
    priceNotFound,
    orderTaxUndetermined,
    discountExceedsLine,
    taxCodeUnknown,
    taxInputsChanging,
    creditHoldHard,
    creditCheckFailed,
    exchangeRateMissing,
  )
  @ApiOperation({
    summary: 'Change what is ordered of an order that binds',
    description:
      'More than before asks credit again; where it says no, nothing changes but the check, and ' +
      'once an override of that is approved the same amendment is taken.',
  })
  amend(@RequestCtx() ctx: Ctx, @PathId('id') id: OrderId, @Body() body: AmendOrderDto) {
    const { reason } = body;
    return this.amendOrder.execute(ctx, id, { lines: amendedLines(body), reason });
  }
}

/** What has happened to an order. */
@ApiTags('Sales orders')
@Resource('sales-orders')
@Controller('sales-orders/:id')
export class OrderHistoryController {
  constructor(
    private readonly lists: Lists,
    private readonly queries: OrderQueries,
  ) {}

  @Get('shipments')
  @AnswersList(ShipmentDto, shipmentList)
  @Problems(notFound)
  @ApiOperation({ summary: 'What of an order has left' })
  async shipments(@RequestCtx() ctx: Ctx, @PathId('id') id: OrderId, @ListParams() call: ListCall) {
    await this.queries.requireOrder(ctx, id);
    return this.lists.answer(ctx, shipmentList, call, shipmentsOf(id));
  }

  @Get('returns')
  @AnswersList(OrderReturnDto, returnList)
  @Problems(notFound)
  @ApiOperation({ summary: 'What of an order came back' })
  async returns(@RequestCtx() ctx: Ctx, @PathId('id') id: OrderId, @ListParams() call: ListCall) {
    await this.queries.requireOrder(ctx, id);
    return this.lists.answer(ctx, returnList, call, returnsOf(id));
  }

  @Get('amendments')
  @AnswersList(OrderAmendmentDto, orderAmendmentList)
  @Problems(notFound)
  @ApiOperation({ summary: 'How an order was amended' })
  async amendments(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: OrderId,
    @ListParams() call: ListCall,
  ) {
    await this.queries.requireOrder(ctx, id);
    return this.lists.answer(ctx, orderAmendmentList, call, orderAmendmentsOf(id));
  }
}
