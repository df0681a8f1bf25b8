import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ReadAccountCredit, type AccountCredit } from '@quittance/credit/host';
import { exchangeRateMissing } from '@quittance/crm/host';
import {
  Answers,
  EnumField,
  PathId,
  Problems,
  Repeats,
  RequestCtx,
  Resource,
} from '@quittance/http/host';
import { notFound, type AccountId, type Ctx } from '@quittance/kernel';
import { AccountCreditDto } from './account-credit.dto.js';

class ExplainQuery {
  @EnumField(['true', 'false'], { optional: true, description: 'With the documents behind it.' })
  explain?: 'true' | 'false';
}

/** Where a customer stands. */
@ApiTags('Credit')
@Resource('credit-checks')
@Repeats('invoices', 'sales-orders')
@Controller('accounts/:id/credit')
export class AccountCreditController {
  constructor(private readonly readCredit: ReadAccountCredit) {}

  @Get()
  @Answers(AccountCreditDto)
  @Problems(notFound, exchangeRateMissing)
  @ApiOperation({ summary: 'Limit, exposure, holds and the last checks of a customer' })
  find(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: AccountId,
    @Query() { explain }: ExplainQuery,
  ): Promise<AccountCredit> {
    return this.readCredit.execute(ctx, id, explain === 'true');
  }
}
