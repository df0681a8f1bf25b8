import { Controller, Get, Headers, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  AnswersEventStream,
  ChangeFeed,
  RequestCtx,
  SignedInOnly,
  sendEvents,
  type ApiRequest,
} from '@quittance/http/host';
import { isUuid, type Ctx } from '@quittance/kernel';
import type { FastifyReply } from 'fastify';
import { StaffChanges } from './staff-changes.js';

/** What changes, told to whoever looks. */
@ApiTags('Events')
@SignedInOnly()
@Controller('events/stream')
export class StreamController {
  constructor(
    private readonly feed: ChangeFeed,
    private readonly changes: StaffChanges,
  ) {}

  @Get()
  @AnswersEventStream()
  @ApiOperation({
    summary: 'Hear what changes within reach, as it happens',
    description:
      'Of records that the caller may view, within their scope; whoever is not shown some of the ' +
      'fields of a record hears `updated` of it. Of work on many records nothing is told.',
  })
  async open(
    @RequestCtx() ctx: Ctx,
    @Headers('last-event-id') lastId: string | undefined,
    @Req() { bearer = '' }: ApiRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const last = isUuid(lastId ?? '') ? lastId : undefined;
    sendEvents(reply, await this.feed.open(this.changes.looker(ctx, bearer), last));
  }
}
