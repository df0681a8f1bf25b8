import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { preconditionFailed } from '@quittance/database';
import { Answers, IfMatch, Problems, RequestCtx, Resource } from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { SaveQuoteSettings } from '@quittance/sales/host';
import { QuoteSettingsDto, SaveQuoteSettingsDto } from './quote.dto.js';

/** How quotes of a company begin. */
@ApiTags('Quotes')
@Resource('company')
@Controller('settings/quotes')
export class QuoteSettingsController {
  constructor(private readonly settings: SaveQuoteSettings) {}

  @Get()
  @Answers(QuoteSettingsDto)
  @ApiOperation({ summary: 'How quotes begin' })
  get(@RequestCtx() ctx: Ctx) {
    return this.settings.read(ctx);
  }

  @Put()
  @Answers(QuoteSettingsDto)
  @Problems(preconditionFailed)
  @ApiOperation({ summary: 'Say how quotes begin' })
  save(
    @RequestCtx() ctx: Ctx,
    @Body() body: SaveQuoteSettingsDto,
    @IfMatch() version: number | null,
  ) {
    return this.settings.execute(ctx, body, version);
  }
}
