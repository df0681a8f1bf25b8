import { Body, Controller, Injectable, Get, Patch, Post, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { administratorRequired, invitationSentLately, rightBeyondOwn } from '@quittance/access';
import { Database, preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersList,
  IfMatch,
  ListParams,
  Lists,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed } from '@quittance/kernel';
import type { PortalCtx, PortalDirectory, PortalUserId } from '@quittance/portal';
import {
  colleagueCtx,
  colleagueList,
  colleaguesNotManaged,
  lastPortalAdmin,
  managedParties,
  ManageColleagues,
  ofParties,
  ownRights,
  portalUserNotInvitable,
  portalUserTaken,
  referenceNotFound,
} from '@quittance/portal/host';
import { ownList } from '../own-list.js';
import { ColleagueDto, CreateColleagueDto, UpdateColleagueDto } from './colleague.dto.js';
import { PREFIXES, TAGS, renamedFor } from './directories.js';
import { SignInLimits } from './sign-in-limits.js';

/** The users of a party, managed by its own Admins. */
@Injectable()
abstract class ColleagueRoutes {
  protected abstract readonly directory: PortalDirectory;

  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly colleagues: ManageColleagues,
    private readonly limits: SignInLimits,
  ) {}

  @Get()
  @AnswersList(ColleagueDto, ownList(colleagueList))
  @Problems(colleaguesNotManaged)
  @ApiOperation({ summary: 'List the users of the party' })
  async list(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    const own = colleagueCtx(ctx);
    const parties = await this.db.read(own, (tx) => managedParties(tx, ctx.portal));
    return this.lists.answer(own, colleagueList, call, ofParties(ctx.portal, parties));
  }

  @Post()
  @Answers(ColleagueDto, 201)
  @Problems(
    rightBeyondOwn,
    portalUserTaken,
    referenceNotFound,
    colleaguesNotManaged,
    administratorRequired,
    invitationSentLately,
    validationFailed,
  )
  @ApiOperation({ summary: 'Invite a colleague by e-mail' })
  create(@PortalCaller() ctx: PortalCtx, @Body() body: CreateColleagueDto) {
    this.limits.invite(ctx.portal.portalUserId);
    return this.colleagues.execute(ctx, body);
  }

  @Get(':id')
  @Answers(ColleagueDto)
  @Problems(notFound, colleaguesNotManaged)
  @ApiOperation({ summary: 'One colleague' })
  find(@PortalCaller() ctx: PortalCtx, @PathId('id') id: PortalUserId) {
    return this.colleagues.find(ctx, id);
  }

  @Patch(':id')
  @Answers(ColleagueDto)
  @Problems(
    notFound,
    ownRights,
    rightBeyondOwn,
    lastPortalAdmin,
    colleaguesNotManaged,
    administratorRequired,
    preconditionFailed,
    validationFailed,
  )
  @ApiOperation({ summary: 'Change a colleague: no right, level or limit beyond the own' })
  update(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: PortalUserId,
    @Body() body: UpdateColleagueDto,
    @IfMatch() version: number | null,
  ) {
    return this.colleagues.update(ctx, id, body, version);
  }

  @Post(':id/deactivate')
  @Answers(ColleagueDto)
  @Problems(notFound, ownRights, lastPortalAdmin, colleaguesNotManaged, administratorRequired)
  @ApiOperation({ summary: 'Put a colleague out, from the next request on' })
  deactivate(@PortalCaller() ctx: PortalCtx, @PathId('id') id: PortalUserId) {
    return this.colleagues.move(ctx, id, 'deactivate');
  }

  @Post(':id/reactivate')
  @Answers(ColleagueDto)
  @Problems(notFound, ownRights, colleaguesNotManaged, administratorRequired, rightBeyondOwn)
  @ApiOperation({ summary: 'Let a colleague in again' })
  reactivate(@PortalCaller() ctx: PortalCtx, @PathId('id') id: PortalUserId) {
    return this.colleagues.move(ctx, id, 'reactivate');
  }

  @Post(':id/unlock')
  @Answers(ColleagueDto)
  @Problems(notFound, colleaguesNotManaged, administratorRequired)
  @ApiOperation({
    summary: 'Open what failed sign-ins have locked',
    description: 'Of who has accepted and acts for no other party. What staff lock they open.',
  })
  unlock(@PortalCaller() ctx: PortalCtx, @PathId('id') id: PortalUserId) {
    return this.colleagues.move(ctx, id, 'unlock');
  }

  @Post(':id/resend')
  @Answers(ColleagueDto)
  @Problems(
    notFound,
    portalUserNotInvitable,
    colleaguesNotManaged,
    administratorRequired,
    invitationSentLately,
  )
  @ApiOperation({ summary: 'Send the invitation again' })
  resend(@PortalCaller() ctx: PortalCtx, @PathId('id') id: PortalUserId) {
    this.limits.invite(ctx.portal.portalUserId);
    return this.colleagues.move(ctx, id, 'invite');
  }

  @Post(':id/end-sessions')
  @Answers(ColleagueDto)
  @Problems(notFound, colleaguesNotManaged, administratorRequired)
  @ApiOperation({ summary: 'End every session of a colleague at once' })
  endSessions(@PortalCaller() ctx: PortalCtx, @PathId('id') id: PortalUserId) {
    return this.colleagues.move(ctx, id, 'end-sessions');
  }
}

/** The same for the users of one directory. */
export function colleaguesController(directory: PortalDirectory): Type {
  @ApiTags(TAGS[directory])
  @PortalRoute({ directory, admin: true, ...(directory === 'customer' && { reach: 'account' }) })
  @Controller(`${PREFIXES[directory]}/colleagues`)
  class ColleaguesController extends ColleagueRoutes {
    protected readonly directory = directory;
  }
  return renamedFor(directory, ColleaguesController);
}
