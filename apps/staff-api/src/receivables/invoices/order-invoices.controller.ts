import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  AlsoResource,
  Answers,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  Weighs,
} from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import { accountNotActive } from '@quittance/receivables';
import {
  DepositOrder,
  InvoiceOrder,
  invoiceTotalNegative,
  taxUndetermined,
} from '@quittance/receivables/host';

import {
  depositExceedsOrder,
  exceedsInvoiceable,
  mixedInvoicing,
  nothingToInvoice,
  orderNotConfirmed,
  orderNotPending,
} from '@quittance/sales/host';
import type { OrderId } from '@quittance/sales';
import { taxInputsChanging } from '@quittance/tax';
import { taxCodeUnknown } from '@quittance/tax/host';
import { RECORD_PROBLEMS } from '../../objects/record-problems.js';
import { InvoiceDto } from './invoice.dto.js';
import { DepositOrderDto, InvoiceOrderDto } from './order-invoice.dto.js';
import { ShowsInvoiceFields } from './shows-invoice-fields.js';

const PROBLEMS = [
  notFound,
  accountNotActive,
  invoiceTotalNegative,
  taxCodeUnknown,
  taxInputsChanging,
  ...RECORD_PROBLEMS,
];

/** What makes invoices of sales orders. */
@ApiTags('Sales orders')
@Resource('sales-orders')
@AlsoResource('invoices')
@ShowsInvoiceFields()
@Controller('sales-orders/:id')
export class OrderInvoicesController {
  constructor(
    private readonly invoiceOrder: InvoiceOrder,
    private readonly depositOrder: DepositOrder,
  ) {}

  @Post('invoice')
  @Answers(InvoiceDto, 201)
  @Problems(
    orderNotConfirmed,
    exceedsInvoiceable,
    mixedInvoicing,
    nothingToInvoice,
    taxUndetermined,
    ...PROBLEMS,
  )
  @ApiOperation({
    summary: 'Draft an invoice of what can be invoiced of an order, or of some of it',
    description:
      'The last part of a line closes it to the minor unit. Deposits are deducted by credit ' +
      'notes of exactly their net and tax; one that was not sent is cancelled. Needs the ' +
      'right to create invoices, too.',
  })
  invoice(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: OrderId,
    @Body() body?: InvoiceOrderDto,
  ): Promise<InvoiceDto> {
    return this.invoiceOrder.execute(ctx, id, { ...body });
  }

  @Post('deposit')
  @Weighs('amount')
  @Answers(InvoiceDto, 201)
  @Problems(orderNotPending, depositExceedsOrder, ...PROBLEMS)
  @ApiOperation({
    summary: 'Draft an invoice that asks for a part of an order ahead',
    description:
      'The gross is exact and spread over the rates of the order. Needs the right to create ' +
      'invoices, too.',
  })
  deposit(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: OrderId,
    @Body() body: DepositOrderDto,
  ): Promise<InvoiceDto> {
    return this.depositOrder.execute(ctx, id, body);
  }
}
