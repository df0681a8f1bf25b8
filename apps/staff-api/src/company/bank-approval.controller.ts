import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ctxOfUser } from '@quittance/access';
import {
  EndBankApproval,
  bankApprovalOff,
  noSwitchOffWaits,
  ownSwitchOff,
  readBankApproval,
  switchOffLapsed,
  switchOffOfPeople,
  switchOffWaits,
} from '@quittance/company/host';
import { Database } from '@quittance/database';
import { Answers, Problems, RequestCtx, Resource } from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { BankApprovalDto, SwitchOffReasonDto } from './bank-approval.dto.js';

/** Whether two of the staff change where parties are paid to, and how that ends. */
@ApiTags('Company')
@Resource('company')
@Controller('company/bank-approval')
export class BankApprovalController {
  constructor(
    private readonly db: Database,
    private readonly ending: EndBankApproval,
  ) {}

  @Get()
  @Answers(BankApprovalDto)
  @ApiOperation({ summary: 'Whether bank changes need approval, and who asks to end that' })
  find(@RequestCtx() ctx: Ctx): Promise<BankApprovalDto> {
    return this.db.read(ctx, readBankApproval);
  }

  @Post('switch-off')
  @HttpCode(200)
  @Answers(BankApprovalDto)
  @Problems(bankApprovalOff, switchOffOfPeople, switchOffWaits)
  @ApiOperation({
    summary: 'Ask that bank changes need no approval any more',
    description: 'It holds when another has approved it. Switched on it is by the company itself.',
  })
  ask(@RequestCtx() ctx: Ctx, @Body() body: SwitchOffReasonDto): Promise<BankApprovalDto> {
    return this.ending.ask(ctx, body);
  }

  @Post('approve')
  @HttpCode(200)
  @Answers(BankApprovalDto)
  @Problems(noSwitchOffWaits, ownSwitchOff, switchOffLapsed, switchOffOfPeople)
  @ApiOperation({
    summary: 'Switch off the approval of bank changes, as a colleague has asked',
    description: 'What somebody has asked for who was deactivated or lost the right lapses.',
  })
  approve(@RequestCtx() ctx: Ctx): Promise<BankApprovalDto> {
    return this.ending.approve(ctx, async (tx, userId) => {
      const asker = await ctxOfUser(tx, userId);
      // The right that asking takes.
      return asker?.permissions.can('company', 'create') ?? false;
    });
  }

  @Post('reject')
  @HttpCode(200)
  @Answers(BankApprovalDto)
  @Problems(noSwitchOffWaits, switchOffOfPeople)
  @ApiOperation({ summary: 'Leave the approval of bank changes as it is' })
  reject(@RequestCtx() ctx: Ctx, @Body() body: SwitchOffReasonDto): Promise<BankApprovalDto> {
    return this.ending.reject(ctx, body);
  }

  @Post('withdraw')
  @HttpCode(200)
  @Answers(BankApprovalDto)
  @Problems(noSwitchOffWaits, switchOffOfPeople)
  @ApiOperation({ summary: 'Take back that bank changes need no approval any more' })
  withdraw(@RequestCtx() ctx: Ctx): Promise<BankApprovalDto> {
    return this.ending.withdraw(ctx);
  }
}
