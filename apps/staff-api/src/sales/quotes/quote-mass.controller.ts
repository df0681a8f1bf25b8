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
import { BulkUpdateQuotes, ImportQuotes } from '@quittance/sales/host';
import type { Readable } from 'node:stream';
import { BulkSummaryDto, BulkUpdateDto } from '../../objects/mass.dto.js';
import { DocumentImportDto, DocumentImportQuery } from '../mass-of-sales.dto.js';
import { CreateQuoteDto, quoteDraft } from './quote.dto.js';

/** Many quotes at once. */
@ApiTags('Quotes')
@Resource('quotes')
@Controller('quotes')
export class QuoteMassController {
  constructor(
    private readonly bulkUpdate: BulkUpdateQuotes,
    private readonly importQuotes: ImportQuotes,
  ) {}

  @Post('bulk')
  @HttpCode(200)
  @Asks('bulk_update')
  @Answers(BulkSummaryDto)
  @Problems(bulkTooMany, invalidListRequest, validationFailed)
  @ApiOperation({
    summary: 'Change many quotes at once',
    description:
      'Owner, internal notes and custom fields of at most 10,000, in whatever state but ' +
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
    summary: 'Take over quotes of another system with their lines, as drafts',
    description:
      'CSV with a header, a row for each line, rows of one quote together; or one JSON object ' +
      'per line, as the body of a new quote. `reference` is its number there: a quote that was ' +
      'imported before is left as it is. `accountKey` is the external key of its account in ' +
      'place of `accountId`, `sku` of a line the product’s in place of `productId`; in CSV ' +
      'members of lines are columns as `line.quantity`, a discount or a deposit ' +
      '`discountPercent` or `discountAmount`. Of each quote all is written, or nothing and why.',
  })
  load(
    @RequestCtx() ctx: Ctx,
    @Query() { dryRun }: DocumentImportQuery,
    @Headers('content-type') type: string,
    @Body() body: Readable,
  ): Promise<DocumentImportDto> {
    const format = /^application\/x-ndjson\b/i.test(type) ? 'jsonl' : 'csv';
    const read = async (each: object) => quoteDraft(await bodyAs(CreateQuoteDto, each));
    return this.importQuotes.execute(ctx, { body, format, read, ...(dryRun && { dryRun }) });
  }
}
