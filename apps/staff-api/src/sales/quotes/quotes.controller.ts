import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { creditHoldHard } from '@quittance/credit';
import { exchangeRateMissing } from '@quittance/crm/host';
import { preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersList,
  Asks,
  DocumentFiles,
  ExportsLines,
  IfMatch,
  IntegerField,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  Weighs,
  type ListCall,
} from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import {
  CloneQuote,
  CreateQuote,
  QuoteFields,
  quoteList,
  quoteLocked,
  QuoteQueries,
  UpdateQuote,
  type QuoteId,
} from '@quittance/sales/host';
import { depositInput, documentDiscount } from './quote-line.dto.js';
import { CreateQuoteDto, quoteDraft, QuoteDto, QuoteHeadDto, UpdateQuoteDto } from './quote.dto.js';
import { WRITING_PROBLEMS } from '../writing-problems.js';
import { ShowsQuoteFields } from './shows-quote-fields.js';

export class RevisionQuery {
  @IntegerField({ min: 1, max: 10_000, optional: true, description: 'The newest when absent.' })
  revision?: number;
}

/** Why a customer is offered nothing: a rate is asked for by a hold from an amount on. */
const HELD = [creditHoldHard, exchangeRateMissing];

/** Quotes: writing, reading, changing. */
@ApiTags('Quotes')
@Resource('quotes')
@ShowsQuoteFields()
@Controller('quotes')
export class QuotesController {
  constructor(
    private readonly lists: Lists,
    private readonly files: DocumentFiles,
    private readonly fields: QuoteFields,
    private readonly queries: QuoteQueries,
    private readonly createQuote: CreateQuote,
    private readonly cloneQuote: CloneQuote,
    private readonly updateQuote: UpdateQuote,
  ) {}

  @Get()
  @ExportsLines()
  @AnswersList(QuoteHeadDto, quoteList)
  @ApiOperation({ summary: 'List quotes, all revisions of each' })
  async list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    const list = await this.fields.list(ctx, call.format !== 'json');
    return call.withLines
      ? this.files.answer(ctx, list, call, await this.fields.file(ctx))
      : this.lists.answer(ctx, list, call);
  }

  @Post()
  @Weighs('adjustments', 'deposit', 'discount')
  @Answers(QuoteDto, 201)
  @Problems(...HELD, ...WRITING_PROBLEMS)
  @ApiOperation({
    summary: 'Write a draft quote',
    description: 'With a template, what is not said is copied from that.',
  })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateQuoteDto) {
    return this.createQuote.execute(ctx, quoteDraft(body));
  }

  @Get('by-number/:number')
  @Answers(QuoteDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'The quote that bears a number: its newest revision, or another' })
  findByNumber(
    @RequestCtx() ctx: Ctx,
    @Param('number') number: string,
    @Query() { revision }: RevisionQuery,
  ) {
    return this.queries.quoteByNumber(ctx, number, revision ?? null);
  }

  @Get(':id')
  @Answers(QuoteDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One quote with its lines' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: QuoteId) {
    return this.queries.quote(ctx, id);
  }

  @Patch(':id')
  @Weighs('adjustments', 'deposit', 'discount')
  @Answers(QuoteDto)
  @Problems(notFound, preconditionFailed, quoteLocked, ...HELD, ...WRITING_PROBLEMS)
  @ApiOperation({
    summary: 'Change a draft quote',
    description:
      'It is priced again at the prices its lines have; with another customer or currency they ' +
      'are looked up.',
  })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: QuoteId,
    @Body() body: UpdateQuoteDto,
    @IfMatch() version: number | null,
  ) {
    return this.updateQuote.execute(ctx, id, patchOf(body), version);
  }

  @Post(':id/clone')
  @Weighs('adjustments', 'deposit', 'discount')
  @Asks('clone')
  @Answers(QuoteDto, 201)
  @Problems(notFound, ...HELD, ...WRITING_PROBLEMS)
  @ApiOperation({
    summary: 'Make a copy of a quote',
    description:
      'A new draft with its lines, texts and custom fields, with the members sent in place of ' +
      'its own, dated today; prices that nobody typed are looked up again.',
  })
  clone(@RequestCtx() ctx: Ctx, @PathId('id') id: QuoteId, @Body() body: UpdateQuoteDto) {
    return this.cloneQuote.execute(ctx, id, patchOf(body) as object);
  }
}

function patchOf({ discount, deposit, ...rest }: UpdateQuoteDto) {
  return {
    ...rest,
    ...(discount !== undefined && { discount: documentDiscount(discount) ?? null }),
    ...(deposit !== undefined && { deposit: depositInput(deposit) ?? null }),
  };
}
