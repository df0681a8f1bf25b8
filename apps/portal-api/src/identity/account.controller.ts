import {
  Body,
  Controller,
  Injectable,
  Delete,
  Get,
  Patch,
  Post,
  Query,
  Res,
  type Type,
} from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Database } from '@quittance/database';
import {
  Answers,
  AnswersEach,
  AnswersNothing,
  AnswersSecret,
  OwnEyesOnly,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
  StrictRateLimit,
} from '@quittance/http/host';
import { signInBusy } from '@quittance/identity/host';
import { notFound, validationFailed, type SessionId } from '@quittance/kernel';
import type { PortalCtx, PortalDirectory } from '@quittance/portal';
import {
  ChangePortalPassword,
  EndPortalSessions,
  mfaRequiredByPolicy,
  passwordTooWeak,
  readOwnProfile,
  sessionOf,
  sessionsOf,
  SwitchPortalUser,
  UpdateOwnProfile,
} from '@quittance/portal/host';
import type { FastifyReply } from 'fastify';
import { BrowserSessions } from './browser-sessions.js';
import { PREFIXES, TAGS, renamedFor } from './directories.js';
import {
  EndSessionsDto,
  OwnProfileDto,
  PortalSessionDto,
  UpdateOwnProfileDto,
} from './profile.dto.js';
import { PortalPasswordDto, PortalTokensDto, SwitchDto, shownTokens } from './sign-in.dto.js';

/** What is each user's own: who they are, their password and where they are signed in. */
@Injectable()
abstract class AccountRoutes {
  protected abstract readonly directory: PortalDirectory;

  constructor(
    private readonly db: Database,
    private readonly switching: SwitchPortalUser,
    private readonly changePassword: ChangePortalPassword,
    private readonly endSessions: EndPortalSessions,
    private readonly updateProfile: UpdateOwnProfile,
    private readonly browsers: BrowserSessions,
  ) {}

  @Get('me')
  @Answers(OwnProfileDto)
  @ApiOperation({ summary: 'Who the caller is and what they may do' })
  me(@PortalCaller() ctx: PortalCtx): Promise<OwnProfileDto> {
    return this.db.read(ctx, (tx) => readOwnProfile(tx, ctx.portal));
  }

  @Patch('me')
  @Answers(OwnProfileDto)
  @Problems(validationFailed)
  @ApiOperation({ summary: 'Change the own name and how the portal is shown' })
  update(
    @PortalCaller() ctx: PortalCtx,
    @Body() body: UpdateOwnProfileDto,
  ): Promise<OwnProfileDto> {
    return this.updateProfile.execute(ctx, body);
  }

  @Post('auth/switch')
  @Answers(PortalTokensDto)
  @AnswersSecret()
  @Problems(notFound, mfaRequiredByPolicy)
  @ApiOperation({
    summary: 'Go on as another user of the same credential',
    description: 'The session before ends at once, its access token included.',
  })
  async switch(
    @PortalCaller() ctx: PortalCtx,
    @Body() { portalUserId }: SwitchDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PortalTokensDto> {
    const tokens = await this.switching.execute(ctx, portalUserId);
    if (tokens.channel === 'browser') this.browsers.keep(reply, tokens);
    return shownTokens(tokens);
  }

  @Post('auth/password/change')
  @StrictRateLimit()
  @AnswersNothing()
  @Problems(validationFailed, passwordTooWeak, signInBusy)
  @ApiOperation({
    summary: 'Change the own password',
    description: 'Every other session ends. A wrong current one counts as a failed sign-in.',
  })
  password(@PortalCaller() ctx: PortalCtx, @Body() body: PortalPasswordDto): Promise<void> {
    return this.changePassword.execute(ctx, body);
  }

  @Get('auth/sessions')
  @OwnEyesOnly()
  @AnswersEach(PortalSessionDto)
  @ApiOperation({ summary: 'The own live sessions, the current one first' })
  sessions(@PortalCaller() ctx: PortalCtx): Promise<readonly PortalSessionDto[]> {
    return this.db.read(ctx, (tx) => sessionsOf(tx, ctx.portal.portalUserId));
  }

  @Get('auth/sessions/:id')
  @OwnEyesOnly()
  @Answers(PortalSessionDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One of the own live sessions' })
  session(@PortalCaller() ctx: PortalCtx, @PathId('id') id: SessionId): Promise<PortalSessionDto> {
    return this.db.read(ctx, (tx) => sessionOf(tx, ctx.portal.portalUserId, id));
  }

  @Delete('auth/sessions/:id')
  @AnswersNothing()
  @Problems(notFound)
  @ApiOperation({ summary: 'End one of the own sessions at once' })
  end(@PortalCaller() ctx: PortalCtx, @PathId('id') id: SessionId): Promise<void> {
    return this.endSessions.execute(ctx, id);
  }

  @Delete('auth/sessions')
  @AnswersNothing()
  @ApiOperation({ summary: 'End all own sessions at once, with `others` all but the current' })
  async endAll(
    @PortalCaller() ctx: PortalCtx,
    @Query() { others = false }: EndSessionsDto,
  ): Promise<void> {
    await this.endSessions.others(ctx);
    if (!others) await this.endSessions.execute(ctx, ctx.portal.sessionId);
  }
}

/** The same for the users of one directory. */
export function portalAccountController(directory: PortalDirectory): Type {
  @ApiTags(TAGS[directory])
  @PortalRoute({ directory })
  @Controller(PREFIXES[directory])
  class AccountController extends AccountRoutes {
    protected readonly directory = directory;
  }
  return renamedFor(directory, AccountController);
}
