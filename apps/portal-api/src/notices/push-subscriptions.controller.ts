import { Body, Controller, Delete, Get, Injectable, Post, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  AnswersNothing,
  OwnEyesOnly,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
} from '@quittance/http/host';
import { notFound, validationFailed } from '@quittance/kernel';
import type { PortalCtx, PortalDirectory } from '@quittance/portal';
import {
  KeepPushes,
  type OwnPushes,
  type PushSubscriptionId,
  type PushSubscriptionView,
} from '@quittance/portal/host';
import { PREFIXES, TAGS, renamedFor } from '../identity/directories.js';
import { CreatePushSubscriptionDto, PushesDto, PushSubscriptionDto } from './push.dto.js';

/** The browsers that show a user of themselves what they are told, each asked for in it. */
@Injectable()
abstract class PushSubscriptionRoutes {
  constructor(private readonly pushes: KeepPushes) {}

  @Get()
  @OwnEyesOnly()
  @Answers(PushesDto)
  @ApiOperation({ summary: 'The key to subscribe with, and the browsers that are subscribed' })
  find(@PortalCaller() ctx: PortalCtx): Promise<OwnPushes> {
    return this.pushes.find(ctx);
  }

  @Post()
  @Answers(PushSubscriptionDto, 201)
  @Problems(validationFailed)
  @ApiOperation({
    summary: 'Have this browser show what the user is told',
    description:
      'Of each category as the user has chosen (`push` of `/me/notifications`), until the ' +
      'session ends. A browser that others used before is no longer theirs; of more than ten the ' +
      'oldest goes.',
  })
  create(
    @PortalCaller() ctx: PortalCtx,
    @Body() body: CreatePushSubscriptionDto,
  ): Promise<PushSubscriptionView> {
    return this.pushes.execute(ctx, body);
  }

  @Delete()
  @AnswersNothing()
  @ApiOperation({ summary: 'End the pushes to the browser of this session' })
  end(@PortalCaller() ctx: PortalCtx): Promise<void> {
    return this.pushes.endOfSession(ctx);
  }

  @Delete(':id')
  @AnswersNothing()
  @Problems(notFound)
  @ApiOperation({ summary: 'End the pushes to one of the own browsers' })
  endOne(@PortalCaller() ctx: PortalCtx, @PathId('id') id: PushSubscriptionId): Promise<void> {
    return this.pushes.end(ctx, id);
  }
}

/** The same for the users of one directory. */
export function pushSubscriptionsController(directory: PortalDirectory): Type {
  @ApiTags(TAGS[directory])
  @PortalRoute({ directory })
  @Controller(`${PREFIXES[directory]}/push-subscriptions`)
  class PushSubscriptionsController extends PushSubscriptionRoutes {}
  return renamedFor(directory, PushSubscriptionsController);
}
