import { Controller, Headers, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { databaseBusy, databaseUnavailable } from '@quittance/database';
import { ReceiveWebhook, invalidSignature } from '@quittance/gateway';
import { notFound } from '@quittance/kernel';
import { Public } from '../access/marks.js';
import { Answers } from '../docs/answers.decorator.js';
import { payloadTooLarge } from '../http.errors.js';
import { NoRateLimit, RawBody } from '../limits/limits.js';
import { Problems } from '../problems/problems.decorator.js';
import { type RequestOrigin } from '../requests/api-request.js';
import { Origin, RawBytes } from '../requests/parameters.js';
import { WebhookAnswerDto } from './webhook-answer.dto.js';

type WebhookHeaders = Parameters<ReceiveWebhook['execute']>[0]['headers'];

/**
 * Where payment providers report, at whichever host they are told of. Nobody signs in: the
 * signature over the bytes is the proof.
 */
@ApiTags('Online payments')
@Public()
@Controller('payments/webhook')
export class WebhooksController {
  constructor(private readonly receiveWebhook: ReceiveWebhook) {}

  @Post(':provider')
  @RawBody()
  @NoRateLimit()
  @Answers(WebhookAnswerDto)
  @Problems(invalidSignature, notFound, payloadTooLarge, databaseBusy, databaseUnavailable)
  @ApiBody({
    schema: { type: 'object', additionalProperties: true },
    description: 'The event as the provider sends it.',
  })
  @ApiQuery({
    name: 'company',
    required: false,
    schema: { type: 'string', format: 'uuid' },
    description:
      'The company whose connector this address is entered for, where a provider reports events ' +
      'that name nothing of ours. The signature decides all the same.',
  })
  @ApiOperation({ summary: 'Take a webhook of a payment provider' })
  receive(
    @Param('provider') provider: string,
    @Query('company') company: unknown,
    @RawBytes() raw: Buffer,
    @Headers() headers: WebhookHeaders,
    @Origin() { requestId, ip, now, unit }: RequestOrigin,
  ): Promise<WebhookAnswerDto> {
    return this.receiveWebhook.execute({
      provider,
      company: typeof company === 'string' ? company : undefined,
      raw,
      headers,
      requestId,
      ip,
      now,
      unit,
    });
  }
}
