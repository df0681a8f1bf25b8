import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { undeterminedLineList } from '@quittance/receivables/host';
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
import { UndeterminedLineDto } from './undetermined-line.dto.js';

/** What keeps drafts from being sent, to be looked at when a rate is missing. */
@ApiTags('Tax')
@Resource('tax')
@Repeats('invoices')
@Controller('tax/undetermined-lines')
export class UndeterminedLinesController {
  constructor(private readonly lists: Lists) {}

  @Get()
  @AnswersList(UndeterminedLineDto, undeterminedLineList)
  @ApiOperation({
    summary: 'List the lines that should be taxed and for which there is no rate',
    description:
      'Their invoices are neither sent nor paid. Load the rate, or give the line a rate of its ' +
      'own, and tax them anew by `POST /invoices/{id}/recalculate-tax`.',
  })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, undeterminedLineList, call);
  }
}
