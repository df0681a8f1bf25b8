import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { rightBeyondOwn } from '@quittance/access';
import { Database, preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersList,
  AnswersNothing,
  AnswersSecret,
  IfMatch,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import {
  CreateEndpoint,
  DeleteEndpoint,
  RotateEndpointSecret,
  UpdateEndpoint,
  endpointList,
  endpointView,
  webhookLimitReached,
} from '@quittance/webhooks/host';
import { findEndpoint, type WebhookId } from '@quittance/webhooks';
import {
  CreateWebhookDto,
  RotateSecretDto,
  UpdateWebhookDto,
  WebhookDto,
  WebhookWithSecretDto,
} from './webhook.dto.js';

const OVERLAP_HOURS = 24;

/** Addresses that a company's events are sent to, signed as Standard Webhooks 1.0.0 says. */
@ApiTags('Webhooks and events')
@Resource('webhooks')
@Controller('webhooks')
export class WebhooksController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly createEndpoint: CreateEndpoint,
    private readonly updateEndpoint: UpdateEndpoint,
    private readonly deleteEndpoint: DeleteEndpoint,
    private readonly rotateSecret: RotateEndpointSecret,
  ) {}

  @Get()
  @AnswersList(WebhookDto, endpointList)
  @ApiOperation({ summary: 'List webhooks' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, endpointList, call);
  }

  @Post()
  @Answers(WebhookWithSecretDto, 201)
  @AnswersSecret()
  @Problems(validationFailed, webhookLimitReached, rightBeyondOwn)
  @ApiOperation({ summary: 'Add a webhook; the answer shows its secret this once' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateWebhookDto): Promise<WebhookWithSecretDto> {
    const { url, types, description = null, active = true } = body;
    return this.createEndpoint.execute(ctx, { url, types, description, active });
  }

  @Get(':id')
  @Answers(WebhookDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One webhook' })
  get(@RequestCtx() ctx: Ctx, @PathId('id') id: WebhookId): Promise<WebhookDto> {
    return this.db.read(ctx, async (tx) => endpointView(await findEndpoint(tx, id)));
  }

  @Patch(':id')
  @Answers(WebhookDto)
  @Problems(notFound, preconditionFailed, validationFailed, rightBeyondOwn)
  @ApiOperation({ summary: 'Change a webhook, or switch it off or on' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: WebhookId,
    @Body() body: UpdateWebhookDto,
    @IfMatch() version: number | null,
  ): Promise<WebhookDto> {
    return this.updateEndpoint.execute(ctx, id, body, version);
  }

  @Delete(':id')
  @AnswersNothing()
  @Problems(notFound, rightBeyondOwn)
  @ApiOperation({ summary: 'Remove a webhook with its messages' })
  delete(@RequestCtx() ctx: Ctx, @PathId('id') id: WebhookId): Promise<void> {
    return this.deleteEndpoint.execute(ctx, id);
  }

  @Post(':id/rotate-secret')
  @Answers(WebhookWithSecretDto)
  @AnswersSecret()
  @Problems(notFound, rightBeyondOwn)
  @ApiOperation({ summary: 'Give a webhook a new secret; the old one signs too for a while' })
  rotate(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: WebhookId,
    @Body() { overlapHours = OVERLAP_HOURS }: RotateSecretDto,
  ): Promise<WebhookWithSecretDto> {
    return this.rotateSecret.execute(ctx, id, overlapHours);
  }
}
