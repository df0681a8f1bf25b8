import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  AnswersList,
  ListParams,
  Lists,
  RequestCtx,
  Resource,
  SignedInOnly,
  type ListCall,
} from '@quittance/http';
import type { Ctx } from '@quittance/kernel';
import { allCurrencies, currencyList } from '@quittance/masters';
import { CurrencyDto } from './master.dto.js';

/** The currencies of ISO 4217. They are facts, and nobody's to change. */
@ApiTags('Masters')
@Resource('masters')
@Controller('currencies')
export class CurrenciesController {
  constructor(private readonly lists: Lists) {}

  @Get()
  @SignedInOnly()
  @AnswersList(CurrencyDto, currencyList)
  @ApiOperation({ summary: 'List the currencies that documents may be in' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, currencyList, call, allCurrencies);
  }
}
