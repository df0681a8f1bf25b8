import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  AnswersList,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import {
  bankChangeDecided,
  bankChangeList,
  bankChangeOfPeople,
  bankChangesOfParty,
  bankDetailsPending,
  DecideBankChange,
  ownBankChange,
  RequestBankChange,
  VendorQueries,
  WithdrawBankChange,
  type BankChange,
  type BankChangeId,
  type VendorId,
} from '@quittance/portal/host';
import { RECORD_PROBLEMS } from '../objects/record-problems.js';
import {
  BankChangeDto,
  RejectBankChangeDto,
  RequestBankChangeDto,
  VendorProfileDto,
} from './vendor.dto.js';

/** What vendors say of themselves at their portal, and the accounts that they ask to be paid to. */
@ApiTags('Ledger accounts')
@Resource('ledger-accounts')
@Controller('ledger-accounts')
export class VendorsController {
  constructor(
    private readonly lists: Lists,
    private readonly queries: VendorQueries,
    private readonly requesting: RequestBankChange,
    private readonly withdrawing: WithdrawBankChange,
    private readonly deciding: DecideBankChange,
  ) {}

  @Get('bank-changes')
  @AnswersList(BankChangeDto, bankChangeList)
  @ApiOperation({
    summary: 'List the bank details that vendors have sent and staff ask for',
    description: 'Account numbers are masked; `filter` by `status` shows those that wait.',
  })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, bankChangeList, call);
  }

  @Get(':id/bank-changes')
  @AnswersList(BankChangeDto, bankChangeList)
  @Problems(notFound)
  @ApiOperation({ summary: 'List the bank details that were asked for of one party' })
  async ofParty(@RequestCtx() ctx: Ctx, @PathId('id') id: VendorId, @ListParams() call: ListCall) {
    await this.queries.requireParty(ctx, id);
    return this.lists.answer(ctx, bankChangeList, call, bankChangesOfParty(id));
  }

  @Get(':id/bank-changes/:changeId')
  @Answers(BankChangeDto)
  @Problems(notFound)
  @ApiOperation({
    summary: 'Bank details that were asked for',
    description: 'Whoever may approve sees the numbers of what waits in full, which the log tells.',
  })
  find(
    @RequestCtx() ctx: Ctx,
    @PathId('id') vendorId: VendorId,
    @PathId('changeId') id: BankChangeId,
  ): Promise<BankChange> {
    return this.queries.bankChange(ctx, vendorId, id);
  }

  @Post(':id/bank-changes')
  @Answers(BankChangeDto, 201)
  @Problems(notFound, validationFailed, bankDetailsPending, bankChangeOfPeople)
  @ApiOperation({
    summary: 'Ask that a party be paid to another account; another of the staff approves it',
    description: 'Until then it is paid, and refunded, to the account before.',
  })
  request(
    @RequestCtx() ctx: Ctx,
    @PathId('id') vendorId: VendorId,
    @Body() bank: RequestBankChangeDto,
  ): Promise<BankChange> {
    return this.requesting.execute(ctx, { vendorId, bank });
  }

  @Post(':id/bank-changes/:changeId/withdraw')
  @Answers(BankChangeDto)
  @Problems(notFound, bankChangeDecided)
  @ApiOperation({ summary: 'Take back what one of the staff has asked for, while it waits' })
  withdraw(
    @RequestCtx() ctx: Ctx,
    @PathId('id') vendorId: VendorId,
    @PathId('changeId') id: BankChangeId,
  ): Promise<BankChange> {
    return this.withdrawing.execute(ctx, vendorId, id);
  }

  @Post(':id/bank-changes/:changeId/approve')
  @Answers(BankChangeDto)
  @Problems(notFound, bankChangeDecided, ownBankChange, bankChangeOfPeople, ...RECORD_PROBLEMS)
  @ApiOperation({
    summary: 'Have a party paid to the account that it has sent, or one of the staff asks for',
    description: 'What one of the staff asks for is approved by another.',
  })
  approve(
    @RequestCtx() ctx: Ctx,
    @PathId('id') vendorId: VendorId,
    @PathId('changeId') id: BankChangeId,
  ): Promise<BankChange> {
    return this.deciding.execute(ctx, { vendorId, id, reason: null });
  }

  @Post(':id/bank-changes/:changeId/reject')
  @Answers(BankChangeDto)
  @Problems(notFound, bankChangeDecided, validationFailed)
  @ApiOperation({ summary: 'Take no notice of an account, and say why; the vendor reads it' })
  reject(
    @RequestCtx() ctx: Ctx,
    @PathId('id') vendorId: VendorId,
    @PathId('changeId') id: BankChangeId,
    @Body() { reason }: RejectBankChangeDto,
  ): Promise<BankChange> {
    return this.deciding.execute(ctx, { vendorId, id, reason });
  }

  @Get(':id/portal-profile')
  @Answers(VendorProfileDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'What a vendor says of itself at its portal' })
  profile(@RequestCtx() ctx: Ctx, @PathId('id') id: VendorId): Promise<VendorProfileDto> {
    return this.queries.profile(ctx, id);
  }
}
