import { Body, Controller, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CancelCreditNoteRegistration,
  RegisterCreditNote,
  creditNoteHoldsPayment,
  creditNoteRegistered,
  creditNoteStatusConflict,
  irnTaken,
  registrationCancelled,
  registrationMissing,
} from '@quittance/receivables/host';
import { Answers, IfMatch, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, validationFailed, type CreditNoteId, type Ctx } from '@quittance/kernel';
import { CreditNoteDto } from './credit-note.dto.js';
import { CancelIrnDto, InvoiceIrnDto } from '../invoices/invoice-irn.dto.js';

/** What India’s invoice registration portal answered to a credit note. */
@ApiTags('Credit notes')
@Resource('credit-notes')
@Controller('credit-notes/:id/irn')
export class CreditNoteIrnController {
  constructor(
    private readonly registerCreditNote: RegisterCreditNote,
    private readonly cancelRegistration: CancelCreditNoteRegistration,
  ) {}

  @Put()
  @Answers(CreditNoteDto)
  @Problems(
    notFound,
    creditNoteStatusConflict,
    creditNoteHoldsPayment,
    creditNoteRegistered,
    irnTaken,
  )
  @ApiOperation({
    summary: 'Keep the registration of a credit note at India’s portal',
    description:
      'Of a credit note that was issued: once, and for good. It is shown with the note and ' +
      'printed on it with its code. The same said again changes nothing.',
  })
  register(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: CreditNoteId,
    @Body() body: InvoiceIrnDto,
    @IfMatch() version: number | null,
  ): Promise<CreditNoteDto> {
    return this.registerCreditNote.execute(ctx, id, body, version);
  }

  @Post('cancel')
  @Answers(CreditNoteDto)
  @Problems(notFound, validationFailed, registrationMissing, registrationCancelled)
  @ApiOperation({
    summary: 'Keep that the registration was cancelled at India’s portal',
    description:
      'Within 24 hours of the acknowledgement. Neither the reference number nor the number of ' +
      'the note can be registered again: void the note, and write another. The same said again ' +
      'changes nothing.',
  })
  cancel(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: CreditNoteId,
    @Body() body: CancelIrnDto,
    @IfMatch() version: number | null,
  ): Promise<CreditNoteDto> {
    return this.cancelRegistration.execute(ctx, id, body, version);
  }
}
