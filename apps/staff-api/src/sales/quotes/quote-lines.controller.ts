import { Body, Controller, Delete, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  IfMatch,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  Weighs,
  Writes,
} from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import {
  AddQuoteLine,
  quoteLocked,
  RemoveQuoteLine,
  RepriceQuote,
  UpdateQuoteLine,
  type QuoteId,
  type QuoteLineId,
} from '@quittance/sales/host';
import {
  NewQuoteLineDto,
  quoteLineInput,
  quoteLinePatch,
  UpdateQuoteLineDto,
} from './quote-line.dto.js';
import { QuoteDto, RepricedQuoteDto } from './quote.dto.js';
import { LINE_PROBLEMS } from '../writing-problems.js';
import { ShowsQuoteFields } from './shows-quote-fields.js';

/** Why no line is changed, whatever the change. */
const REFUSALS = [quoteLocked, ...LINE_PROBLEMS];

/** Lines of draft quotes. Each answer is the whole quote, priced again. */
@ApiTags('Quotes')
@Resource('quotes')
@ShowsQuoteFields()
@Controller('quotes/:id')
export class QuoteLinesController {
  constructor(
    private readonly addLine: AddQuoteLine,
    private readonly updateLine: UpdateQuoteLine,
    private readonly removeLine: RemoveQuoteLine,
    private readonly repriceQuote: RepriceQuote,
  ) {}

  @Post('lines')
  @Weighs('discount')
  @Answers(QuoteDto, 201)
  @Problems(...REFUSALS)
  @ApiOperation({ summary: 'Add a line at the end' })
  add(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: QuoteId,
    @Body() body: NewQuoteLineDto,
    @IfMatch() version: number | null,
  ) {
    return this.addLine.execute(ctx, id, quoteLineInput(body, ''), version);
  }

  @Patch('lines/:lineId')
  @Weighs('discount')
  @Answers(QuoteDto)
  @Problems(...REFUSALS)
  @ApiOperation({ summary: 'Change a line' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: QuoteId,
    @PathId('lineId') lineId: QuoteLineId,
    @Body() body: UpdateQuoteLineDto,
    @IfMatch() version: number | null,
  ) {
    return this.updateLine.execute(ctx, { id, lineId }, quoteLinePatch(body), version);
  }

  @Delete('lines/:lineId')
  @Answers(QuoteDto)
  @Problems(...REFUSALS)
  @ApiOperation({ summary: 'Remove a line' })
  remove(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: QuoteId,
    @PathId('lineId') lineId: QuoteLineId,
    @IfMatch() version: number | null,
  ) {
    return this.removeLine.execute(ctx, { id, lineId }, version);
  }

  @Post('reprice')
  @Writes('lines', 'unitPrice')
  @HttpCode(200)
  @Answers(RepricedQuoteDto)
  @Problems(...REFUSALS)
  @ApiOperation({
    summary: 'Look up the prices of a draft again',
    description: 'Prices that were typed stay. Answers those that are others now.',
  })
  reprice(@RequestCtx() ctx: Ctx, @PathId('id') id: QuoteId, @IfMatch() version: number | null) {
    return this.repriceQuote.execute(ctx, id, version);
  }
}
