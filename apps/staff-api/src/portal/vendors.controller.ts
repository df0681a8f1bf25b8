import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, AnswersEach, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import {
  bankChangeDecided,
  DecideBankChange,
  VendorQueries,
  type BankChange,
  type BankChangeId,
  type VendorId,
} from '@quittance/portal/host';
import { RECORD_PROBLEMS } from '../objects/record-problems.js';
import { BankChangeDto, RejectBankChangeDto, VendorProfileDto } from './vendor.dto.js';

/** What vendors say of themselves at their portal, and the accounts that they ask to be paid to. */
@ApiTags('Ledger accounts')
@Resource('ledger-accounts')
@Controller('ledger-accounts')
export class VendorsController {
  constructor(
    private readonly queries: VendorQueries,
    private readonly deciding: DecideBankChange,
  ) {}

  @Get('bank-changes')
  @AnswersEach(BankChangeDto)
  @ApiOperation({
    summary: 'The bank details of vendors that wait for a decision',
    description: 'The oldest first, at most 200. Account numbers are masked.',
  })
  waiting(@RequestCtx() ctx: Ctx): Promise<readonly BankChange[]> {
    return this.queries.waiting(ctx);
  }

  @Get(':id/bank-changes')
  @AnswersEach(BankChangeDto)
  @Problems(notFound)
  @ApiOperation({
    summary: 'The bank details that a vendor has sent, the newest first',
    description:
      'Whoever may approve sees the numbers of those that wait in full, which the log tells.',
  })
  ofVendor(@RequestCtx() ctx: Ctx, @PathId('id') id: VendorId): Promise<readonly BankChange[]> {
    return this.queries.ofVendor(ctx, id);
  }

  @Post(':id/bank-changes/:changeId/approve')
  @Answers(BankChangeDto)
  @Problems(notFound, bankChangeDecided, ...RECORD_PROBLEMS)
  @ApiOperation({ summary: 'Have a vendor paid to the account that it has sent' })
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
