import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ReadAccountCredit } from '@quittance/credit/host';
import { exchangeRateMissing } from '@quittance/crm/host';
import { Answers, PortalCaller, PortalRoute, Problems } from '@quittance/http/host';
import { notFound } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import { creditNotShown, referenceNotFound, showsCredit } from '@quittance/portal/host';
import { CustomerRecords } from '../customer-records.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { CustomerCreditDto, CustomerCreditQuery } from './credit.dto.js';

/** Where a customer stands with their credit, for those who see all of an account. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer', rights: ['viewInvoices', 'seePricing'], reach: 'account' })
@Controller(`${CUSTOMER}/credit`)
export class CustomerCreditController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly credit: ReadAccountCredit,
  ) {}

  @Get()
  @Answers(CustomerCreditDto)
  @Problems(creditNotShown, referenceNotFound, notFound, exchangeRateMissing)
  @ApiOperation({
    summary: 'Limit, exposure and what is left of the credit',
    description: 'Holds, checks and scores are the company’s own.',
  })
  async find(
    @PortalCaller() ctx: PortalCtx,
    @Query() query: CustomerCreditQuery,
  ): Promise<CustomerCreditDto> {
    if (!(await this.records.read(ctx, showsCredit))) throw creditNotShown();
    const { accountId, within } = await this.records.account(ctx, query.accountId);
    const found = await this.credit.execute(within, accountId, false);
    const { asOf, currency, creditLimit, exposure, available } = found;
    return { accountId, asOf, currency, limit: creditLimit, exposure: exposure.total, available };
  }
}
