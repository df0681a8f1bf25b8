import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Database } from '@quittance/database';
import { Answers, PathId, PortalCaller, PortalRoute, Problems } from '@quittance/http/host';
import { notFound, validationFailed } from '@quittance/kernel';
import {
  CheckCustomer,
  customerProtected,
  extensionNotAllowed,
  registrationStatusConflict,
  RequestExtension,
  SubmitRegistration,
  wholeCustomer,
  WithdrawRegistration,
  type CustomerCheck,
  type RegistrationId,
} from '@quittance/partner/host';
import { withinReach, type PortalCtx } from '@quittance/portal';
import { PREFIXES, TAGS } from '../identity/directories.js';
import { CustomerChecks } from './customer-checks.js';
import { registrationFor } from './registration-for.js';
import { partnerScopeOf } from './partner-scope-of.js';
import {
  CustomerCheckDto,
  EndCustomerOfPartnerDto,
  OwnRegistrationDto,
  RequestExtensionDto,
  WithdrawRegistrationDto,
} from './partner.dto.js';

/** What a partner does about a registration, and asks ahead of one. */
@ApiTags(TAGS.partner)
@PortalRoute({ directory: 'partner', rights: ['createQuotes'] })
@Controller(`${PREFIXES.partner}/deal-registrations`)
export class RegistrationStepsController {
  constructor(
    private readonly db: Database,
    private readonly checks: CustomerChecks,
    private readonly checkCustomer: CheckCustomer,
    private readonly submitRegistration: SubmitRegistration,
    private readonly withdrawRegistration: WithdrawRegistration,
    private readonly requestExtension: RequestExtension,
  ) {}

  @Post('check')
  @HttpCode(200)
  @Answers(CustomerCheckDto)
  @Problems(validationFailed)
  @ApiOperation({
    summary: 'Ask whether an end customer is free',
    description: 'Names nobody. 20 an hour for a user, 60 a day for a partner.',
  })
  async check(
    @PortalCaller() ctx: PortalCtx,
    @Body() body: EndCustomerOfPartnerDto,
  ): Promise<CustomerCheck> {
    this.checks.hit(ctx);
    const scope = await this.scopeOf(ctx);
    return this.checkCustomer.execute(withinReach(ctx), scope, wholeCustomer(body));
  }

  @Post(':id/submit')
  @Answers(OwnRegistrationDto)
  @Problems(notFound, registrationStatusConflict, customerProtected)
  @ApiOperation({ summary: 'Hand a registration over' })
  async submit(@PortalCaller() ctx: PortalCtx, @PathId('id') id: RegistrationId) {
    const scope = await this.scopeOf(ctx);
    const own = withinReach(ctx);
    const submit = () => this.submitRegistration.execute(own, id, scope);
    return registrationFor(ctx, await this.checks.told(ctx, submit));
  }

  @Post(':id/withdraw')
  @Answers(OwnRegistrationDto)
  @Problems(notFound, validationFailed, registrationStatusConflict)
  @ApiOperation({ summary: 'Take a registration back; its end customer is free at once' })
  async withdraw(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: RegistrationId,
    @Body() body?: WithdrawRegistrationDto,
  ) {
    const scope = await this.scopeOf(ctx);
    const own = withinReach(ctx);
    const after = await this.withdrawRegistration.execute(own, id, body?.reason ?? null, scope);
    return registrationFor(ctx, after);
  }

  @Post(':id/request-extension')
  @Answers(OwnRegistrationDto)
  @Problems(notFound, validationFailed, extensionNotAllowed)
  @ApiOperation({ summary: 'Ask that the protection lasts longer, in its last 30 days' })
  async extend(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: RegistrationId,
    @Body() { reason, days = null }: RequestExtensionDto,
  ) {
    const scope = await this.scopeOf(ctx);
    const asked = { reason, days };
    const after = await this.requestExtension.execute(withinReach(ctx), id, asked, scope);
    return registrationFor(ctx, after);
  }

  private scopeOf(ctx: PortalCtx) {
    return this.db.read(ctx, (tx) => partnerScopeOf(tx, ctx.portal));
  }
}
