import { Body, Controller, Headers, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  Asks,
  bodyAs,
  CsvBody,
  Problems,
  RequestCtx,
  Resource,
} from '@quittance/http/host';
import { validationFailed, type Ctx } from '@quittance/kernel';
import { invalidListRequest } from '@quittance/lists';
import { importColumnsInvalid, importFileNotReadable } from '@quittance/mass';
import { bulkTooMany } from '@quittance/mass/host';
import { BulkUpdateOrders, ImportOrders } from '@quittance/sales/host';
import type { Readable } from 'node:stream';
import { BulkSummaryDto, BulkUpdateDto } from '../../objects/mass.dto.js';
import { DocumentImportDto, DocumentImportQuery } from '../mass-of-sales.dto.js';
import { CreateOrderDto, orderDraft } from './order.dto.js';

/** Many orders at once. */
@ApiTags('Sales orders')
@Resource('sales-orders')
@Controller('sales-orders')
export class OrderMassController {
  constructor(
    private readonly bulkUpdate: BulkUpdateOrders,
    private readonly importOrders: ImportOrders,
  ) {}

  @Post('bulk')
  @HttpCode(200)
  @Asks('bulk_update')
  @Answers(BulkSummaryDto)
  @Problems(bulkTooMany, invalidListRequest, validationFailed)
  @ApiOperation({
    summary: 'Change many orders at once',
    description:
      'Owner, internal notes and custom fields of at most 10,000, until they are closed or ' +
      'cancelled, each for itself: one that is refused keeps no other from being changed.',
  })
  bulk(@RequestCtx() ctx: Ctx, @Body() body: BulkUpdateDto): Promise<BulkSummaryDto> {
    return this.bulkUpdate.execute(ctx, body);
  }

  @Post('import')
  @Asks('import')
  @CsvBody()
  @Answers(DocumentImportDto)
  @Problems(importFileNotReadable, importColumnsInvalid)
  @ApiOperation({
    summary: 'Take over orders of another system with their lines',
    description:
      'CSV with a header, a row for each line, rows of one order together; or one JSON object ' +
      'per line, as the body of a new order. `reference` is its number there: an order that was ' +
      'imported before is left as it is. `accountKey` is the external key of its account in ' +
      'place of `accountId`, `sku` of a line the product’s in place of `productId`; in CSV ' +
      'members of lines are columns as `line.ordered`, discounts `discountPercent` or ' +
      '`discountAmount`. `status` is `draft`, `pending` or `confirmed`; the last takes the right ' +
      'to approve credit checks, and nothing that recurs. Of each order all is written, or ' +
      'nothing and why.',
  })
  load(
    @RequestCtx() ctx: Ctx,
    @Query() { dryRun }: DocumentImportQuery,
    @Headers('content-type') type: string,
    @Body() body: Readable,
  ): Promise<DocumentImportDto> {
    const format = /^application\/x-ndjson\b/i.test(type) ? 'jsonl' : 'csv';
    const read = async (each: object) => orderDraft(await bodyAs(CreateOrderDto, each));
    return this.importOrders.execute(ctx, { body, format, read, ...(dryRun && { dryRun }) });
  }
}
