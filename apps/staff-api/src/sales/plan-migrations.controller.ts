import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  Asks,
  PathId,
  Problems,
  Repeats,
  RequestCtx,
  Resource,
  Writes,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { invalidListRequest } from '@quittance/lists';
import { MigratePlan, type PlanId } from '@quittance/sales/host';
import { MigratePlanDto, MigrationReportDto } from './plan-migration.dto.js';

/** What is changed are subscriptions, within the scope of whoever asks. */
@ApiTags('Plans')
@Resource('subscriptions')
@Repeats('subscriptions')
@Controller('plans/:planId/migrate')
export class PlanMigrationsController {
  constructor(private readonly migratePlan: MigratePlan) {}

  @Post()
  @HttpCode(200)
  @Asks('bulk_update')
  @Writes('items', 'planVersionId', 'unitPrice', 'overrides')
  @Answers(MigrationReportDto)
  @Problems(notFound, validationFailed, invalidListRequest)
  @ApiOperation({
    summary: 'Move subscriptions to another version of a plan',
    description:
      'In sets, each for itself: one that stays keeps no other from moving. What it changes of ' +
      'monthly revenue is told for each; sent again it goes on with those that are left.',
  })
  migrate(
    @RequestCtx() ctx: Ctx,
    @PathId('planId') planId: PlanId,
    @Body() body: MigratePlanDto,
  ): Promise<MigrationReportDto> {
    return this.migratePlan.execute(ctx, { planId, ...body });
  }
}
