import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CustomResources, describePermissions, findMe } from '@quittance/access';
import { readCompany } from '@quittance/company';
import { Database } from '@quittance/database';
import {
  Answers,
  AnswersNothing,
  Problems,
  RequestCtx,
  SignedInOnly,
  StrictRateLimit,
} from '@quittance/http';
import { ChangePassword, signInBusy } from '@quittance/identity';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { ChangePasswordDto } from './auth.dto.js';
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
  @AnswersNothing()
  @Problems(validationFailed, notFound, signInBusy)
  @ApiOperation({ summary: 'Change the own password; every session ends' })
  password(@RequestCtx() ctx: Ctx, @Body() body: ChangePasswordDto): Promise<void> {
    return this.changePassword.execute(ctx, body);
  }
}
