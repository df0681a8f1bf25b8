import { Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CustomResources } from '@quittance/access';
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
import {
  RetryEvent,
  aboutObjects,
  eventList,
  eventNotDead,
  findEvent,
  type EventId,
} from '@quittance/outbox/host';
import { seenObjects } from '@quittance/outbox';
import { EventDto } from './event.dto.js';

const OF_OBJECTS =
  'Those of objects whose records the reader may all view; administrators read all of them.';

/** Business changes as they were announced, and how their delivery stands. */
@ApiTags('Events')
@Resource('webhooks')
@Controller('events')
export class EventsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly custom: CustomResources,
    private readonly retryEvent: RetryEvent,
  ) {}

  @Get()
  @AnswersList(EventDto, eventList)
  @ApiOperation({
    summary: 'List events; state dead is the dead letter list',
    description: OF_OBJECTS,
  })
  async list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    const seen = seenObjects(ctx.permissions, await this.custom.of(ctx));
    const narrowing = seen ? aboutObjects('e.object', seen) : undefined;
    return this.lists.answer(ctx, eventList, call, narrowing);
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
