import { Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
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
} from '@quittance/http';
import { notFound, type Ctx } from '@quittance/kernel';
import { RetryEvent, eventList, eventNotDead, findEvent, type EventId } from '@quittance/outbox';
import { EventDto } from './event.dto.js';

/** Business changes as they were announced, and how their delivery stands. */
@ApiTags('Events')
@Resource('webhooks')
@Controller('events')
export class EventsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly retryEvent: RetryEvent,
  ) {}

  @Get()
  @AnswersList(EventDto, eventList)
  @ApiOperation({ summary: 'List events; state dead is the dead letter list' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, eventList, call);
  }

  @Get(':id')
  @Answers(EventDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One event' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: EventId): Promise<EventDto> {
    return this.db.read(ctx, (tx) => findEvent(tx, id));
  }

  @Post(':id/retry')
  @Answers(EventDto)
  @Problems(notFound, eventNotDead)
  @ApiOperation({ summary: 'Try a dead event again' })
  retry(@RequestCtx() ctx: Ctx, @PathId('id') id: EventId): Promise<EventDto> {
    return this.retryEvent.execute(ctx, id);
  }
}
