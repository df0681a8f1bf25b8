import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, AsksActorAlong, PortalCaller, PortalRoute } from '@quittance/http/host';
import type { PortalCtx } from '@quittance/portal';
import { CustomerHome, ReadActivity } from '@quittance/portal/host';
import { CompanyCalendar } from '@quittance/receivables';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { AccountManagerAnswerDto, ActivitiesDto, DashboardDto } from './home.dto.js';

/** Where a customer begins. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer' })
@Controller(CUSTOMER)
export class CustomerHomeController {
  constructor(
    private readonly home: CustomerHome,
    private readonly calendar: CompanyCalendar,
    private readonly readActivity: ReadActivity,
  ) {}

  @Get('dashboard')
  @AsksActorAlong()
  @Answers(DashboardDto)
  @ApiOperation({ summary: 'What is open, due and under way' })
  async dashboard(@PortalCaller() ctx: PortalCtx): Promise<DashboardDto> {
    return this.home.dashboard(ctx, await this.calendar.today(ctx));
  }

  @Get('activity')
  @Answers(ActivitiesDto)
  @ApiOperation({ summary: 'What happened of late, of all that the user may see' })
  async activity(@PortalCaller() ctx: PortalCtx): Promise<ActivitiesDto> {
    return { activities: await this.readActivity.execute(ctx) };
  }

  @Get('account-manager')
  @Answers(AccountManagerAnswerDto)
  @ApiOperation({ summary: 'Whom of the company to turn to' })
  async manager(@PortalCaller() ctx: PortalCtx): Promise<AccountManagerAnswerDto> {
    return { manager: await this.home.accountManager(ctx) };
  }
}
