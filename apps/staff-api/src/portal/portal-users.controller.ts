import { Body, Controller, Get, Headers, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { rightBeyondOwn } from '@quittance/access';
import { Database, preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersEach,
  AnswersList,
  Asks,
  CsvBody,
  IfMatch,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { invitationSentLately } from '@quittance/access';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import type { ListNarrowing } from '@quittance/lists';
import { importColumnsInvalid, importFileNotReadable } from '@quittance/mass';
import { rowFormatOf, importBusy, partlySaved } from '@quittance/mass/host';
import type { PortalUserId } from '@quittance/portal';
import {
  CreatePortalUser,
  ImportPortalUsers,
  UpdatePortalUser,
  findPortalUser,
  lastPortalAdmin,
  portalUserList,
  portalUserTaken,
  portalUserView,
  referenceNotFound,
  sessionsOf,
} from '@quittance/portal/host';
import type { Readable } from 'node:stream';
import { ImportSummaryDto } from '../objects/mass.dto.js';
import {
  CreatePortalUserDto,
  ImportPortalUsersQuery,
  PortalUserDto,
  PortalUserSessionDto,
  PortalUsersQuery,
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
    private readonly importUsers: ImportPortalUsers,
  ) {}

  @Get()
  @AnswersList(PortalUserDto, portalUserList)
  @ApiOperation({
    summary: 'List portal users',
    description: 'Of all three directories, or of one.',
  })
  list(
    @RequestCtx() ctx: Ctx,
    @ListParams('directory') call: ListCall,
    @Query() { directory }: PortalUsersQuery,
  ) {
    const within: ListNarrowing | undefined =
      directory && ((bind) => `u.directory = ${bind(directory)}`);
    return this.lists.answer(ctx, portalUserList, call, within);
  }

  @Post()
  @Answers(PortalUserDto, 201)
  @Problems(
    portalUserTaken,
    referenceNotFound,
    rightBeyondOwn,
    invitationSentLately,
    validationFailed,
  )
  @ApiOperation({ summary: 'Add a portal user, who is invited by e-mail' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreatePortalUserDto) {
    return this.createUser.execute(ctx, body);
  }

  @Post('import')
  @Asks('import')
  @CsvBody()
  @Answers(ImportSummaryDto)
  @Problems(importFileNotReadable, importColumnsInvalid, importBusy, partlySaved)
  @ApiOperation({
    summary: 'Import portal users from a file',
    description:
      'CSV, or one JSON object per line, of the members that `POST /portal-users` takes, rights ' +
      'excepted: those are as the role presets them. A row with an `id`, or with directory, ' +
      'e-mail and party of a user, changes that one; any other adds one, who is invited by ' +
      'e-mail. A row that is refused keeps no other from being saved. What else a download ' +
      'shows is passed over.',
  })
  load(
    @RequestCtx() ctx: Ctx,
    @Query() query: ImportPortalUsersQuery,
    @Headers('content-type') type: string,
    @Body() body: Readable,
  ): Promise<ImportSummaryDto> {
    const format = rowFormatOf(type);
    return this.importUsers.execute(ctx, { ...query, body, format });
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
