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
  CreatePlanVersion,
  findPlanVersion,
  meterUnknown,
  planVersionList,
  planVersionTaken,
  requirePlan,
  versionsOf,
  type PlanId,
  type PlanVersionId,
} from '@quittance/sales/host';
import { planVersionDraft } from './plan-version-draft.js';
import { CreatePlanVersionDto, PlanVersionDto } from './plan-version.dto.js';

/** The versions of a plan, which never change. */
@ApiTags('Plans')
@Resource('products')
@Controller('plans/:planId/versions')
export class PlanVersionsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly createVersion: CreatePlanVersion,
  ) {}

  @Get()
  @AnswersList(PlanVersionDto, planVersionList)
  @Problems(notFound)
  @ApiOperation({ summary: 'List the versions of a plan' })
  async list(
    @RequestCtx() ctx: Ctx,
    @PathId('planId') planId: PlanId,
    @ListParams() call: ListCall,
  ) {
    await this.db.read(ctx, (tx) => requirePlan(tx, planId));
    return this.lists.answer(ctx, planVersionList, call, versionsOf(planId));
  }

  @Post()
  @Answers(PlanVersionDto, 201)
  @Problems(notFound, validationFailed, meterUnknown, planVersionTaken)
  @ApiOperation({
    summary: 'Give a plan its next version',
    description: 'Whoever has subscribed to an earlier one stays on that.',
  })
  create(
    @RequestCtx() ctx: Ctx,
    @PathId('planId') planId: PlanId,
    @Body() body: CreatePlanVersionDto,
  ) {
    return this.createVersion.execute(ctx, planId, planVersionDraft(body));
  }

  @Get(':id')
  @Answers(PlanVersionDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One version of a plan' })
  find(@RequestCtx() ctx: Ctx, @PathId('planId') planId: PlanId, @PathId('id') id: PlanVersionId) {
    return this.db.read(ctx, (tx) => findPlanVersion(tx, planId, id));
  }
}
