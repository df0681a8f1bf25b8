import { currencyNotEnabled } from '@quittance/company';
import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import {
  CloneLedgerAccount,
  CreateLedgerAccount,
  CrmQueries,
  DeleteLedgerAccount,
  LEDGER_ACCOUNT_SELECTIONS,
  UpdateLedgerAccount,
  bankDetailsNeedApproval,
  ledgerAccountAmountsNeeded,
  ledgerAccountHasMoney,
  ledgerAccountOfCustomer,
  ledgerAccountList,
  ledgerAccountsOfKind,
} from '@quittance/crm/host';
import type { LedgerAccountId } from '@quittance/crm';
import {
  Answers,
  AnswersList,
  AnswersNothing,
  Asks,
  IfMatch,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { deletionTooWide, recordReferenced } from '@quittance/objects/host';
import { recordAwaitsApproval } from '@quittance/rules/host';
import type { RecordId } from '@quittance/metadata';
import { RECORD_PROBLEMS } from '../objects/record-problems.js';
import {
  CreateLedgerAccountDto,
  LedgerAccountDto,
  UpdateLedgerAccountDto,
} from './ledger-account.dto.js';

/** The financial master records of customers, suppliers and partners. */
@ApiTags('Ledger accounts')
@Resource('ledger-accounts')
@Controller('ledger-accounts')
export class LedgerAccountsController {
  constructor(
    private readonly lists: Lists,
    private readonly queries: CrmQueries,
    private readonly createLedgerAccount: CreateLedgerAccount,
    private readonly updateLedgerAccount: UpdateLedgerAccount,
    private readonly cloneLedgerAccount: CloneLedgerAccount,
    private readonly deleteLedgerAccount: DeleteLedgerAccount,
  ) {}

  @Get()
  @AnswersList(LedgerAccountDto, ledgerAccountList)
  @ApiQuery({ name: 'kind', required: false, enum: LEDGER_ACCOUNT_SELECTIONS })
  @ApiOperation({ summary: 'List ledger accounts; bank numbers are masked' })
  list(
    @RequestCtx() ctx: Ctx,
    @ListParams('kind') call: ListCall,
    @Query('kind') kind: string | undefined,
  ) {
    return this.lists.answer(ctx, ledgerAccountList, call, ledgerAccountsOfKind(kind));
  }

  @Post()
  @Answers(LedgerAccountDto, 201)
  @Problems(currencyNotEnabled, bankDetailsNeedApproval, ...RECORD_PROBLEMS)
  @ApiOperation({ summary: 'Make the ledger account of a supplier or partner' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateLedgerAccountDto): Promise<LedgerAccountDto> {
    return this.createLedgerAccount.execute(ctx, body);
  }

  @Get(':id')
  @Answers(LedgerAccountDto)
  @ApiOperation({ summary: 'One ledger account' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: LedgerAccountId): Promise<LedgerAccountDto> {
    return this.queries.ledgerAccount(ctx, id);
  }

  @Patch(':id')
  @Answers(LedgerAccountDto)
  @Problems(
    currencyNotEnabled,
    bankDetailsNeedApproval,
    ledgerAccountAmountsNeeded,
    ...RECORD_PROBLEMS,
  )
  @ApiOperation({ summary: 'Change a ledger account' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: LedgerAccountId,
    @Body() patch: UpdateLedgerAccountDto,
    @IfMatch() expectedVersion: number | null,
  ): Promise<LedgerAccountDto> {
    return this.updateLedgerAccount.execute(ctx, { id, expectedVersion, patch });
  }

  @Post(':id/clone')
  @Asks('clone')
  @Answers(LedgerAccountDto, 201)
  @Problems(
    currencyNotEnabled,
    bankDetailsNeedApproval,
    ledgerAccountOfCustomer,
    ...RECORD_PROBLEMS,
  )
  @ApiOperation({
    summary: 'Make the ledger account of a supplier or partner on the terms of another',
    description:
      'With the members sent in place of its own. Registrations, bank details and the opening ' +
      'balance are not copied; the caller owns the copy.',
  })
  clone(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: LedgerAccountId,
    @Body() changes: UpdateLedgerAccountDto,
  ): Promise<LedgerAccountDto> {
    return this.cloneLedgerAccount.execute(ctx, { id, changes });
  }

  @Delete(':id')
  @AnswersNothing()
  @Problems(
    deletionTooWide,
    ledgerAccountHasMoney,
    ledgerAccountOfCustomer,
    recordAwaitsApproval,
    recordReferenced,
  )
  @ApiOperation({
    summary: 'Delete the ledger account of a supplier or partner',
    description: 'Refused while it has records of money. Deals that name the partner name none.',
  })
  remove(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RecordId,
    @IfMatch() expectedVersion: number | null,
  ): Promise<void> {
    return this.deleteLedgerAccount.execute(ctx, { id, expectedVersion });
  }
}
