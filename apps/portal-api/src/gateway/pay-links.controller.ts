import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { OpenPayLink, invoiceHasNoBalance, paymentInProgress } from '@quittance/gateway/host';
import { Origin, Public, type RequestOrigin } from '@quittance/http/host';
import { DomainError, notFound } from '@quittance/kernel';
import type { FastifyReply } from 'fastify';
import { sendPayerPage, type PayerPage } from './payer-page.js';

const HTML = { 'text/html': { schema: { type: 'string' } } } as const;

const PAGES: ReadonlyMap<string, PayerPage> = new Map([
  [
    notFound.code,
    {
      status: 404,
      title: 'There is no such link',
      text: 'Please check the address you were sent.',
    },
  ],
  [
    invoiceHasNoBalance.code,
    { status: 410, title: 'Nothing is left to pay', text: 'This invoice is settled. Thank you.' },
  ],
  [
    paymentInProgress.code,
    {
      status: 409,
      title: 'Your payment is on its way',
      text: 'The payment provider waits for the money. There is nothing more to do.',
    },
  ],
]);

const CLOSED: PayerPage = {
  status: 503,
  title: 'Payment is not possible right now',
  text: 'Please try again in a few minutes, or ask the seller.',
};

/** Links that stand in letters: they outlive the provider's own pages. */
@ApiTags('Online payments')
@Public()
@Controller('pay')
export class PayLinksController {
  constructor(private readonly openPayLink: OpenPayLink) {}

  @Get(':token')
  @ApiResponse({ status: 303, description: 'On to the payment page of the provider.' })
  @ApiResponse({ status: 404, description: 'A page that says there is none.', content: HTML })
  @ApiResponse({ status: 409, description: 'A page: a payment is under way.', content: HTML })
  @ApiResponse({ status: 410, description: 'A page: there is nothing to pay.', content: HTML })
  @ApiResponse({ status: 503, description: 'A page: the provider does not answer.', content: HTML })
  @ApiOperation({ summary: 'Go from a letter to the payment page of its invoice' })
  async open(
    @Param('token') token: string,
    @Origin() { requestId, now, unit }: RequestOrigin,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    try {
      const url = await this.openPayLink.execute({ token, requestId, now, unit });
      await reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .redirect(url, 303);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      await sendPayerPage(reply, PAGES.get(error.code) ?? CLOSED);
    }
  }
}
