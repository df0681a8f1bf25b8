import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
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
  deviceCookie,
  type ApiRequest,
  type RequestOrigin,
} from '@quittance/http/host';
import { AccessTokens } from '@quittance/identity';
import {
  RefreshSession,
  RequestPasswordReset,
  ResetPassword,
  SignIn,
  SignOut,
  accountLocked,
  invalidCredentials,
  passwordTokenInvalid,
  refreshTokenInvalid,
  signInBusy,
} from '@quittance/identity/host';
import { validationFailed } from '@quittance/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ForgotPasswordDto,
  LoginDto,
  RefreshTokenDto,
  SignOutDto,
  ResetPasswordDto,
  SignedInPairDto,
  TokenPairDto,
} from './auth.dto.js';
import { ForgotLimit } from './forgot-limit.js';
import { StaffDevices } from './staff-devices.js';

/** Signing staff in and out. */
@ApiTags('Sign-in')
@Public()
@StrictRateLimit()
@Controller('auth')
export class AuthController {
  constructor(
    private readonly signIn: SignIn,
    private readonly refreshSession: RefreshSession,
    private readonly signOut: SignOut,
    private readonly tokens: AccessTokens,
    private readonly requestReset: RequestPasswordReset,
    private readonly resetPassword: ResetPassword,
    private readonly devices: StaffDevices,
    private readonly forgotLimit: ForgotLimit,
  ) {}

  @Post('login')
  @AsksFor(SIGN_INS)
  @Answers(SignedInPairDto)
  @Problems(invalidCredentials, accountLocked, signInBusy)
  @ApiOperation({
    summary: 'Sign in with e-mail and password',
    description:
      'Five failures in a row close sign-in for 15 minutes; sessions that are alive go on. A ' +
      'device that has signed in before has a count of its own: browsers are known by a cookie ' +
      'that this route sets, programs by the `deviceToken` that they send back.',
  })
  async login(
    @Origin() origin: RequestOrigin,
    @Body() body: LoginDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInPairDto> {
    const deviceToken = body.deviceToken ?? deviceCookie(request, body.email);
    const pair = await this.signIn.execute(origin, { ...body, deviceToken });
    const sealed = this.devices.remember(reply, body.email, pair.deviceToken);
    return { ...pair, deviceToken: sealed };
  }

  @Post('refresh')
  @Answers(TokenPairDto)
  @Problems(refreshTokenInvalid)
  @ApiOperation({ summary: 'Spend a refresh token for a new pair' })
  refresh(@Origin() origin: RequestOrigin, @Body() body: RefreshTokenDto): Promise<TokenPairDto> {
    return this.refreshSession.execute(origin, body.refreshToken);
  }

  @Post('logout')
  @AnswersNothing()
  @Problems(unauthenticated)
  @ApiOperation({
    summary: 'End the session of a refresh token, or of the access token that asks, at once',
    description: 'Where both are sent both end. Without either nothing could: 401.',
  })
  async logout(@Req() request: ApiRequest, @Body() body?: SignOutDto): Promise<void> {
    const { bearer, origin } = request;
    const claims = this.tokens.verify(bearer ?? '', 'staff', origin.now);
    const presented = [body?.refreshToken, claims].filter((each) => each !== undefined);
    if (presented.length === 0) throw unauthenticated();
    for (const each of presented) await this.signOut.execute(origin, each);
  }

  @Post('password/forgot')
  @HttpCode(202)
  @ApiAcceptedResponse({ description: 'The same for every e-mail.' })
  @ApiOperation({ summary: 'Ask for a new password' })
  async forgot(@Origin() origin: RequestOrigin, @Body() body: ForgotPasswordDto): Promise<void> {
    this.forgotLimit.hit(body.email);
    return this.requestReset.execute(origin, body);
  }

  @Post('password/reset')
  @AnswersNothing()
  @Problems(passwordTokenInvalid, validationFailed, signInBusy)
  @ApiOperation({
    summary: 'Set a password with the token of an invitation or a reset',
    description:
      'Ends every session of the user, opens a locked account, and makes the browser known.',
  })
  async reset(
    @Origin() origin: RequestOrigin,
    @Body() body: ResetPasswordDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { email, deviceToken } = await this.resetPassword.execute(origin, body);
    this.devices.remember(reply, email, deviceToken);
  }
}
