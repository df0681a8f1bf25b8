import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  BulkUpdateInvoices,
  CloneInvoice,
  invoiceTotalNegative,
} from '@quittance/receivables/host';
import { accountNotActive } from '@quittance/receivables';
import { currencyNotEnabled } from '@quittance/company';
import { invalidListRequest } from '@quittance/lists';
import {
  Answers,
  Asks,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  Weighs,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx, type InvoiceId } from '@quittance/kernel';
import { bulkTooMany, partlySaved } from '@quittance/mass/host';
import { taxInputsChanging } from '@quittance/tax';
import { taxCodeUnknown } from '@quittance/tax/host';
import { BulkSummaryDto, BulkUpdateDto } from '../../objects/mass.dto.js';
import { RECORD_PROBLEMS } from '../../objects/record-problems.js';
import { InvoiceDto, UpdateInvoiceDto } from './invoice.dto.js';
import { ShowsInvoiceFields } from './shows-invoice-fields.js';

/** Copy one invoice, or change many. */
@ApiTags('Invoices')
@Resource('invoices')
@ShowsInvoiceFields()
@Controller('invoices')
export class InvoiceMassController {
  constructor(
    private readonly cloneInvoice: CloneInvoice,
    private readonly bulkUpdate: BulkUpdateInvoices,
  ) {}

  @Post(':id/clone')
  @Weighs('adjustments', 'discount')
  @Asks('clone')
  @Answers(InvoiceDto, 201)
  @Problems(
    notFound,
    accountNotActive,
    currencyNotEnabled,
    invoiceTotalNegative,
    taxCodeUnknown,
    taxInputsChanging,
    ...RECORD_PROBLEMS,
  )
  @ApiOperation({
    summary: 'Make a copy of an invoice',
    description:
      'A new draft of the same customer with its lines, notes, links and custom fields, with ' +
      'the members sent in place of its own. It is dated today unless they say otherwise, ' +
      'taxed anew and has a number of its own; payments, credit and disputes stay with the ' +
      'other.',
  })
  clone(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: InvoiceId,
    @Body() body: UpdateInvoiceDto,
  ): Promise<InvoiceDto> {
    return this.cloneInvoice.execute(ctx, id, body);
  }

  @Post('bulk')
  @HttpCode(200)
  @Asks('bulk_update')
  @Answers(BulkSummaryDto)
  @Problems(bulkTooMany, partlySaved, invalidListRequest, validationFailed)
  @ApiOperation({
    summary: 'Change many invoices at once',
    description:
      'PO number, references, payment terms, notes and custom fields of at most 10,000, each for ' +
      'itself: one that is refused, or awaits approval, keeps no other from being changed.',
  })
  bulk(@RequestCtx() ctx: Ctx, @Body() body: BulkUpdateDto): Promise<BulkSummaryDto> {
    return this.bulkUpdate.execute(ctx, body);
  }
}
