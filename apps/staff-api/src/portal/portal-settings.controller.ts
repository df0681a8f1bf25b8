import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Database } from '@quittance/database';
import { Answers, RequestCtx, Resource } from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { UpdatePortalSettings, readPortalSettings } from '@quittance/portal/host';
import { PortalSettingsDto, UpdatePortalSettingsDto } from './portal-user.dto.js';

/** What a company says of its portals. */
@ApiTags('Portal users')
@Resource('company')
@Controller('portal-settings')
export class PortalSettingsController {
  constructor(
    private readonly db: Database,
    private readonly updateSettings: UpdatePortalSettings,
  ) {}

  @Get()
  @Answers(PortalSettingsDto)
  @ApiOperation({ summary: 'The settings of the portals' })
  find(@RequestCtx() ctx: Ctx): Promise<PortalSettingsDto> {
    return this.db.read(ctx, readPortalSettings);
  }

  @Patch()
  @Answers(PortalSettingsDto)
  @ApiOperation({ summary: 'Change the settings of the portals; they hold from now on' })
  update(@RequestCtx() ctx: Ctx, @Body() body: UpdatePortalSettingsDto) {
    return this.updateSettings.execute(ctx, body);
  }
}
