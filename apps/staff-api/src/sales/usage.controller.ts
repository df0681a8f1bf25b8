import { Body, Controller, Get, Headers, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  Asks,
  CsvBody,
  LargeBody,
  PathId,
  Problems,
  RequestCtx,
  Resource,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { importColumnsInvalid, importFileNotReadable } from '@quittance/mass';
import { rowFormatOf, importBusy, partlySaved } from '@quittance/mass/host';
import {
  ImportUsage,
  IngestUsage,
  MOST_EVENTS,
  noOpenPeriod,
  ReadUsage,
  usageEventUnknown,
  usageEventVoided,
  usageTooLate,
  VoidUsageEvent,
  type SubscriptionId,
} from '@quittance/sales/host';
import type { Readable } from 'node:stream';
import {
  RatedUsageDto,
  UsageEventDto,
  UsageEventsDto,
  UsageImportDto,
  UsageImportQuery,
  UsageOutcomeDto,
  UsageQueryDto,
  VoidUsageDto,
} from './usage.dto.js';

/** Ten thousand events with their properties. */
const EVENTS_LIMIT = 8 * 1024 * 1024;
/** Of each event its members, its properties, and itself among the others. */
const EVENT_VALUES = 32;
const EVENTS = { lines: 'events', values: MOST_EVENTS * EVENT_VALUES } as const;
/** A million rows, most of which name their subscription by its id. */
const IMPORT_LIMIT = 200 * 1024 * 1024;

/** Usage as it comes in. */
@ApiTags('Usage')
@Resource('subscriptions')
@Controller('usage-events')
export class UsageEventsController {
  constructor(
    private readonly ingestUsage: IngestUsage,
    private readonly importUsage: ImportUsage,
    private readonly voidUsageEvent: VoidUsageEvent,
  ) {}

  @Post()
  @LargeBody(EVENTS_LIMIT, EVENTS)
  @Answers(UsageOutcomeDto)
  @Problems(validationFailed)
  @ApiOperation({
    summary: 'Take usage of any subscriptions',
    description:
      'Rows that are good count, whatever becomes of others. An event is taken once: sent again ' +
      'just so it is a duplicate, and otherwise a conflict. The same objects are taken one a ' +
      'line as `application/x-ndjson`; a line that is no JSON is a row that is refused.',
  })
  ingest(@RequestCtx() ctx: Ctx, @Body() body: UsageEventsDto): Promise<UsageOutcomeDto> {
    return this.ingestUsage.execute(ctx, body.events);
  }

  @Post('import')
  @Asks('import')
  @CsvBody(IMPORT_LIMIT)
  @Answers(UsageImportDto)
  @Problems(importFileNotReadable, importColumnsInvalid, importBusy, partlySaved)
  @ApiOperation({
    summary: 'Import usage from a file',
    description:
      'At most a million rows of CSV or JSON Lines, taken as they arrive and as those of one ' +
      'request are. Columns are `eventId`, `meter`, `subscriptionId` or `externalKey`, ' +
      '`timestamp`, `value` and `properties.…`. What was taken before is a duplicate, so that an ' +
      'import that was cut off is repeated.',
  })
  load(
    @RequestCtx() ctx: Ctx,
    @Query() query: UsageImportQuery,
    @Headers('content-type') type: string,
    @Body() body: Readable,
  ): Promise<UsageImportDto> {
    const format = rowFormatOf(type);
    return this.importUsage.execute(ctx, { ...query, body, format });
  }

  @Post(':eventId/void')
  @Answers(UsageEventDto)
  @Problems(usageEventUnknown, usageEventVoided, usageTooLate)
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
  @LargeBody(EVENTS_LIMIT, EVENTS)
  @Answers(UsageOutcomeDto)
  @Problems(notFound, validationFailed)
  @ApiOperation({ summary: 'Take usage of a subscription, as JSON or one event a line' })
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
