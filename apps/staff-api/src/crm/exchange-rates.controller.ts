import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ConvertCurrency, exchangeRateMissing, type Conversion } from '@quittance/crm/host';
import { Answers, Problems, RequestCtx, Resource, SignedInOnly } from '@quittance/http/host';
import { validationFailed, type Ctx } from '@quittance/kernel';
import { ConversionDto, ConvertQuery } from './exchange-rate.dto.js';

/** What is done with exchange rates beside keeping them. */
@ApiTags('Exchange rates')
@Resource('masters')
@Controller('exchange-rates')
export class ExchangeRatesController {
  constructor(private readonly convertCurrency: ConvertCurrency) {}

  @Get('convert')
  @SignedInOnly()
  @Answers(ConversionDto)
  @Problems(exchangeRateMissing, validationFailed)
  @ApiOperation({
    summary: 'What an amount is worth in another currency on a day',
    description:
      'By the last rate on or before the day: that of the pair, else the inverse of the opposite ' +
      'pair, else over the base currency of the company. The answer says which were used.',
  })
  convert(@RequestCtx() ctx: Ctx, @Query() query: ConvertQuery): Promise<Conversion> {
    return this.convertCurrency.execute(ctx, query);
  }
}
