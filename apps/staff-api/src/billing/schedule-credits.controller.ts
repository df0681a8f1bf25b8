import {
  CancelWithinPeriod,
  scheduleOfSubscription,
  scheduleStatusConflict,
} from '@quittance/billing/host';
import {
  AlsoResource,
  Answers,
  PathId,
  Problems,
  RequestCtx,
  Resource,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx, type ScheduleId } from '@quittance/kernel';
import { taxInputsChanging } from '@quittance/tax';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CancelledWithinDto, CancelWithinPeriodDto } from './schedule-credits.dto.js';

/** What schedules give back of periods that they have billed. */
@ApiTags('Billing schedules')
@Resource('billing-schedules')
@AlsoResource('credit-notes')
@Controller('billing-schedules/:id')
export class ScheduleCreditsController {
  constructor(private readonly cancelWithinPeriod: CancelWithinPeriod) {}

  @Post('cancel-within-period')
  @Answers(CancelledWithinDto)
  @Problems(
    notFound,
    scheduleOfSubscription,
    scheduleStatusConflict,
    taxInputsChanging,
    validationFailed,
  )
  @ApiOperation({
    summary: 'End a schedule for good, and give back the days that were billed from a day on',
    description:
      'What is handed out is credited by notes, applied to it and then on account; drafts take ' +
      'lines that take it off, or are cancelled where nothing is left. Needs the right ' +
      'to create credit notes, too.',
  })
  cancel(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: ScheduleId,
    @Body() body: CancelWithinPeriodDto,
  ): Promise<CancelledWithinDto> {
    return this.cancelWithinPeriod.execute(ctx, id, body);
  }

  @Post('cancel-within-period/preview')
  @Answers(CancelledWithinDto)
  @Problems(
    notFound,
    scheduleOfSubscription,
    scheduleStatusConflict,
    taxInputsChanging,
    validationFailed,
  )
  @ApiOperation({ summary: 'What ending a schedule on a day would give back; changes nothing' })
  preview(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: ScheduleId,
    @Body() body: CancelWithinPeriodDto,
  ): Promise<CancelledWithinDto> {
    return this.cancelWithinPeriod.execute(ctx, id, { ...body, preview: true });
  }
}
