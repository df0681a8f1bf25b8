import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CustomResources, rightBeyondOwn } from '@quittance/access';
import { Database } from '@quittance/database';
import {
  Answers,
  AnswersList,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import { aboutObjects } from '@quittance/outbox/host';
import { seenObjects } from '@quittance/outbox';
import {
  ReplayMessages,
  TestEndpoint,
  messageList,
  ofEndpoint,
  readMessage,
  webhookMessagePending,
  webhookNotActive,
  type MessageId,
} from '@quittance/webhooks/host';
import { findEndpoint, type WebhookId } from '@quittance/webhooks';
import {
  ReplayDto,
  ReplayedDto,
  WebhookMessageDetailDto,
  WebhookMessageDto,
} from './webhook.dto.js';

/** What was sent to a webhook, and how it went. */
@ApiTags('Webhooks and events')
@Resource('webhooks')
@Controller('webhooks/:id')
export class WebhookMessagesController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly custom: CustomResources,
    private readonly testEndpoint: TestEndpoint,
    private readonly replay: ReplayMessages,
  ) {}

  @Get('messages')
  @AnswersList(WebhookMessageDto, messageList)
  @Problems(notFound)
  @ApiOperation({
    summary: 'List the messages to a webhook',
    description:
      'Those about objects whose records the reader may all view; administrators read all of them.',
  })
  async list(@RequestCtx() ctx: Ctx, @PathId('id') id: WebhookId, @ListParams() call: ListCall) {
    await this.db.read(ctx, (tx) => findEndpoint(tx, id));
    const seen = seenObjects(ctx.permissions, await this.custom.of(ctx));
    const own = ofEndpoint(id);
    const about = seen && aboutObjects('m.object', seen);
    return this.lists.answer(ctx, messageList, call, (bind) =>
      about ? `${own(bind)} and ${about(bind)}` : own(bind),
    );
  }

  @Get('messages/:messageId')
  @Answers(WebhookMessageDetailDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One message with its attempts' })
  get(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: WebhookId,
    @PathId('messageId') messageId: MessageId,
  ): Promise<WebhookMessageDetailDto> {
    const found = this.db.read(ctx, (tx) => readMessage(tx, id, messageId));
    return found as Promise<WebhookMessageDetailDto>;
  }

  @Post('messages/:messageId/replay')
  @Answers(WebhookMessageDetailDto)
  @Problems(notFound, webhookNotActive, webhookMessagePending, rightBeyondOwn)
  @ApiOperation({ summary: 'Send a message again, under its old id' })
  replayOne(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: WebhookId,
    @PathId('messageId') messageId: MessageId,
  ): Promise<WebhookMessageDetailDto> {
    return this.replay.one(ctx, id, messageId) as Promise<WebhookMessageDetailDto>;
  }

  @Post('replay')
  @Answers(ReplayedDto)
  @Problems(notFound, webhookNotActive, rightBeyondOwn)
  @ApiOperation({ summary: 'Send again what failed in a period' })
  replayFailed(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: WebhookId,
    @Body() { from, to }: ReplayDto,
  ): Promise<ReplayedDto> {
    return this.replay.failed(ctx, id, { from, to });
  }

  @Post('test')
  @Answers(WebhookMessageDetailDto)
  @Problems(notFound, webhookNotActive, rightBeyondOwn)
  @ApiOperation({ summary: 'Send a test message now and tell what became of it' })
  test(@RequestCtx() ctx: Ctx, @PathId('id') id: WebhookId): Promise<WebhookMessageDetailDto> {
    return this.testEndpoint.execute(ctx, id) as Promise<WebhookMessageDetailDto>;
  }
}
