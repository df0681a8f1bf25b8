import { creditPromised } from '@quittance/billing/host';
import { Body, Controller, Delete, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  AddCreditNoteLine,
  RemoveCreditNoteLine,
  UpdateCreditNoteLine,
  creditExceedsInvoice,
  creditExceedsLine,
  creditExceedsTax,
  creditNoteNotEditable,
  creditNoteTotalNegative,
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
import {
  notFound,
  validationFailed,
  type CreditNoteId,
  type Ctx,
  type Id,
} from '@quittance/kernel';
import { taxInputsChanging } from '@quittance/tax';
import { taxCodeUnknown } from '@quittance/tax/host';
import {
  CreditNoteDto,
  NewCreditNoteLineDto,
  UpdateCreditNoteLineDto,
  noteLineInput,
  noteLinePatch,
} from './credit-note.dto.js';

/** Why no line is changed, whatever the change. */
const REFUSALS = [
  notFound,
  preconditionFailed,
  creditNoteNotEditable,
  creditExceedsInvoice,
  creditPromised,
  creditExceedsLine,
  creditExceedsTax,
  creditNoteTotalNegative,
  taxCodeUnknown,
  taxInputsChanging,
];

/** Lines of draft credit notes. Each answer is the whole note, priced again. */
@ApiTags('Credit notes')
@Resource('credit-notes')
@Controller('credit-notes/:id/lines')
export class CreditNoteLinesController {
  constructor(
    private readonly addLine: AddCreditNoteLine,
    private readonly updateLine: UpdateCreditNoteLine,
    private readonly removeLine: RemoveCreditNoteLine,
  ) {}

  @Post()
  @Weighs('discount')
  @Answers(CreditNoteDto, 201)
  @Problems(...REFUSALS, validationFailed)
  @ApiOperation({ summary: 'Add a line at the end' })
  add(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: CreditNoteId,
    @Body() body: NewCreditNoteLineDto,
    @IfMatch() version: number | null,
  ): Promise<CreditNoteDto> {
    return this.addLine.execute(ctx, id, noteLineInput(body, ''), version);
  }

  @Patch(':lineId')
  @Weighs('discount')
  @Answers(CreditNoteDto)
  @Problems(...REFUSALS, validationFailed)
  @ApiOperation({ summary: 'Change a line' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: CreditNoteId,
    @PathId('lineId') lineId: Id<'credit-note-line'>,
    @Body() body: UpdateCreditNoteLineDto,
    @IfMatch() version: number | null,
  ): Promise<CreditNoteDto> {
    return this.updateLine.execute(ctx, { id, lineId }, noteLinePatch(body), version);
  }

  @Delete(':lineId')
  @Answers(CreditNoteDto)
  @Problems(...REFUSALS, validationFailed)
  @ApiOperation({ summary: 'Remove a line' })
  remove(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: CreditNoteId,
    @PathId('lineId') lineId: Id<'credit-note-line'>,
    @IfMatch() version: number | null,
  ): Promise<CreditNoteDto> {
    return this.removeLine.execute(ctx, { id, lineId }, version);
  }
}
