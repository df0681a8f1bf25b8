import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { actingBy } from '@quittance/access';
import { accountMergeForbidden, MergeAccount, readAccountHierarchy } from '@quittance/crm/host';
import { Database, preconditionFailed } from '@quittance/database';
import {
  Answers,
  IfMatch,
  PathId,
  permissionDenied,
  Problems,
  RequestCtx,
  Resource,
} from '@quittance/http/host';
import type { AccountId, Ctx } from '@quittance/kernel';
import type { RecordView } from '@quittance/metadata';
import { RECORD_PROBLEMS } from '../objects/record-problems.js';
import { AccountHierarchyDto, MergeAccountDto } from './account.dto.js';
import { recordDtoOf } from './record-answers.js';

/** Accounts among one another. */
@ApiTags('Accounts')
@Resource('accounts')
@Controller('accounts/:id')
export class AccountsController {
  constructor(
    private readonly db: Database,
    private readonly mergeAccount: MergeAccount,
  ) {}

  @Post('merge')
  @Answers(recordDtoOf('account'))
  @Problems(accountMergeForbidden, permissionDenied, preconditionFailed, ...RECORD_PROBLEMS)
  @ApiOperation({
    summary: 'Make another account part of this one',
    description:
      'Contacts, deals, cases, activities and all other records of the other account become this ' +
      'one’s; what this one does not say, the other says; then the other is deleted. An account ' +
      'with invoices, payments or other records of money cannot be merged into another. Asks for ' +
      'the right to delete accounts as well, as the other one is deleted.',
  })
  merge(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: AccountId,
    @Body() { loserId }: MergeAccountDto,
    @IfMatch() expectedVersion: number | null,
  ): Promise<RecordView> {
    const [resource, action] = ['accounts', 'delete'] as const;
    const { permissions } = ctx;
    if (!permissions.can(resource, action)) throw permissionDenied({ resource, action });
    const by = { ...ctx, permissions: actingBy(permissions, resource, ['update', action]) };
    return this.mergeAccount.execute(by, { id, loserId, expectedVersion });
  }

  @Get('hierarchy')
  @Answers(AccountHierarchyDto)
  @ApiOperation({ summary: 'The tree of accounts that an account is in' })
  hierarchy(@RequestCtx() ctx: Ctx, @PathId('id') id: AccountId): Promise<AccountHierarchyDto> {
    return this.db.read(ctx, (tx) => readAccountHierarchy(tx, id));
  }
}
