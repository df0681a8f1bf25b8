import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { creditHoldHard } from '@quittance/credit';
import { exchangeRateMissing } from '@quittance/crm/host';
import {
  Answers,
  PathId,
  permissionDenied,
  Problems,
  RequestCtx,
  Resource,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import {
  CloseQuoteRequest,
  HandleQuoteRequest,
  QuoteQuoteRequest,
  quoteRequestHasNoAccount,
  quoteRequestStatusConflict,
  type QuoteRequestId,
} from '@quittance/portal/host';
import { accountInactive } from '@quittance/sales/host';
import {
  AssignSelfServiceQuoteDto,
  DeclineSelfServiceQuoteDto,
  QuoteSelfServiceQuoteDto,
  SelfServiceQuoteDto,
} from './self-service-quote.dto.js';

/** What staff make of a request for a quote. */
@ApiTags('Self-service quotes')
@Resource('self-service-quotes')
@Controller('self-service-quotes/:id')
export class SelfServiceStepsController {
  constructor(
    private readonly handle: HandleQuoteRequest,
    private readonly close: CloseQuoteRequest,
    private readonly quoteRequest: QuoteQuoteRequest,
  ) {}

  @Post('publish')
  @Answers(SelfServiceQuoteDto)
  @Problems(notFound, quoteRequestStatusConflict)
  @ApiOperation({
    summary: 'Note that the customer has submitted it',
    description: 'It sends nothing. Asked again it answers what was noted the first time.',
  })
  publish(@RequestCtx() ctx: Ctx, @PathId('id') id: QuoteRequestId) {
    return this.handle.publish(ctx, id);
  }

  @Post('decline')
  @Answers(SelfServiceQuoteDto)
  @Problems(notFound, quoteRequestStatusConflict, validationFailed)
  @ApiOperation({ summary: 'Make no quote of it' })
  decline(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: QuoteRequestId,
    @Body() { reason }: DeclineSelfServiceQuoteDto,
  ) {
    return this.close.decline(ctx, id, reason);
  }

  @Post('assign')
  @Answers(SelfServiceQuoteDto)
  @Problems(notFound, quoteRequestStatusConflict, validationFailed)
  @ApiOperation({ summary: 'Say who sees to it' })
  assign(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: QuoteRequestId,
    @Body() { userId }: AssignSelfServiceQuoteDto,
  ) {
    return this.handle.assign(ctx, id, userId);
  }

  @Post('quote')
  @Answers(SelfServiceQuoteDto)
  @Problems(
    notFound,
    permissionDenied,
    quoteRequestStatusConflict,
    quoteRequestHasNoAccount,
    creditHoldHard,
    exchangeRateMissing,
    accountInactive,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Make the draft quote of it',
    description:
      'Its lines at the prices of the account, its words as internal notes. Asks for the right ' +
      'to create quotes. Asked again it answers the quote that is there, unless it was cancelled.',
  })
  quote(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: QuoteRequestId,
    @Body() body?: QuoteSelfServiceQuoteDto,
  ) {
    const asked = { resource: 'quotes', action: 'create' } as const;
    if (!ctx.permissions.can(asked.resource, asked.action)) throw permissionDenied(asked);
    return this.quoteRequest.execute(ctx, id, body?.accountId ?? null);
  }
}
