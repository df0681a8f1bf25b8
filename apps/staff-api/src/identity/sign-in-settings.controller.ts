import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Database } from '@quittance/database';
import { Answers, RequestCtx, Resource } from '@quittance/http/host';
import { findDirectory } from '@quittance/identity';
import { UpdateDirectory } from '@quittance/identity/host';
import type { Ctx } from '@quittance/kernel';
import { SignInSettingsDto, UpdateSignInSettingsDto } from './sessions.dto.js';

/** How the company's staff sign in. */
@ApiTags('Company')
@Resource('company')
@Controller('company/sign-in')
export class SignInSettingsController {
  constructor(
    private readonly db: Database,
    private readonly updateDirectory: UpdateDirectory,
  ) {}

  @Get()
  @Answers(SignInSettingsDto)
  @ApiOperation({ summary: 'How staff sign in' })
  async find(@RequestCtx() ctx: Ctx): Promise<SignInSettingsDto> {
    const { lockEndsSessions } = await this.db.read(ctx, (tx) => findDirectory(tx, 'staff'));
    return { lockEndsSessions };
  }

  @Patch()
  @Answers(SignInSettingsDto)
  @ApiOperation({ summary: 'Change how staff sign in; it holds from the next lock on' })
  async update(
    @RequestCtx() ctx: Ctx,
    @Body() body: UpdateSignInSettingsDto,
  ): Promise<SignInSettingsDto> {
    const { lockEndsSessions } = await this.updateDirectory.execute(ctx, 'staff', body);
    return { lockEndsSessions };
  }
}
