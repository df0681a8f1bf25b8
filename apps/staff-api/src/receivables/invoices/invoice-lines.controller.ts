import { Body, Controller, Delete, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { creditPromised } from '@quittance/billing/host';
import {
  AddInvoiceLine,
  RemoveInvoiceLine,
  UpdateInvoiceLine,
  invoiceLinesCredited,
  invoiceOfOrder,
  invoiceNotEditable,
  invoiceTotalNegative,
} from '@quittance/receivables/host';
import { preconditionFailed } from '@quittance/database';
import {
  Answers,
  IfMatch,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  Weighs,
} from '@quittance/http/host';
import { notFound, type Ctx, type Id, type InvoiceId } from '@quittance/kernel';
import { taxInputsChanging } from '@quittance/tax';
import { taxCodeUnknown } from '@quittance/tax/host';
import { RECORD_PROBLEMS } from '../../objects/record-problems.js';
import { InvoiceDto } from './invoice.dto.js';
import {
  NewInvoiceLineDto,
  UpdateInvoiceLineDto,
  lineInput,
  linePatch,
} from './invoice-line.dto.js';
import { ShowsInvoiceFields } from './shows-invoice-fields.js';

/** Why no line is changed, whatever the change. */
const REFUSALS = [
  notFound,
  preconditionFailed,
  invoiceNotEditable,
  invoiceLinesCredited,
  creditPromised,
  invoiceOfOrder,
  invoiceTotalNegative,
  taxCodeUnknown,
  taxInputsChanging,
];

/** Lines of draft and pending invoices. Each answer is the whole invoice, priced again. */
@ApiTags('Invoices')
@Resource('invoices')
@ShowsInvoiceFields()
@Controller('invoices/:id/lines')
export class InvoiceLinesController {
  constructor(
    private readonly addLine: AddInvoiceLine,
    private readonly updateLine: UpdateInvoiceLine,
    private readonly removeLine: RemoveInvoiceLine,
  ) {}

  @Post()
  @Weighs('discount')
  @Answers(InvoiceDto, 201)
  @Problems(...REFUSALS, ...RECORD_PROBLEMS)
  @ApiOperation({ summary: 'Add a line at the end' })
  add(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: InvoiceId,
    @Body() body: NewInvoiceLineDto,
    @IfMatch() version: number | null,
  ): Promise<InvoiceDto> {
    return this.addLine.execute(ctx, id, lineInput(body, ''), version);
  }

  @Patch(':lineId')
  @Weighs('discount')
  @Answers(InvoiceDto)
  @Problems(...REFUSALS, ...RECORD_PROBLEMS)
  @ApiOperation({ summary: 'Change a line' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: InvoiceId,
    @PathId('lineId') lineId: Id<'invoice-line'>,
    @Body() body: UpdateInvoiceLineDto,
    @IfMatch() version: number | null,
  ): Promise<InvoiceDto> {
    return this.updateLine.execute(ctx, { id, lineId }, linePatch(body), version);
  }

  @Delete(':lineId')
  @Answers(InvoiceDto)
  @Problems(...REFUSALS, ...RECORD_PROBLEMS)
  @ApiOperation({ summary: 'Remove a line' })
  remove(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: InvoiceId,
    @PathId('lineId') lineId: Id<'invoice-line'>,
    @IfMatch() version: number | null,
  ): Promise<InvoiceDto> {
    return this.removeLine.execute(ctx, { id, lineId }, version);
  }
}
