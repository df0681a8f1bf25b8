import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Database, preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersList,
  IfMatch,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import {
  HandleQuoteRequest,
  quoteRequestList,
  quoteRequestStatusConflict,
  viewRequest,
  type QuoteRequestId,
} from '@quittance/portal/host';
import {
  ReviewSelfServiceQuoteDto,
  SelfServiceQuoteDto,
  SelfServiceQuoteHeadDto,
} from './self-service-quote.dto.js';

/** What customers and partners ask quotes for. */
@ApiTags('Self-service quotes')
@Resource('self-service-quotes')
@Controller('self-service-quotes')
export class SelfServiceQuotesController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly handle: HandleQuoteRequest,
  ) {}

  @Get()
  @AnswersList(SelfServiceQuoteHeadDto, quoteRequestList)
  @ApiOperation({ summary: 'List what quotes are asked for' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, quoteRequestList, call);
  }

  @Get(':id')
  @Answers(SelfServiceQuoteDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One request with its lines' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: QuoteRequestId) {
    return this.db.read(ctx, (tx) => viewRequest(tx, id));
  }

  @Patch(':id')
  @Answers(SelfServiceQuoteDto)
  @Problems(notFound, preconditionFailed, quoteRequestStatusConflict, validationFailed)
  @ApiOperation({ summary: 'Note that somebody has looked at it, and what they found' })
  review(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: QuoteRequestId,
    @Body() body: ReviewSelfServiceQuoteDto,
    @IfMatch() expectedVersion: number | null,
  ) {
    return this.handle.review(ctx, { id, expectedVersion }, body);
  }
}
