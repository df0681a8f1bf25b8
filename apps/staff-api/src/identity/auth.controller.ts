import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  AnswersNothing,
  Origin,
  Problems,
  Public,
  StrictRateLimit,
  type RequestOrigin,
} from '@quittance/http';
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
} from '@quittance/identity';
import { validationFailed } from '@quittance/kernel';
import {
  ForgotPasswordDto,
  LoginDto,
  RefreshTokenDto,
  ResetPasswordDto,
  TokenPairDto,
} from './auth.dto.js';

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
    private readonly requestReset: RequestPasswordReset,
    private readonly resetPassword: ResetPassword,
  ) {}

  @Post('login')
  @Answers(TokenPairDto)
  @Problems(invalidCredentials, accountLocked, signInBusy)
  @ApiOperation({ summary: 'Sign in with e-mail and password' })
  login(@Origin() origin: RequestOrigin, @Body() body: LoginDto): Promise<TokenPairDto> {
    return this.signIn.execute(origin, body);
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
  @ApiOperation({ summary: 'End the session a refresh token belongs to' })
  logout(@Origin() origin: RequestOrigin, @Body() body: RefreshTokenDto): Promise<void> {
    return this.signOut.execute(origin, body.refreshToken);
  }

  @Post('password/forgot')
  @HttpCode(202)
  @ApiAcceptedResponse({ description: 'The same for every e-mail.' })
  @ApiOperation({ summary: 'Ask for a new password' })
  forgot(@Origin() origin: RequestOrigin, @Body() body: ForgotPasswordDto): Promise<void> {
    return this.requestReset.execute(origin, body);
  }

  @Post('password/reset')
  @AnswersNothing()
  @Problems(passwordTokenInvalid, validationFailed, signInBusy)
  @ApiOperation({ summary: 'Set a password with the token of an invitation or a reset' })
  reset(@Origin() origin: RequestOrigin, @Body() body: ResetPasswordDto): Promise<void> {
    return this.resetPassword.execute(origin, body);
  }
}
