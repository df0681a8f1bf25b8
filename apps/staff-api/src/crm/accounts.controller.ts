import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CreateAccount,
  CrmQueries,
  UpdateAccount,
  accountExternalKeyTaken,
  accountList,
  accountParentCycle,
} from '@quittance/crm';
import {
  Answers,
  AnswersList,
  IfMatch,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http';
import type { AccountId, Ctx } from '@quittance/kernel';
import { AccountDto, CreateAccountDto, UpdateAccountDto } from './account.dto.js';

/** The businesses we sell to. */
@ApiTags('Accounts')
@Resource('accounts')
@Controller('accounts')
export class AccountsController {
  constructor(
    private readonly lists: Lists,
    private readonly queries: CrmQueries,
    private readonly createAccount: CreateAccount,
    private readonly updateAccount: UpdateAccount,
  ) {}

  @Get()
  @AnswersList(AccountDto, accountList)
  @ApiOperation({ summary: 'List accounts' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, accountList, call);
  }

  @Post()
  @Answers(AccountDto, 201)
  @Problems(accountExternalKeyTaken)
  @ApiOperation({ summary: 'Make an account with its ledger account' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateAccountDto): Promise<AccountDto> {
    return this.createAccount.execute(ctx, body);
  }

  @Get(':id')
  @Answers(AccountDto)
  @ApiOperation({ summary: 'One account' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: AccountId): Promise<AccountDto> {
    return this.queries.account(ctx, id);
  }

  @Patch(':id')
  @Answers(AccountDto)
  @Problems(accountExternalKeyTaken, accountParentCycle)
  @ApiOperation({ summary: 'Change an account' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: AccountId,
    @Body() patch: UpdateAccountDto,
    @IfMatch() expectedVersion: number | null,
  ): Promise<AccountDto> {
    return this.updateAccount.execute(ctx, { id, expectedVersion, patch });
  }
}
