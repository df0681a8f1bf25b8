import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Database } from '@quittance/database';
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
  AdjustCommission,
  commissionList,
  commissionStatusConflict,
  commissionView,
  HoldCommission,
  readCommission,
  ReleaseCommission,
  waitingMoney,
  type CommissionId,
  type CommissionView,
} from '@quittance/partner/host';
import { AdjustCommissionDto, CommissionDto, WaitingMoneyListDto } from './commission.dto.js';

/** What partners have earned. */
@ApiTags('Partners')
@Resource('commissions')
@Controller('commissions')
export class CommissionsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly holdCommission: HoldCommission,
    private readonly releaseCommission: ReleaseCommission,
    private readonly adjustCommission: AdjustCommission,
  ) {}

  @Get()
  @AnswersList(CommissionDto, commissionList)
  @ApiOperation({ summary: 'List commissions' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, commissionList, call);
  }

  @Get('waiting')
  @Answers(WaitingMoneyListDto)
  @ApiOperation({ summary: 'Money that earns nothing yet, as a rate of exchange is missing' })
  async waiting(@RequestCtx() ctx: Ctx): Promise<WaitingMoneyListDto> {
    return { data: await this.db.read(ctx, waitingMoney) };
  }

  @Get(':id')
  @Answers(CommissionDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One commission' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: CommissionId): Promise<CommissionView> {
    return this.db.read(ctx, async (tx) => commissionView(await readCommission(tx, id)));
  }

  @Post('adjust')
  @Answers(CommissionDto, 201)
  @Problems(validationFailed)
  @ApiOperation({
    summary: 'Add a commission by hand, or take one away',
    description: 'Whoever did does not approve the statement that it comes to.',
  })
  adjust(@RequestCtx() ctx: Ctx, @Body() body: AdjustCommissionDto): Promise<CommissionView> {
    const { partnerId, currency, amount, reason } = body;
    return this.adjustCommission.execute(ctx, { partnerId, currency, amount, reason });
  }

  @Post(':id/hold')
  @Answers(CommissionDto)
  @Problems(notFound, commissionStatusConflict)
  @ApiOperation({ summary: 'Hold a commission back' })
  hold(@RequestCtx() ctx: Ctx, @PathId('id') id: CommissionId): Promise<CommissionView> {
    return this.holdCommission.execute(ctx, id);
  }

  @Post(':id/release')
  @Answers(CommissionDto)
  @Problems(notFound, commissionStatusConflict)
  @ApiOperation({ summary: 'Let a commission go that staff held back' })
  release(@RequestCtx() ctx: Ctx, @PathId('id') id: CommissionId): Promise<CommissionView> {
    return this.releaseCommission.execute(ctx, id);
  }
}
