import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { currencyIsBase } from '@quittance/company/host';
import { Database } from '@quittance/database';
import {
  Answers,
  AnswersList,
  ListParams,
  Lists,
  OrGrant,
  Problems,
  RequestCtx,
  Resource,
  SignedInOnly,
  type ListCall,
} from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { UpdateCurrency, allCurrencies, currencyList, findCurrency } from '@quittance/masters/host';
import { CurrencyDto, UpdateCurrencyDto } from './master.dto.js';

/** The currencies of ISO 4217, and which of them the company uses. Everybody reads them. */
@ApiTags('Masters')
@Resource('masters')
@Controller('currencies')
export class CurrenciesController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly updateCurrency: UpdateCurrency,
  ) {}

  @Get()
  @SignedInOnly()
  @AnswersList(CurrencyDto, currencyList)
  @ApiOperation({ summary: 'List the currencies, and which of them new documents may be in' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, currencyList, call, allCurrencies);
  }

  @Get(':code')
  @SignedInOnly()
  @Answers(CurrencyDto)
  @ApiOperation({ summary: 'One currency' })
  find(@RequestCtx() ctx: Ctx, @Param('code') code: string): Promise<CurrencyDto> {
    return this.db.read(ctx, (tx) => findCurrency(tx, code.toUpperCase()));
  }

  @Patch(':code')
  @OrGrant('customization')
  @Answers(CurrencyDto)
  @Problems(currencyIsBase)
  @ApiOperation({
    summary: 'Enable a currency for new documents, or disable it',
    description:
      'What there is keeps its currency: it is still billed, paid, credited and refunded in it.',
  })
  update(
    @RequestCtx() ctx: Ctx,
    @Param('code') code: string,
    @Body() { enabled }: UpdateCurrencyDto,
  ): Promise<CurrencyDto> {
    return this.updateCurrency.execute(ctx, code.toUpperCase(), enabled);
  }
}
