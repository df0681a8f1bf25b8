import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ProveAccount } from '@quittance/receivables/host';
import { Answers, PathId, Problems, Repeats, RequestCtx, Resource } from '@quittance/http/host';
import type { LedgerAccountId } from '@quittance/crm';
import { notFound, type Ctx } from '@quittance/kernel';
import { AccountProofDto } from './account-proof.dto.js';

/** The proof of what a customer owes. */
@ApiTags('Ledger accounts')
@Resource('ledger-accounts')
@Repeats('invoices', 'payments', 'credit-notes')
@Controller('ledger-accounts')
export class AccountProofController {
  constructor(private readonly proveAccount: ProveAccount) {}

  @Get(':id/proof')
  @Answers(AccountProofDto)
  @Problems(notFound)
  @ApiOperation({
    summary: 'Prove the balance of a customer',
    description:
      'By currency what invoices, payments and credit notes keep, beside what their lines, ' +
      'allocations, refunds and applications add up to.',
  })
  proof(@RequestCtx() ctx: Ctx, @PathId('id') id: LedgerAccountId): Promise<AccountProofDto> {
    return this.proveAccount.execute(ctx, id);
  }
}
