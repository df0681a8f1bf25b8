import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Database } from '@quittance/database';
import {
  AnswersEach,
  BooleanField,
  IdField,
  PortalCaller,
  PortalRoute,
  TextField,
} from '@quittance/http/host';
import type { AccountId } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import { accountsInReach, type AccountInReach } from '@quittance/portal/host';
import { PREFIXES, TAGS } from './directories.js';

export class AccountInReachDto implements AccountInReach {
  @IdField() id: AccountId;
  @TextField({ max: 200 }) name: string;
  @BooleanField({ description: 'The account that the user belongs to.' }) own: boolean;
}

/** Which accounts a customer's user reaches. */
@ApiTags(TAGS.customer)
@PortalRoute({ directory: 'customer' })
@Controller(`${PREFIXES.customer}/accounts`)
export class PortalAccountsController {
  constructor(private readonly db: Database) {}

  @Get()
  @AnswersEach(AccountInReachDto)
  @ApiOperation({ summary: 'The accounts that the user reaches, the own one first' })
  list(@PortalCaller() ctx: PortalCtx): Promise<readonly AccountInReachDto[]> {
    return this.db.read(ctx, (tx) => accountsInReach(tx, ctx.portal));
  }
}
