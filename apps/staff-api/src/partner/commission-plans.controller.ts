import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { currencyNotEnabled } from '@quittance/company';
import { preconditionFailed } from '@quittance/database';
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
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import {
  planList,
  planOverlaps,
  SaveCommissionPlan,
  type CommissionPlanId,
  type PlanView,
} from '@quittance/partner/host';
import {
  CreateCommissionPlanDto,
  CommissionPlanDto,
  UpdateCommissionPlanDto,
} from './commission.dto.js';
import { planLines } from './plan-lines.js';

/** What partners are paid for what they bring. */
@ApiTags('Partners')
@Resource('commissions')
@Controller('commission-plans')
export class CommissionPlansController {
  constructor(
    private readonly lists: Lists,
    private readonly plans: SaveCommissionPlan,
  ) {}

  @Get()
  @AnswersList(CommissionPlanDto, planList)
  @ApiOperation({ summary: 'List commission plans' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, planList, call);
  }

  @Post()
  @Answers(CommissionPlanDto, 201)
  @Problems(validationFailed, currencyNotEnabled, planOverlaps)
  @ApiOperation({
    summary: 'Write a commission plan',
    description: 'For partners or for a tier of them. Sales that were made before are not by it.',
  })
  create(
    @RequestCtx() ctx: Ctx,
    @Body() { lines, ...body }: CreateCommissionPlanDto,
  ): Promise<PlanView> {
    return this.plans.create(ctx, { ...body, lines: planLines(lines) });
  }

  @Get(':id')
  @Answers(CommissionPlanDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One commission plan' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: CommissionPlanId): Promise<PlanView> {
    return this.plans.find(ctx, id);
  }

  @Patch(':id')
  @Answers(CommissionPlanDto)
  @Problems(notFound, preconditionFailed, validationFailed, currencyNotEnabled, planOverlaps)
  @ApiOperation({
    summary: 'Change a commission plan',
    description: 'What was sold stays paid for as the plan was.',
  })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: CommissionPlanId,
    @Body() { lines, ...body }: UpdateCommissionPlanDto,
    @IfMatch() version: number | null,
  ): Promise<PlanView> {
    const patch = { ...body, ...(lines && { lines: planLines(lines) }) };
    return this.plans.update(ctx, id, patch, version);
  }
}
