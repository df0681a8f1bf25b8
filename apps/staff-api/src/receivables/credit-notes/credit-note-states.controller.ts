import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApplyCreditNote,
  IssueCreditNote,
  UnapplyCreditNote,
  VoidCreditNote,
  accountMismatch,
  creditExceedsBalance,
  creditExceedsRemaining,
  creditNotApplied,
  creditNoteEmpty,
  creditNoteHoldsPayment,
  creditNoteNotApplicable,
  creditNoteNotVoidable,
  creditNoteReopenedOrder,
  registrationStands,
  creditNoteStatusConflict,
  currencyMismatch,
  invoiceStatusConflict,
  taxUndetermined,
} from '@quittance/receivables/host';
import { refundInProgress } from '@quittance/receivables';
import { preconditionFailed } from '@quittance/database';
import { eInvoiceNotPossible } from '@quittance/documents/host';
import { Answers, IfMatch, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, validationFailed, type CreditNoteId, type Ctx } from '@quittance/kernel';
import { recordAwaitsApproval } from '@quittance/rules/host';
import {
  AllocateCreditNoteDto,
  ApplyCreditNoteDto,
  CreditNoteDto,
  UnapplyCreditNoteDto,
  VoidCreditNoteDto,
} from './credit-note.dto.js';

const REFUSED_APPLICATIONS = [
  recordAwaitsApproval,
  taxUndetermined,
  notFound,
  accountMismatch,
  currencyMismatch,
  creditNoteNotApplicable,
  creditExceedsRemaining,
  creditExceedsBalance,
  refundInProgress,
  validationFailed,
] as const;

/** What moves a credit note from one status to another, and its credit to invoices and back. */
@ApiTags('Credit notes')
@Resource('credit-notes')
@Controller('credit-notes/:id')
export class CreditNoteStatesController {
  constructor(
    private readonly issueCreditNote: IssueCreditNote,
    private readonly voidCreditNote: VoidCreditNote,
    private readonly applyCreditNote: ApplyCreditNote,
    private readonly unapplyCreditNote: UnapplyCreditNote,
  ) {}

  @Post('issue')
  @Answers(CreditNoteDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    preconditionFailed,
    creditNoteStatusConflict,
    creditNoteEmpty,
    taxUndetermined,
    eInvoiceNotPossible,
    invoiceStatusConflict,
  )
  @ApiOperation({
    summary: 'Hand a draft out: it can be applied and no longer changes',
    description:
      'Where the company applies credit by itself, it goes to the invoice it refers to, then ' +
      'to the oldest open invoices of the customer.',
  })
  issue(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: CreditNoteId,
    @IfMatch() version: number | null,
  ): Promise<CreditNoteDto> {
    return this.issueCreditNote.execute(ctx, id, version);
  }

  @Post('void')
  @Answers(CreditNoteDto)
  @Problems(
    notFound,
    creditNoteNotVoidable,
    creditNoteHoldsPayment,
    creditNoteReopenedOrder,
    registrationStands,
  )
  @ApiOperation({ summary: 'Take a note back of which nothing is applied' })
  void(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: CreditNoteId,
    @Body() body: VoidCreditNoteDto,
  ): Promise<CreditNoteDto> {
    return this.voidCreditNote.execute(ctx, id, body);
  }

  @Post('apply')
  @Answers(CreditNoteDto)
  @Problems(...REFUSED_APPLICATIONS)
  @ApiOperation({ summary: 'Lay credit against an invoice of the same account and currency' })
  apply(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: CreditNoteId,
    @Body() body: ApplyCreditNoteDto,
  ): Promise<CreditNoteDto> {
    return this.applyCreditNote.execute(ctx, id, body);
  }

  @Post('allocations')
  @Answers(CreditNoteDto)
  @Problems(...REFUSED_APPLICATIONS)
  @ApiOperation({ summary: 'Lay credit against several invoices at once: all of them, or none' })
  allocate(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: CreditNoteId,
    @Body() body: AllocateCreditNoteDto,
  ): Promise<CreditNoteDto> {
    return this.applyCreditNote.execute(ctx, id, body.allocations);
  }

  @Post('unapply')
  @Answers(CreditNoteDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    accountMismatch,
    currencyMismatch,
    creditNotApplied,
    validationFailed,
  )
  @ApiOperation({ summary: 'Take credit back off an invoice' })
  unapply(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: CreditNoteId,
    @Body() body: UnapplyCreditNoteDto,
  ): Promise<CreditNoteDto> {
    return this.unapplyCreditNote.execute(ctx, id, body);
  }
}
