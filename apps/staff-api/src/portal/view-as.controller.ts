import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { grantRequired } from '@quittance/access';
import { Database } from '@quittance/database';
import {
  AndGrant,
  Answers,
  AnswersEach,
  AnswersNothing,
  AnswersSecret,
  Asks,
  PathId,
  Problems,
  RequestCtx,
  Resource,
} from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import type { PortalUserId } from '@quittance/portal';
import {
  EndViewAs,
  StartViewAs,
  viewAsExceedsRights,
  viewAsNotPossible,
  viewAsSessions,
  type ViewAsSessionId,
} from '@quittance/portal/host';
import { StartViewAsDto, ViewAsCodeDto, ViewAsSessionDto, ViewsOfDto } from './view-as.dto.js';

/** Seeing a portal as one of its users. */
@ApiTags('Portal users')
@Resource('portal-users')
@Controller()
export class ViewAsController {
  constructor(
    private readonly db: Database,
    private readonly starting: StartViewAs,
    private readonly ending: EndViewAs,
  ) {}

  @Post('portal-users/:id/view-as')
  @Asks('view')
  @AndGrant('viewAs')
  @Answers(ViewAsCodeDto, 201)
  @AnswersSecret()
  @Problems(notFound, grantRequired, viewAsExceedsRights, viewAsNotPossible)
  @ApiOperation({
    summary: 'See the portal as one of its users',
    description:
      'The portal takes the code once, within a minute, for a token of a quarter of an hour that ' +
      'only reads. Whoever looks on must see as staff all that the portal shows, of every ' +
      'account that the user reaches; that is asked again at each request.',
  })
  start(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: PortalUserId,
    @Body() { reason }: StartViewAsDto,
  ): Promise<ViewAsCodeDto> {
    return this.starting.execute(ctx, id, reason);
  }

  @Get('view-as-sessions')
  @AndGrant('viewAs')
  @AnswersEach(ViewAsSessionDto)
  @ApiOperation({
    summary: 'Who looks, or has looked, at a portal as one of its users',
    description: 'The last 200 of three months; the log has all, with each request.',
  })
  list(
    @RequestCtx() ctx: Ctx,
    @Query() { portalUserId }: ViewsOfDto,
  ): Promise<readonly ViewAsSessionDto[]> {
    return this.db.read(ctx, (tx) => viewAsSessions(tx, portalUserId));
  }

  @Delete('view-as-sessions/:id')
  @Asks('view')
  @AndGrant('viewAs')
  @AnswersNothing()
  @Problems(notFound)
  @ApiOperation({ summary: 'End a view at once' })
  end(@RequestCtx() ctx: Ctx, @PathId('id') id: ViewAsSessionId): Promise<void> {
    return this.ending.execute(ctx, id);
  }
}
