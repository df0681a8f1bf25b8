import { creditPromised } from '@quittance/billing/host';
import { Body, Controller, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CreateCreditNote,
  CreditNoteQueries,
  UpdateCreditNote,
  accountMismatch,
  creditExceedsInvoice,
  creditExceedsLine,
  creditExceedsTax,
  creditNoteList,
  creditNoteNotEditable,
  creditNoteTotalNegative,
  currencyMismatch,
  invoiceStatusConflict,
} from '@quittance/receivables/host';
import { currencyNotEnabled } from '@quittance/company';
import { preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersList,
  IfMatch,
  ListParams,
  Lists,
  PathId,
  Problems,
  Repeats,
  RequestCtx,
  Resource,
  Weighs,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type CreditNoteId, type Ctx } from '@quittance/kernel';
import { recordAwaitsApproval } from '@quittance/rules/host';
import { taxInputsChanging } from '@quittance/tax';
import { taxCodeUnknown } from '@quittance/tax/host';
import {
  CreateCreditNoteDto,
  CreditNoteDto,
  CreditNoteHeadDto,
  UpdateCreditNoteDto,
  noteLineInput,
} from './credit-note.dto.js';
import { CreditNoteProofDto } from './credit-note-proof.dto.js';

/** Credit that customers hold: writing, reading, changing. */
@ApiTags('Credit notes')
@Resource('credit-notes')
@Controller('credit-notes')
export class CreditNotesController {
  constructor(
    private readonly lists: Lists,
    private readonly queries: CreditNoteQueries,
    private readonly createCreditNote: CreateCreditNote,
    private readonly updateCreditNote: UpdateCreditNote,
  ) {}

  @Get()
  @AnswersList(CreditNoteHeadDto, creditNoteList)
  @ApiOperation({ summary: 'List credit notes' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, creditNoteList, call);
  }

  @Post()
  @Weighs('adjustments', 'discount')
  @Answers(CreditNoteDto, 201)
  @Problems(
    recordAwaitsApproval,
    accountMismatch,
    currencyMismatch,
    currencyNotEnabled,
    invoiceStatusConflict,
    creditExceedsInvoice,
    creditPromised,
    creditExceedsLine,
    creditExceedsTax,
    creditNoteTotalNegative,
    taxCodeUnknown,
    taxInputsChanging,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Write a draft credit note',
    description:
      'One that refers to an invoice takes its buyer and its very tax rates, and its lines ' +
      'unless others are given. A line that names no line of the invoice is taxed as its lines ' +
      'are; where they differ it says as which of them, by `taxCode` or `taxRate`. All notes ' +
      'of an invoice together, drafts included, stay within its total.',
  })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateCreditNoteDto): Promise<CreditNoteDto> {
    const lines = body.lines?.map((line, i) => noteLineInput(line, `/lines/${i}`));
    return this.createCreditNote.execute(ctx, { ...body, lines });
  }

  @Get('by-number/:number')
  @Answers(CreditNoteDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'The credit note that bears a number' })
  findByNumber(@RequestCtx() ctx: Ctx, @Param('number') number: string): Promise<CreditNoteDto> {
    return this.queries.creditNoteByNumber(ctx, number);
  }

  @Get(':id')
  @Answers(CreditNoteDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One credit note with its lines and what it was applied to' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: CreditNoteId): Promise<CreditNoteDto> {
    return this.queries.creditNote(ctx, id);
  }

  @Get(':id/proof')
  @Repeats('invoices', 'payments', 'credit-notes')
  @Answers(CreditNoteProofDto)
  @Problems(notFound)
  @ApiOperation({
    summary: 'Prove what remains of a credit note',
    description:
      'Every application and refund with what was left after it, the sums beside what the note ' +
      'keeps, and for each tax its base, exact amount, rounding and the cents moved.',
  })
  proof(@RequestCtx() ctx: Ctx, @PathId('id') id: CreditNoteId): Promise<CreditNoteProofDto> {
    return this.queries.proof(ctx, id);
  }

  @Patch(':id')
  @Answers(CreditNoteDto)
  @Problems(
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
    validationFailed,
  )
  @ApiOperation({ summary: 'Change a draft credit note' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: CreditNoteId,
    @Body() body: UpdateCreditNoteDto,
    @IfMatch() version: number | null,
  ): Promise<CreditNoteDto> {
    return this.updateCreditNote.execute(ctx, id, body, version);
  }
}
