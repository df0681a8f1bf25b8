import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CustomResources } from '@quittance/access';
import { ChangeMe, describePermissions, findMe } from '@quittance/access/host';
import { Database } from '@quittance/database';
import {
  Answers,
  AnswersSecret,
  Problems,
  RequestCtx,
  SignedInOnly,
  StrictRateLimit,
} from '@quittance/http/host';
import {
  ChangePassword,
  accountLocked,
  invalidCredentials,
  signInBusy,
} from '@quittance/identity/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { ChangePasswordDto, TokenPairDto } from './auth.dto.js';
import { ChangeMeDto, MeDto, PermissionsDto } from './me.dto.js';

/** Who the caller is and what they may do. */
@ApiTags('Sign-in')
@SignedInOnly()
@Controller('auth')
export class MeController {
  constructor(
    private readonly db: Database,
    private readonly changePassword: ChangePassword,
    private readonly changeMe: ChangeMe,
    private readonly customResources: CustomResources,
  ) {}

  @Get('me')
  @Answers(MeDto)
  @ApiOperation({ summary: 'The user, the company and the roles' })
  me(@RequestCtx() ctx: Ctx): Promise<MeDto> {
    return this.db.read(ctx, findMe);
  }

  @Patch('me')
  @Answers(MeDto)
  @Problems(notFound)
  @ApiOperation({
    summary: 'Change in which language the caller is written to',
    description: 'It takes no right to users. An API key has no language: 404.',
  })
  update(@RequestCtx() ctx: Ctx, @Body() body: ChangeMeDto): Promise<MeDto> {
    return this.changeMe.execute(ctx, body);
  }

  @Get('permissions')
  @Answers(PermissionsDto)
  @ApiOperation({ summary: 'The union of the rights over the roles' })
  async permissions(@RequestCtx() ctx: Ctx): Promise<PermissionsDto> {
    return describePermissions(ctx.permissions, await this.customResources.of(ctx));
  }

  @Post('password')
  @StrictRateLimit()
  @Answers(TokenPairDto)
  @AnswersSecret()
  @Problems(validationFailed, accountLocked, invalidCredentials, notFound, signInBusy)
  @ApiOperation({
    summary: 'Change the own password',
    description:
      'Every session ends at once, the one that asks too. Who asked goes on with the pair that ' +
      'is answered: it belongs to a new session. A wrong current password counts as a failed ' +
      'sign-in.',
  })
  password(@RequestCtx() ctx: Ctx, @Body() body: ChangePasswordDto): Promise<TokenPairDto> {
    return this.changePassword.execute(ctx, body);
  }
}
