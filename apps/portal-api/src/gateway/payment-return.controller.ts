import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '@quittance/http';
import type { FastifyReply } from 'fastify';
import { RETURN_PAGE, RETURN_PAGE_POLICY } from './payment-return-page.js';

const PAGE = { 'text/html': { schema: { type: 'string' } } } as const;

/** Where a provider sends payers whose checkout names no callback. It says nothing about any payment. */
@ApiTags('Online payments')
@Public()
@Controller('payments/return')
export class PaymentReturnController {
  @Get()
  @ApiResponse({ status: 200, description: 'The page.', content: PAGE })
  @ApiOperation({ summary: 'The page payers come back to when nobody named another' })
  async show(@Res() reply: FastifyReply): Promise<void> {
    await reply
      .code(200)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': RETURN_PAGE_POLICY,
        'referrer-policy': 'no-referrer',
      })
      .send(RETURN_PAGE);
  }
}
