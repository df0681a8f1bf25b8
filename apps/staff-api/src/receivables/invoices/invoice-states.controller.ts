import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CancelInvoice,
  DisputeInvoice,
  ResendInvoice,
  ResolveInvoice,
  ReturnInvoice,
  SendInvoice,
  SubmitInvoice,
  UndoWriteOff,
  VoidInvoice,
  WriteOffInvoice,
  disputeAlreadyOpen,
  disputeExceedsBalance,
  invoiceCreditOpen,
  invoiceHasCreditNotes,
  invoiceHasNoLines,
  quantityZero,
  registrationStands,
  invoiceHasPayments,
  invoiceNotVoidable,
  invoiceSentLately,
  invoiceStatusConflict,
  taxUndetermined,
} from '@quittance/receivables/host';
import { eInvoiceNotPossible } from '@quittance/documents/host';
import { Answers, Asks, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, validationFailed, type Ctx, type InvoiceId } from '@quittance/kernel';
import {
  emailNotAvailable,
  emailRecipientMissing,
  emailTemplateUnusable,
} from '@quittance/notifications';
import { recordAwaitsApproval } from '@quittance/rules/host';
import {
  DisputeInvoiceDto,
  InvoiceDto,
  ResolveInvoiceDto,
  SendInvoiceDto,
  VoidInvoiceDto,
  WriteOffInvoiceDto,
} from './invoice.dto.js';
import { ShowsInvoiceFields } from './shows-invoice-fields.js';

/** What moves an invoice from one status to another. */
@ApiTags('Invoices')
@Resource('invoices')
@ShowsInvoiceFields()
@Controller('invoices/:id')
export class InvoiceStatesController {
  constructor(
    private readonly submitInvoice: SubmitInvoice,
    private readonly returnInvoice: ReturnInvoice,
    private readonly sendInvoice: SendInvoice,
    private readonly cancelInvoice: CancelInvoice,
    private readonly voidInvoice: VoidInvoice,
    private readonly disputeInvoice: DisputeInvoice,
    private readonly resolveInvoice: ResolveInvoice,
    private readonly writeOffInvoice: WriteOffInvoice,
    private readonly undoWriteOff: UndoWriteOff,
    private readonly resendInvoice: ResendInvoice,
  ) {}

  @Post('submit')
  @Answers(InvoiceDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    invoiceStatusConflict,
    invoiceHasNoLines,
    quantityZero,
    taxUndetermined,
  )
  @ApiOperation({ summary: 'Hand a draft over for internal approval' })
  submit(@RequestCtx() ctx: Ctx, @PathId('id') id: InvoiceId): Promise<InvoiceDto> {
    return this.submitInvoice.execute(ctx, id);
  }

  @Post('return')
  @Answers(InvoiceDto)
  @Problems(recordAwaitsApproval, notFound, invoiceStatusConflict)
  @ApiOperation({ summary: 'Give a pending invoice back as a draft' })
  return(@RequestCtx() ctx: Ctx, @PathId('id') id: InvoiceId): Promise<InvoiceDto> {
    return this.returnInvoice.execute(ctx, id);
  }

  @Post('send')
  @Answers(InvoiceDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    invoiceStatusConflict,
    invoiceHasNoLines,
    quantityZero,
    taxUndetermined,
    eInvoiceNotPossible,
    emailNotAvailable,
    emailRecipientMissing,
    emailTemplateUnusable,
  )
  @ApiOperation({
    summary: 'Mark an invoice as sent',
    description:
      'E-mails nobody, unless told so by `email: true`: then the invoice goes to the billing ' +
      'address of its account, and where that cannot be, it is refused and stays as it is.',
  })
  send(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: InvoiceId,
    @Body() body: SendInvoiceDto,
  ): Promise<InvoiceDto> {
    return this.sendInvoice.execute(ctx, id, body ?? {});
  }

  @Post('resend')
  @Answers(InvoiceDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    invoiceStatusConflict,
    invoiceSentLately,
    eInvoiceNotPossible,
    emailNotAvailable,
    emailRecipientMissing,
    emailTemplateUnusable,
  )
  @ApiOperation({
    summary: 'E-mail an invoice again that was sent',
    description:
      'To the billing address of its account, with its PDF, and with its XML where it has an ' +
      'e-invoice profile. The invoice stays as it is; the log says who sent it again.',
  })
  resend(@RequestCtx() ctx: Ctx, @PathId('id') id: InvoiceId): Promise<InvoiceDto> {
    return this.resendInvoice.execute(ctx, id);
  }

  @Post('cancel')
  @Answers(InvoiceDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    invoiceStatusConflict,
    invoiceHasPayments,
    invoiceHasCreditNotes,
    registrationStands,
  )
  @ApiOperation({ summary: 'Give up an invoice that was never sent; it keeps its number' })
  cancel(@RequestCtx() ctx: Ctx, @PathId('id') id: InvoiceId): Promise<InvoiceDto> {
    return this.cancelInvoice.execute(ctx, id);
  }

  @Post('void')
  @Answers(InvoiceDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    invoiceNotVoidable,
    invoiceHasPayments,
    invoiceHasCreditNotes,
    registrationStands,
  )
  @ApiOperation({
    summary: 'Declare an invoice never to have been owed',
    description: 'One that is registered in India is void once that is cancelled, not before.',
  })
  void(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: InvoiceId,
    @Body() body: VoidInvoiceDto,
  ): Promise<InvoiceDto> {
    return this.voidInvoice.execute(ctx, id, body);
  }

  @Post('write-off')
  @Asks('approve')
  @Answers(InvoiceDto)
  @Problems(recordAwaitsApproval, notFound, invoiceStatusConflict, invoiceCreditOpen)
  @ApiOperation({
    summary: 'Expect what is left of a sent invoice of nobody any more',
    description:
      'It is dunned no longer, and neither overdue nor owed. The tax that it charged stays. ' +
      'Money that comes after all is taken as if it had not been written off.',
  })
  writeOff(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: InvoiceId,
    @Body() body: WriteOffInvoiceDto,
  ): Promise<InvoiceDto> {
    return this.writeOffInvoice.execute(ctx, id, body);
  }

  @Post('undo-write-off')
  @Asks('approve')
  @Answers(InvoiceDto)
  @Problems(recordAwaitsApproval, notFound, invoiceStatusConflict)
  @ApiOperation({ summary: 'Expect what was written off of an invoice again' })
  undo(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: InvoiceId,
    @Body() body: WriteOffInvoiceDto,
  ): Promise<InvoiceDto> {
    return this.undoWriteOff.execute(ctx, id, body);
  }

  @Post('dispute')
  @Answers(InvoiceDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    invoiceStatusConflict,
    disputeAlreadyOpen,
    disputeExceedsBalance,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Note that the customer objects, to all that is open or to a part',
    description: 'Dunning leaves the disputed part alone; the rest ages on and can be paid.',
  })
  dispute(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: InvoiceId,
    @Body() body: DisputeInvoiceDto,
  ): Promise<InvoiceDto> {
    return this.disputeInvoice.execute(ctx, id, body);
  }

  @Post('resolve')
  @Answers(InvoiceDto)
  @Problems(recordAwaitsApproval, notFound, invoiceStatusConflict)
  @ApiOperation({ summary: 'End a dispute' })
  resolve(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: InvoiceId,
    @Body() body: ResolveInvoiceDto,
  ): Promise<InvoiceDto> {
    return this.resolveInvoice.execute(ctx, id, { ...body, note: body?.note ?? null });
  }
}
