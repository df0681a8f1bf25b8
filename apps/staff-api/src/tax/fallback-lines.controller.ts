import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { fallbackLineList } from '@quittance/receivables/host';
import {
  AnswersList,
  ListParams,
  Lists,
  Repeats,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { FallbackLineDto } from './fallback-line.dto.js';

/** What was taxed without its engine, to be looked at when the provider is back. */
@ApiTags('Tax')
@Resource('tax')
@Repeats('invoices')
@Controller('tax/fallback-lines')
export class FallbackLinesController {
  constructor(private readonly lists: Lists) {}

  @Get()
  @AnswersList(FallbackLineDto, fallbackLineList)
  @ApiOperation({
    summary: 'List the lines that their external engine did not tax',
    description:
      'Draft and pending invoices are taxed anew by `POST /invoices/{id}/recalculate-tax`; of ' +
      'sent ones the provider is told what the customer was charged.',
  })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, fallbackLineList, call);
  }
}
