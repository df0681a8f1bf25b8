import { Body, Controller, Delete, Injectable, Post, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  AnswersNothing,
  AnswersSecret,
  PortalCaller,
  PortalRoute,
  Problems,
  StrictRateLimit,
} from '@quittance/http/host';
import { signInBusy } from '@quittance/identity/host';
import { notFound, validationFailed } from '@quittance/kernel';
import type { PortalCtx, PortalDirectory } from '@quittance/portal';
import {
  ConfirmMfa,
  RemoveMfa,
  RenewRecoveryCodes,
  StartMfa,
  mfaCodeInvalid,
  mfaNotAllowed,
  mfaRequiredByPolicy,
} from '@quittance/portal/host';
import { PREFIXES, TAGS, renamedFor } from './directories.js';
import { ConfirmMfaDto, RecoveryCodesDto, RemoveMfaDto, StartMfaDto } from './profile.dto.js';
import { AuthenticatorSecretDto } from './sign-in.dto.js';

/** The second factor of each user's own sign-in. */
@Injectable()
abstract class MfaRoutes {
  constructor(
    private readonly starting: StartMfa,
    private readonly confirming: ConfirmMfa,
    private readonly removing: RemoveMfa,
    private readonly renewing: RenewRecoveryCodes,
  ) {}

  @Post('start')
  @StrictRateLimit()
  @Answers(AuthenticatorSecretDto)
  @AnswersSecret()
  @Problems(mfaNotAllowed, mfaCodeInvalid, validationFailed, signInBusy)
  @ApiOperation({
    summary: 'Begin to set up an authenticator',
    description:
      'It signs nobody in before its first code was confirmed, within a quarter of an hour. ' +
      'Where there is one already, password and code are asked for.',
  })
  start(
    @PortalCaller() ctx: PortalCtx,
    @Body() body: StartMfaDto,
  ): Promise<AuthenticatorSecretDto> {
    return this.starting.execute(ctx, body);
  }

  @Post('confirm')
  @StrictRateLimit()
  @Answers(RecoveryCodesDto)
  @AnswersSecret()
  @Problems(mfaNotAllowed, mfaCodeInvalid)
  @ApiOperation({
    summary: 'Confirm an authenticator by its first code',
    description: 'From now on it is asked for at sign-in. Every other session ends.',
  })
  async confirm(
    @PortalCaller() ctx: PortalCtx,
    @Body() { code }: ConfirmMfaDto,
  ): Promise<RecoveryCodesDto> {
    return { recoveryCodes: await this.confirming.execute(ctx, code) };
  }

  @Post('recovery-codes')
  @StrictRateLimit()
  @Answers(RecoveryCodesDto)
  @AnswersSecret()
  @Problems(notFound, mfaCodeInvalid, validationFailed, signInBusy)
  @ApiOperation({
    summary: 'Have new recovery codes in place of the old ones',
    description:
      'The authenticator stays. A wrong password or code counts as a failed sign-in, and the ' +
      'code is used up.',
  })
  async renew(
    @PortalCaller() ctx: PortalCtx,
    @Body() body: RemoveMfaDto,
  ): Promise<RecoveryCodesDto> {
    return { recoveryCodes: await this.renewing.execute(ctx, body) };
  }

  @Delete()
  @StrictRateLimit()
  @AnswersNothing()
  @Problems(notFound, mfaRequiredByPolicy, mfaCodeInvalid, validationFailed, signInBusy)
  @ApiOperation({
    summary: 'Sign in by the password alone again',
    description: 'A wrong password or code counts as a failed sign-in.',
  })
  remove(@PortalCaller() ctx: PortalCtx, @Body() body: RemoveMfaDto): Promise<void> {
    return this.removing.execute(ctx, body);
  }
}

/** The same for the users of one directory. */
export function portalMfaController(directory: PortalDirectory): Type {
  @ApiTags(TAGS[directory])
  @PortalRoute({ directory })
  @Controller(`${PREFIXES[directory]}/me/mfa`)
  class MfaController extends MfaRoutes {}
  return renamedFor(directory, MfaController);
}
