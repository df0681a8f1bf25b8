import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  readCreditSettings,
  UpdateCreditSettings,
  type SavedCreditSettings,
} from '@quittance/credit/host';
import { Database, preconditionFailed } from '@quittance/database';
import { Answers, IfMatch, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { validationFailed, type Ctx } from '@quittance/kernel';
import { CreditSettingsDto, UpdateCreditSettingsDto } from './credit.dto.js';

/** How a company wants its credit handled. */
@ApiTags('Credit')
@Resource('company')
@Controller('settings/credit')
export class CreditSettingsController {
  constructor(
    private readonly db: Database,
    private readonly updateSettings: UpdateCreditSettings,
  ) {}

  @Get()
  @Answers(CreditSettingsDto)
  @ApiOperation({ summary: 'How credit is handled; all of it is off until it is saved' })
  find(@RequestCtx() ctx: Ctx): Promise<SavedCreditSettings> {
    return this.db.read(ctx, (tx) => readCreditSettings(tx));
  }

  @Patch()
  @Answers(CreditSettingsDto)
  @Problems(preconditionFailed, validationFailed)
  @ApiOperation({ summary: 'Change how credit is handled; what was decided stays decided' })
  update(
    @RequestCtx() ctx: Ctx,
    @Body() body: UpdateCreditSettingsDto,
    @IfMatch() version: number | null,
  ): Promise<SavedCreditSettings> {
    return this.updateSettings.execute(ctx, body, version);
  }
}
