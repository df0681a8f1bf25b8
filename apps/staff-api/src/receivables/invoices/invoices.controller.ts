import { Body, Controller, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { creditPromised } from '@quittance/billing/host';
import { paymentInProgress } from '@quittance/gateway/host';
import {
  CreateInvoice,
  InvoiceQueries,
  RecalculateTax,
  UpdateInvoice,
  InvoiceFields,
  invoiceLinesCredited,
  invoiceOfOrder,
  invoiceList,
  invoiceNotEditable,
  invoicePartyFixed,
  invoiceTotalNegative,
} from '@quittance/receivables/host';
import { accountNotActive } from '@quittance/receivables';
import { currencyNotEnabled } from '@quittance/company';
import { preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersList,
  DocumentFiles,
  ExportsLines,
  IfMatch,
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
import { notFound, type Ctx, type InvoiceId } from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import { taxInputsChanging } from '@quittance/tax';
import { taxCodeUnknown } from '@quittance/tax/host';
import { RECORD_PROBLEMS } from '../../objects/record-problems.js';
import {
  CreateInvoiceDto,
  invoiceDraft,
  InvoiceDto,
  InvoiceHeadDto,
  UpdateInvoiceDto,
} from './invoice.dto.js';
import { ShowsInvoiceFields } from './shows-invoice-fields.js';

/** What may be asked of the list is the same every day. */
const documented = invoiceList(parseLocalDate('2026-01-01'));

/** Invoices: writing, reading, changing. */
@ApiTags('Invoices')
@Resource('invoices')
@Controller('invoices')
export class InvoicesController {
  constructor(
    private readonly lists: Lists,
    private readonly files: DocumentFiles,
    private readonly fields: InvoiceFields,
    private readonly queries: InvoiceQueries,
    private readonly createInvoice: CreateInvoice,
    private readonly updateInvoice: UpdateInvoice,
    private readonly recalculateTax: RecalculateTax,
  ) {}

  @Get()
  @ExportsLines()
  @AnswersList(InvoiceHeadDto, documented)
  @ApiOperation({ summary: 'List invoices' })
  async list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    const list = await this.fields.list(ctx, call.format !== 'json');
    return call.withLines
      ? this.files.answer(ctx, list, call, await this.fields.file(ctx))
      : this.lists.answer(ctx, list, call);
  }

  @ShowsInvoiceFields()
  @Post()
  @Weighs('adjustments', 'discount')
  @Answers(InvoiceDto, 201)
  @Problems(
    accountNotActive,
    currencyNotEnabled,
    paymentInProgress,
    invoiceTotalNegative,
    taxCodeUnknown,
    taxInputsChanging,
    ...RECORD_PROBLEMS,
  )
  @ApiOperation({ summary: 'Write a draft invoice' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateInvoiceDto): Promise<InvoiceDto> {
    return this.createInvoice.execute(ctx, invoiceDraft(body));
  }

  @ShowsInvoiceFields()
  @Get('by-number/:number')
  @Answers(InvoiceDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'The invoice that bears a number' })
  findByNumber(@RequestCtx() ctx: Ctx, @Param('number') number: string): Promise<InvoiceDto> {
    return this.queries.invoiceByNumber(ctx, number);
  }

  @Get(':id')
  @Answers(InvoiceDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One invoice with its lines' })
  async find(@RequestCtx() ctx: Ctx, @PathId('id') id: InvoiceId): Promise<InvoiceDto> {
    // The most asked of all reads does without the interceptor that the others share.
    return this.fields.show(ctx, await this.queries.invoice(ctx, id));
  }

  @ShowsInvoiceFields()
  @Patch(':id')
  @Weighs('adjustments', 'discount')
  @Answers(InvoiceDto)
  @Problems(
    notFound,
    preconditionFailed,
    invoiceNotEditable,
    invoicePartyFixed,
    invoiceLinesCredited,
    creditPromised,
    invoiceOfOrder,
    accountNotActive,
    currencyNotEnabled,
    invoiceTotalNegative,
    taxCodeUnknown,
    taxInputsChanging,
    ...RECORD_PROBLEMS,
  )
  @ApiOperation({
    summary: 'Change an invoice',
    description:
      'Draft and pending invoices change in everything, later ones in their PO number and notes. ' +
      'A change of account, currency, issue date or tax inclusion prices the lines again.',
  })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: InvoiceId,
    @Body() body: UpdateInvoiceDto,
    @IfMatch() version: number | null,
  ): Promise<InvoiceDto> {
    return this.updateInvoice.execute(ctx, id, body, version);
  }

  @ShowsInvoiceFields()
  @Post(':id/recalculate-tax')
  @Writes('lines')
  @Answers(InvoiceDto)
  @Problems(
    notFound,
    preconditionFailed,
    invoiceNotEditable,
    invoiceLinesCredited,
    invoiceTotalNegative,
    taxCodeUnknown,
    taxInputsChanging,
    ...RECORD_PROBLEMS,
  )
  @ApiOperation({
    summary: 'Tax a draft or pending invoice anew',
    description:
      'For lines that fell back while the tax provider was away: see `/tax/fallback-lines`.',
  })
  recalculate(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: InvoiceId,
    @IfMatch() version: number | null,
  ): Promise<InvoiceDto> {
    return this.recalculateTax.execute(ctx, id, version);
  }
}
