import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, LargeBody, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import {
  IngestUsage,
  noOpenPeriod,
  ReadUsage,
  usageEventUnknown,
  usageEventVoided,
  VoidUsageEvent,
  type SubscriptionId,
} from '@quittance/sales/host';
import {
  RatedUsageDto,
  UsageEventDto,
  UsageEventsDto,
  UsageOutcomeDto,
  UsageQueryDto,
  VoidUsageDto,
} from './usage.dto.js';

/** Ten thousand events with their properties. */
const EVENTS_LIMIT = 8 * 1024 * 1024;

/** Usage as it comes in. */
@ApiTags('Usage')
@Resource('subscriptions')
@Controller('usage-events')
export class UsageEventsController {
  constructor(
    private readonly ingestUsage: IngestUsage,
    private readonly voidUsageEvent: VoidUsageEvent,
  ) {}

  @Post()
  @LargeBody(EVENTS_LIMIT)
  @Answers(UsageOutcomeDto)
  @Problems(validationFailed)
  @ApiOperation({
    summary: 'Take usage of any subscriptions',
    description:
      'Rows that are good count, whatever becomes of others. An event is taken once: sent again ' +
      'just so it is a duplicate, and otherwise a conflict.',
  })
  ingest(@RequestCtx() ctx: Ctx, @Body() body: UsageEventsDto): Promise<UsageOutcomeDto> {
    return this.ingestUsage.execute(ctx, body.events);
  }

  @Post(':eventId/void')
  @Answers(UsageEventDto)
  @Problems(usageEventUnknown, usageEventVoided)
  @ApiOperation({ summary: 'Take an event back' })
  void(
    @RequestCtx() ctx: Ctx,
    @Param('eventId') eventId: string,
    @Body() { reason }: VoidUsageDto,
  ): Promise<UsageEventDto> {
    return this.voidUsageEvent.execute(ctx, eventId, reason);
  }
}

/** Usage of one subscription. */
@ApiTags('Usage')
@Resource('subscriptions')
@Controller('subscriptions/:id/usage')
export class SubscriptionUsageController {
  constructor(
    private readonly ingestUsage: IngestUsage,
    private readonly readUsage: ReadUsage,
  ) {}

  @Post()
  @LargeBody(EVENTS_LIMIT)
  @Answers(UsageOutcomeDto)
  @Problems(notFound, validationFailed)
  @ApiOperation({ summary: 'Take usage of a subscription' })
  ingest(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: SubscriptionId,
    @Body() body: UsageEventsDto,
  ): Promise<UsageOutcomeDto> {
    return this.ingestUsage.execute(ctx, body.events, id);
  }

  @Get()
  @Answers(RatedUsageDto)
  @Problems(notFound, noOpenPeriod)
  @ApiOperation({ summary: 'The usage of a period, rated so far' })
  read(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: SubscriptionId,
    @Query() { on }: UsageQueryDto,
  ): Promise<RatedUsageDto> {
    return this.readUsage.execute(ctx, id, on);
  }
}
