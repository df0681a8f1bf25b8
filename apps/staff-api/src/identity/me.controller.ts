import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CustomResources } from '@quittance/access';
import { describePermissions, findMe } from '@quittance/access/host';
import { readCompany } from '@quittance/company';
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
import { MeDto, PermissionsDto } from './me.dto.js';

/** Who the caller is and what they may do. */
@ApiTags('Sign-in')
@SignedInOnly()
@Controller('auth')
export class MeController {
  constructor(
    private readonly db: Database,
    private readonly changePassword: ChangePassword,
    private readonly customResources: CustomResources,
  ) {}

  @Get('me')
  @Answers(MeDto)
  @ApiOperation({ summary: 'The user, the company and the roles' })
  me(@RequestCtx() ctx: Ctx): Promise<MeDto> {
    return this.db.read(ctx, async (tx) => {
      const [me, company] = await Promise.all([findMe(tx), readCompany(tx)]);
      const { id, slug, legalName, baseCurrency, timeZone, locale } = company;
      return { ...me, company: { id, slug, legalName, baseCurrency, timeZone, locale } };
    });
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
