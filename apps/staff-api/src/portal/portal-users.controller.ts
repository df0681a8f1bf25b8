import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { rightBeyondOwn } from '@quittance/access';
import { Database, preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersEach,
  AnswersList,
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
import type { PortalUserId } from '@quittance/portal';
import {
  CreatePortalUser,
  UpdatePortalUser,
  findPortalUser,
  lastPortalAdmin,
  portalUserList,
  portalUserTaken,
  portalUserView,
  referenceNotFound,
  sessionsOf,
} from '@quittance/portal/host';
import {
  CreatePortalUserDto,
  PortalUserDto,
  PortalUserSessionDto,
  UpdatePortalUserDto,
} from './portal-user.dto.js';

/** Users of customers, partners and vendors at the portals. */
@ApiTags('Portal users')
@Resource('portal-users')
@Controller('portal-users')
export class PortalUsersController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly createUser: CreatePortalUser,
    private readonly updateUser: UpdatePortalUser,
  ) {}

  @Get()
  @AnswersList(PortalUserDto, portalUserList)
  @ApiOperation({
    summary: 'List portal users',
    description: 'Of all three directories, or with a filter of one.',
  })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, portalUserList, call);
  }

  @Post()
  @Answers(PortalUserDto, 201)
  @Problems(portalUserTaken, referenceNotFound, validationFailed)
  @ApiOperation({ summary: 'Add a portal user, who is invited by e-mail' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreatePortalUserDto) {
    return this.createUser.execute(ctx, body);
  }

  @Get(':id')
  @Answers(PortalUserDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One portal user' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: PortalUserId) {
    return this.db.read(ctx, async (tx) => portalUserView(await findPortalUser(tx, id)));
  }

  @Patch(':id')
  @Answers(PortalUserDto)
  @Problems(
    notFound,
    portalUserTaken,
    lastPortalAdmin,
    rightBeyondOwn,
    referenceNotFound,
    preconditionFailed,
    validationFailed,
  )
  @ApiOperation({ summary: 'Change what a portal user is called, may do, sees and spends' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: PortalUserId,
    @Body() body: UpdatePortalUserDto,
    @IfMatch() version: number | null,
  ) {
    return this.updateUser.execute(ctx, id, body, version);
  }

  @Get(':id/sessions')
  @AnswersEach(PortalUserSessionDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'Where a portal user is signed in' })
  sessions(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: PortalUserId,
  ): Promise<readonly PortalUserSessionDto[]> {
    return this.db.read(ctx, async (tx) => sessionsOf(tx, (await findPortalUser(tx, id)).id));
  }
}
