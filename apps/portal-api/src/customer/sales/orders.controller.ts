import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { DocumentRenderer, documentWithoutPrices } from '@quittance/documents';
import {
  Answers,
  AnswersExport,
  AnswersList,
  ExportQuery,
  ListParams,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed } from '@quittance/kernel';
import { portalObject, shipmentsWithin, type PortalCtx, type Says } from '@quittance/portal';
import { invoicesOfOrder } from '@quittance/portal/host';
import type { OrderId } from '@quittance/sales';
import {
  CancelOrder,
  OrderQueries,
  orderHasInvoices,
  orderHasShipments,
  orderNotCancellable,
  PrintOrder,
  shipmentList,
  shipmentNoun,
  shipmentsOf,
} from '@quittance/sales/host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CustomerRecords } from '../customer-records.js';
import { AnswersPdf, sendPdf } from '../documents.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { documentedList } from '../pointed/documented-list.js';
import { ORDER, portalOrders } from '../shown/orders.js';
import {
  CancelCustomerOrderDto,
  CustomerOrderDto,
  CustomerOrderHeadDto,
  TrackingDto,
} from './order.dto.js';

/** What a customer may still take back; what is confirmed is at work. */
const CANCELLABLE = ['draft', 'pending'] as const;

const TRACKED: Says<ReturnType<typeof shipmentList.map>> = {
  id: 'plain',
  number: 'plain',
  shippedOn: 'plain',
  carrier: 'plain',
  trackingNumber: 'plain',
  lines: 'plain',
  actorKind: 'nobody',
  actorId: 'nobody',
  actorName: 'nobody',
  createdAt: 'nobody',
};

const portalShipments = portalObject(shipmentNoun, {
  name: 'shipment',
  list: shipmentList,
  within: shipmentsWithin,
  says: TRACKED,
});

/** What a customer has ordered. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer', rights: ['viewOrders'] })
@Controller(`${CUSTOMER}/orders`)
export class CustomerOrdersController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly queries: OrderQueries,
    private readonly cancelOrder: CancelOrder,
    private readonly print: PrintOrder,
    private readonly renderer: DocumentRenderer,
  ) {}

  @Get()
  @AnswersList(CustomerOrderHeadDto, documentedList(portalOrders))
  @ApiOperation({ summary: 'List the orders' })
  list(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    return this.records.list(ctx, portalOrders, call);
  }

  @Get('export')
  @AnswersExport(CustomerOrderHeadDto, documentedList(portalOrders))
  @ApiOperation({ summary: 'Download the orders' })
  export(
    @PortalCaller() ctx: PortalCtx,
    @ListParams('format') call: ListCall,
    @Query() { format }: ExportQuery,
  ) {
    return this.records.export(ctx, portalOrders, call, format);
  }

  @Get(':id')
  @Answers(CustomerOrderDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One order with its lines, and the invoices behind it' })
  async find(@PortalCaller() ctx: PortalCtx, @PathId('id') id: OrderId) {
    const order = await this.records.one(ctx, portalOrders, id, ORDER, (within) =>
      this.queries.order(within, id),
    );
    if (!ctx.portal.rights.has('viewInvoices')) return order;
    const invoices = await this.records.read(ctx, (tx, scope) => invoicesOfOrder(tx, scope, id));
    return { ...order, invoices };
  }

  @Get(':id/pdf')
  @AnswersPdf()
  @ApiOperation({
    summary: 'An order as PDF',
    description: 'Without its columns of prices for those who may see none.',
  })
  async pdf(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: OrderId,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const within = await this.records.within(ctx, portalOrders, id);
    const order = await this.print.document(within, id);
    // What is asked for ahead of it is on invoices.
    const { rights } = ctx.portal;
    const shown = rights.has('viewInvoices') ? order : { ...order, deposits: [] };
    const document = rights.has('seePricing') ? shown : documentWithoutPrices(shown);
    await sendPdf(this.renderer, document, request, reply);
  }

  @Get(':id/tracking')
  @AnswersList(TrackingDto, documentedList(portalShipments))
  @Problems(notFound)
  @ApiOperation({ summary: 'List what of the order has left' })
  async tracking(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: OrderId,
    @ListParams() call: ListCall,
  ) {
    await this.records.within(ctx, portalOrders, id);
    return this.records.list(ctx, portalShipments, call, shipmentsOf(id));
  }

  @PortalRoute({ directory: 'customer', rights: ['placeOrders', 'viewOrders'] })
  @Post(':id/cancel')
  @Answers(CustomerOrderDto)
  @Problems(notFound, orderNotCancellable, orderHasShipments, orderHasInvoices, validationFailed)
  @ApiOperation({ summary: 'Take an order back that is not confirmed yet' })
  cancel(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: OrderId,
    @Body() { reason }: CancelCustomerOrderDto,
  ) {
    return this.records.one(ctx, portalOrders, id, ORDER, (within) =>
      this.cancelOrder.execute(within, id, { reason, among: CANCELLABLE }),
    );
  }
}
