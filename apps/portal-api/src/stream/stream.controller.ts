import { Controller, Get, Headers, Injectable, Res, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  AnswersEventStream,
  ChangeFeed,
  OwnEyesOnly,
  PortalCaller,
  PortalRoute,
  sendEvents,
} from '@quittance/http/host';
import { isUuid } from '@quittance/kernel';
import type { PortalCtx, PortalDirectory } from '@quittance/portal';
import type { FastifyReply } from 'fastify';
import { PREFIXES, TAGS, renamedFor } from '../identity/directories.js';
import { PortalChanges } from './portal-changes.js';

/** What changes within the reach of a user, as it happens. */
@Injectable()
abstract class StreamRoutes {
  constructor(private readonly feed: ChangeFeed) {}

  @Get()
  @OwnEyesOnly()
  @AnswersEventStream()
  @ApiOperation({ summary: 'Hear what changes within reach, as it happens' })
  async open(
    @PortalCaller() ctx: PortalCtx,
    @Headers('last-event-id') lastId: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const last = isUuid(lastId ?? '') ? lastId : undefined;
    sendEvents(reply, await this.feed.open(PortalChanges.looker(ctx), last));
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
