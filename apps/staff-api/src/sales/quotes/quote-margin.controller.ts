import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  AlsoResource,
  Answers,
  PathId,
  Problems,
  Repeats,
  RequestCtx,
  Resource,
} from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import { QuoteMargin, type QuoteId } from '@quittance/sales/host';
import { QuoteMarginsDto } from './quote-margin.dto.js';

/** What is left of quotes: for nobody but whoever may see costs. */
@ApiTags('Quotes')
@Resource('quotes')
@AlsoResource('product-costs')
@Repeats('quotes')
@Controller('quotes/:id/margin')
export class QuoteMarginController {
  constructor(private readonly margin: QuoteMargin) {}

  @Get()
  @Answers(QuoteMarginsDto)
  @Problems(notFound)
  @ApiOperation({
    summary: 'What a quote gives away, and what is left of it above its cost',
    description:
      'By what products cost now. Needs the right to view costs of products, too. Nothing of it ' +
      'stands in any other answer, on a document, or in an event.',
  })
  get(@RequestCtx() ctx: Ctx, @PathId('id') id: QuoteId) {
    return this.margin.execute(ctx, id);
  }
}
