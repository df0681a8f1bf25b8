import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { OpenPayLink, invoiceHasNoBalance, paymentInProgress } from '@quittance/gateway/host';
import { LinkRateLimit, Origin, Public, type RequestOrigin } from '@quittance/http/host';
import { DomainError, notFound } from '@quittance/kernel';
import type { FastifyReply } from 'fastify';
import { readersLanguage } from '../sales/words/quote-words.js';
import { PayerLanguageQuery, sendPayerPage, type PayerPage } from './payer-page.js';

const HTML = { 'text/html': { schema: { type: 'string' } } } as const;

const PAGES: ReadonlyMap<string, PayerPage> = new Map([
  [notFound.code, { status: 404, word: 'unknown' }],
  [invoiceHasNoBalance.code, { status: 410, word: 'settled' }],
  [paymentInProgress.code, { status: 409, word: 'underWay' }],
]);

const CLOSED: PayerPage = { status: 503, word: 'closed' };

/** Links that stand in letters: they outlive the provider's own pages. */
@ApiTags('Online payments')
@Public()
@Controller('pay')
export class PayLinksController {
  constructor(private readonly openPayLink: OpenPayLink) {}

  @Get(':token')
  @LinkRateLimit()
  @ApiResponse({ status: 303, description: 'On to the payment page of the provider.' })
  @ApiResponse({ status: 404, description: 'A page that says there is none.', content: HTML })
  @ApiResponse({ status: 409, description: 'A page: a payment is under way.', content: HTML })
  @ApiResponse({ status: 410, description: 'A page: there is nothing to pay.', content: HTML })
  @ApiResponse({ status: 503, description: 'A page: the provider does not answer.', content: HTML })
  @ApiOperation({ summary: 'Go from a letter to the payment page of its invoice' })
  async open(
    @Param('token') token: string,
    @Query() { language }: PayerLanguageQuery,
    @Origin() { requestId, now, unit, locale }: RequestOrigin,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    try {
      const url = await this.openPayLink.execute({ token, requestId, now, unit });
      await reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .redirect(url, 303);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const page = PAGES.get(error.code) ?? CLOSED;
      await sendPayerPage(reply, page, language ?? readersLanguage(locale));
    }
  }
}
