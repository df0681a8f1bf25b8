import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApplyCreditNote,
  CreditNoteQueries,
  UnapplyCreditNote,
  accountMismatch,
  creditExceedsBalance,
  creditExceedsRemaining,
  creditNotApplied,
  creditNoteList,
  creditNoteNotApplicable,
  currencyMismatch,
} from '@quittance/billing';
import {
  Answers,
  AnswersList,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http';
import { notFound, validationFailed, type CreditNoteId, type Ctx } from '@quittance/kernel';
import {
  ApplyCreditNoteDto,
  CreditNoteDto,
  CreditNoteHeadDto,
  UnapplyCreditNoteDto,
} from './credit-note.dto.js';

/** Credit that customers hold. */
@ApiTags('Credit notes')
@Resource('credit-notes')
@Controller('credit-notes')
export class CreditNotesController {
  constructor(
    private readonly lists: Lists,
    private readonly queries: CreditNoteQueries,
    private readonly applyCreditNote: ApplyCreditNote,
    private readonly unapplyCreditNote: UnapplyCreditNote,
  ) {}

  @Get()
  @AnswersList(CreditNoteHeadDto, creditNoteList)
  @ApiOperation({ summary: 'List credit notes' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, creditNoteList, call);
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
  @ApiOperation({ summary: 'One credit note with what it was applied to' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: CreditNoteId): Promise<CreditNoteDto> {
    return this.queries.creditNote(ctx, id);
  }

  @Post(':id/apply')
  @Answers(CreditNoteDto)
  @Problems(
    notFound,
    accountMismatch,
    currencyMismatch,
    creditNoteNotApplicable,
    creditExceedsRemaining,
    creditExceedsBalance,
    validationFailed,
  )
  @ApiOperation({ summary: 'Lay credit against an invoice of the same account and currency' })
  apply(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: CreditNoteId,
    @Body() body: ApplyCreditNoteDto,
  ): Promise<CreditNoteDto> {
    return this.applyCreditNote.execute(ctx, id, body);
  }

  @Post(':id/unapply')
  @Answers(CreditNoteDto)
  @Problems(notFound, accountMismatch, currencyMismatch, creditNotApplied, validationFailed)
  @ApiOperation({ summary: 'Take credit back off an invoice' })
  unapply(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: CreditNoteId,
    @Body() body: UnapplyCreditNoteDto,
  ): Promise<CreditNoteDto> {
    return this.unapplyCreditNote.execute(ctx, id, body);
  }
}
