import { Body, Controller, Injectable, HttpCode, Post, Req, Res, type Type } from '@nestjs/common';
import { ApiAcceptedResponse, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  AnswersNothing,
  AsksFor,
  Origin,
  Problems,
  Public,
  SIGN_INS,
  StrictRateLimit,
  unauthenticated,
  type RequestOrigin,
} from '@quittance/http/host';
import {
  accountLocked,
  invalidCredentials,
  passwordTokenInvalid,
  refreshTokenInvalid,
  signInBusy,
} from '@quittance/identity/host';
import { validationFailed } from '@quittance/kernel';
import { portalRefusals, type PortalDirectory } from '@quittance/portal';
import {
  crossSiteRequest,
  invitationExpired,
  invitationUsed,
  mfaCodeInvalid,
  passwordTooWeak,
  signInRequired,
  signInStepExpired,
} from '@quittance/portal/host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PREFIXES, TAGS, renamedFor } from './directories.js';
import { InvitationEndpoints } from './invitation-endpoints.js';
import { PasswordEndpoints } from './password-endpoints.js';
import { SignInEndpoints } from './sign-in-endpoints.js';
import { SignOutEndpoints } from './sign-out-endpoints.js';
import { StepEndpoints } from './step-endpoints.js';
import {
  AcceptInvitationDto,
  ChooseDto,
  PortalForgotDto,
  PortalLoginDto,
  PortalRefreshDto,
  PortalResetDto,
  PortalSignInDto,
  PortalTokensDto,
  RenewInvitationDto,
  VerifiedSignInDto,
  VerifyMfaDto,
  ViewAsDto,
  ViewAsTokensDto,
} from './sign-in.dto.js';

/** What no page of another site can say; programs, who send the token in the body, need not. */
const FromOwnPage = () =>
  ApiHeader({
    name: 'X-Q-Session',
    required: false,
    schema: { type: 'string', enum: ['1'] },
    description: '`1`, where the refresh token is that of the cookie.',
  });

/** Signing in and out of a directory. */
@Injectable()
abstract class AuthRoutes {
  protected abstract readonly directory: PortalDirectory;

  constructor(
    private readonly endpoints: SignInEndpoints,
    private readonly leaving: SignOutEndpoints,
    private readonly steps: StepEndpoints,
    private readonly passwords: PasswordEndpoints,
    private readonly invitations: InvitationEndpoints,
  ) {}

  @Post('login')
  @AsksFor(SIGN_INS)
  @StrictRateLimit('portal sign-in')
  @Answers(PortalSignInDto)
  @Problems(invalidCredentials, accountLocked, signInBusy, crossSiteRequest)
  @ApiOperation({
    summary: 'Sign in with e-mail or user name and password',
    description:
      'Five failures in a row close sign-in for 15 minutes. A device that has signed in before ' +
      'has a count of its own. Where the password is right for several users, they are ' +
      'answered to choose from; who has a second factor is asked for it, and who must have one ' +
      'sets it up. With `session: "cookie"` the refresh token is in a cookie alone, which ' +
      '`/auth/refresh` and `/auth/logout` take with the header `X-Q-Session: 1`, as JSON, from a ' +
      'page of this host.',
  })
  login(
    @Origin() origin: RequestOrigin,
    @Body() body: PortalLoginDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PortalSignInDto> {
    return this.endpoints.login(this.directory, { origin, request, reply }, body);
  }

  @Post('choose')
  @StrictRateLimit()
  @Answers(PortalSignInDto)
  @Problems(signInStepExpired, crossSiteRequest)
  @ApiOperation({ summary: 'Choose as whom to go on' })
  choose(
    @Origin() origin: RequestOrigin,
    @Body() body: ChooseDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PortalSignInDto> {
    return this.steps.choose({ origin, request, reply }, body);
  }

  @Post('mfa/verify')
  @StrictRateLimit('portal code')
  @Answers(VerifiedSignInDto)
  @Problems(signInStepExpired, mfaCodeInvalid, crossSiteRequest)
  @ApiOperation({
    summary: 'Go on with the code of the second factor',
    description:
      'Five wrong codes end the step, and each counts as a failed sign-in. Of who sets one up ' +
      'the answer has the recovery codes, this once.',
  })
  verify(
    @Origin() origin: RequestOrigin,
    @Body() body: VerifyMfaDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VerifiedSignInDto> {
    return this.steps.verify({ origin, request, reply }, body);
  }

  @Post('view-as')
  @StrictRateLimit()
  @Answers(ViewAsTokensDto)
  @Problems(signInStepExpired, crossSiteRequest)
  @ApiOperation({
    summary: 'Look on as a user, by the code of somebody of the staff',
    description:
      'The code is good once, for a minute. The token lives for a quarter of an hour, is not ' +
      'refreshed and only reads; answers bear `X-View-As`.',
  })
  viewAs(
    @Origin() origin: RequestOrigin,
    @Body() body: ViewAsDto,
    @Req() request: FastifyRequest,
  ): Promise<ViewAsTokensDto> {
    return this.steps.viewAs(this.directory, { origin, request }, body);
  }

  @Post('refresh')
  @FromOwnPage()
  @Answers(PortalTokensDto)
  @Problems(refreshTokenInvalid, crossSiteRequest, accountLocked)
  @ApiOperation({
    summary: 'Spend a refresh token for a new pair',
    description:
      'Of the body, or of the cookie of a browser: then with `X-Q-Session: 1`, as JSON, from a ' +
      'page of this host. A spent token that comes back ends its session.',
  })
  refresh(
    @Origin() origin: RequestOrigin,
    @Body() body: PortalRefreshDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PortalTokensDto> {
    return this.endpoints.refresh(this.directory, { origin, request, reply }, body);
  }

  @Post('logout')
  @FromOwnPage()
  @AnswersNothing()
  @Problems(crossSiteRequest, unauthenticated, portalRefusals.readOnly)
  @ApiOperation({
    summary: 'End the session of a refresh token, or of the access token that asks, at once',
    description:
      'Of the body, of the cookie of a browser (then with `X-Q-Session: 1`, as JSON, from a page ' +
      'of this host), or of the request; of more than one each ends. Without any nothing could: ' +
      '401.',
  })
  logout(
    @Origin() origin: RequestOrigin,
    @Body() body: PortalRefreshDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    return this.leaving.logout(this.directory, { origin, request, reply }, body);
  }

  @Post('password/forgot')
  @HttpCode(202)
  @StrictRateLimit()
  @ApiAcceptedResponse({ description: 'The same for every e-mail.' })
  @ApiOperation({ summary: 'Ask for a new password' })
  forgot(
    @Origin() origin: RequestOrigin,
    @Body() body: PortalForgotDto,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    return this.passwords.forgot(this.directory, { origin, request }, body);
  }

  @Post('password/reset')
  @StrictRateLimit()
  @AnswersNothing()
  @Problems(passwordTokenInvalid, passwordTooWeak, signInBusy, crossSiteRequest)
  @ApiOperation({
    summary: 'Set a password by the link of an e-mail',
    description: 'Ends every session, opens a locked account and makes the browser known.',
  })
  reset(
    @Origin() origin: RequestOrigin,
    @Body() body: PortalResetDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    return this.passwords.reset(this.directory, { origin, request, reply }, body);
  }

  @Post('invitation/accept')
  @StrictRateLimit()
  @Answers(PortalSignInDto)
  @Problems(
    invitationExpired,
    invitationUsed,
    signInRequired,
    passwordTooWeak,
    signInBusy,
    crossSiteRequest,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Accept an invitation and sign in',
    description:
      'Sets the password. Where the e-mail has one already, its owner sends the access token ' +
      'of a session of theirs, and none is set.',
  })
  accept(
    @Origin() origin: RequestOrigin,
    @Body() body: AcceptInvitationDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PortalSignInDto> {
    return this.invitations.accept(this.directory, { origin, request, reply }, body);
  }

  @Post('invitation/renew')
  @HttpCode(202)
  @StrictRateLimit()
  @ApiAcceptedResponse({ description: 'The same for every link.' })
  @ApiOperation({ summary: 'Have an invitation that is over sent again, to its address' })
  renew(@Origin() origin: RequestOrigin, @Body() body: RenewInvitationDto): Promise<void> {
    return this.invitations.renew(origin, body);
  }
}

/** The same for the users of one directory. */
export function portalAuthController(directory: PortalDirectory): Type {
  @ApiTags(TAGS[directory])
  @Public()
  @Controller(`${PREFIXES[directory]}/auth`)
  class AuthController extends AuthRoutes {
    protected readonly directory = directory;
  }
  return renamedFor(directory, AuthController);
}
