import { Controller, Get, Param, Query, Res, UseFilters } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { OpenPayLink } from '@quittance/gateway/host';
import { LinkRateLimit, Origin, Public, type RequestOrigin } from '@quittance/http/host';
import type { FastifyReply } from 'fastify';
import { PayerPageFilter } from './payer-page.filter.js';
import { PayerLanguageQuery } from './payer-page.js';

const HTML = { 'text/html': { schema: { type: 'string' } } } as const;

/** Links that stand in letters: they outlive the provider's own pages. */
@ApiTags('Online payments')
@Public()
@UseFilters(PayerPageFilter)
@Controller('pay')
export class PayLinksController {
  constructor(private readonly openPayLink: OpenPayLink) {}

  @Get(':token')
  @LinkRateLimit()
  @ApiResponse({ status: 303, description: 'On to the payment page of the provider.' })
  @ApiResponse({ status: 404, description: 'A page that says there is none.', content: HTML })
  @ApiResponse({ status: 409, description: 'A page: a payment is under way.', content: HTML })
  @ApiResponse({ status: 410, description: 'A page: there is nothing to pay.', content: HTML })
  @ApiResponse({ status: 429, description: 'A page: it is asked for too often.', content: HTML })
  @ApiResponse({ status: 503, description: 'A page: the provider does not answer.', content: HTML })
  @ApiOperation({ summary: 'Go from a letter to the payment page of its invoice' })
  async open(
    @Param('token') token: string,
    @Query() _language: PayerLanguageQuery,
    @Origin() { requestId, now, unit }: RequestOrigin,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const url = await this.openPayLink.execute({ token, requestId, now, unit });
    await reply
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .redirect(url, 303);
  }
}
