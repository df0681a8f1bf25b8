import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Origin, Public, type RequestOrigin } from '@quittance/http/host';
import type { FastifyReply } from 'fastify';
import { readersLanguage } from '../sales/words/quote-words.js';
import { PayerLanguageQuery, sendPayerPage } from './payer-page.js';

const PAGE = { 'text/html': { schema: { type: 'string' } } } as const;

/** The same for everybody: whether anything was paid is the provider's webhook to tell. */
const RETURN_PAGE = { status: 200, word: 'returned' } as const;

/** Where a provider sends payers whose checkout names no callback. */
@ApiTags('Online payments')
@Public()
@Controller('payments/return')
export class PaymentReturnController {
  @Get()
  @ApiResponse({ status: 200, description: 'The page.', content: PAGE })
  @ApiOperation({ summary: 'The page payers come back to when nobody named another' })
  show(
    @Query() { language }: PayerLanguageQuery,
    @Origin() { locale }: RequestOrigin,
    @Res() reply: FastifyReply,
  ): void {
    sendPayerPage(reply, RETURN_PAGE, language ?? readersLanguage(locale));
  }
}
