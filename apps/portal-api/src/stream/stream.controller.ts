import { Controller, Get, Headers, Injectable, Res, type Type } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { OwnEyesOnly, PortalCaller, PortalRoute, Problems } from '@quittance/http/host';
import { isUuid } from '@quittance/kernel';
import type { PortalCtx, PortalDirectory } from '@quittance/portal';
import { streamLimitReached } from '@quittance/portal/host';
import type { FastifyReply } from 'fastify';
import { PREFIXES, TAGS, renamedFor } from '../identity/directories.js';
import { ChangeFeed } from './change-feed.js';

const EVENT_STREAM = 'text/event-stream';

/** What changes within the reach of a user, as it happens. */
@Injectable()
abstract class StreamRoutes {
  constructor(private readonly feed: ChangeFeed) {}

  @Get()
  @OwnEyesOnly()
  @Problems(streamLimitReached)
  @ApiProduces(EVENT_STREAM)
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The last event that was heard; `reset` where what followed is not known.',
  })
  @ApiResponse({
    status: 200,
    description:
      'Server-sent events `change` with `{object, id, version, change}`, and no data of the ' +
      'record. It ends with the session, and after an hour.',
    content: { [EVENT_STREAM]: { schema: { type: 'string' } } },
  })
  @ApiOperation({ summary: 'Hear what changes within reach, as it happens' })
  async open(
    @PortalCaller() ctx: PortalCtx,
    @Headers('last-event-id') lastId: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const stream = await this.feed.open(ctx, isUuid(lastId ?? '') ? lastId : undefined);
    // Nothing waits for its end: it may be an hour away.
    void reply
      .headers({
        'content-type': EVENT_STREAM,
        'cache-control': 'no-store, no-transform',
        // A host that stops would else wait for the next request on it.
        connection: 'close',
        'x-accel-buffering': 'no',
      })
      .send(stream);
  }
}

/** The same for the users of one directory. */
export function streamController(directory: PortalDirectory): Type {
  @ApiTags(TAGS[directory])
  @PortalRoute({ directory })
  @Controller(`${PREFIXES[directory]}/events/stream`)
  class StreamController extends StreamRoutes {}
  return renamedFor(directory, StreamController);
}
