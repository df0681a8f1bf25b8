import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ActivateSchedule,
  CancelSchedule,
  PauseSchedule,
  ReachMilestone,
  ReleaseLine,
  scheduleAlreadyBilled,
  scheduleEnded,
  scheduleHasNoLines,
  scheduleLineConflict,
  scheduleNotEditable,
  scheduleStatusConflict,
  type ScheduleLineId,
  scheduleOfSubscription,
} from '@quittance/billing/host';
import { Answers, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, type Ctx, type ScheduleId } from '@quittance/kernel';
import { ActivateScheduleDto, ScheduleDto } from './billing-schedule.dto.js';

/** What moves a schedule from one status to another, and its lines towards an invoice. */
@ApiTags('Billing schedules')
@Resource('billing-schedules')
@Controller('billing-schedules/:id')
export class BillingScheduleStatesController {
  constructor(
    private readonly activateSchedule: ActivateSchedule,
    private readonly pauseSchedule: PauseSchedule,
    private readonly cancelSchedule: CancelSchedule,
    private readonly reachMilestone: ReachMilestone,
    private readonly releaseLine: ReleaseLine,
  ) {}

  @Post('activate')
  @Answers(ScheduleDto)
  @Problems(
    notFound,
    scheduleOfSubscription,
    scheduleStatusConflict,
    scheduleAlreadyBilled,
    scheduleHasNoLines,
    scheduleEnded,
  )
  @ApiOperation({
    summary: 'Let a draft begin to bill, or a paused schedule go on',
    description: 'A paused schedule goes on with the next date of its grid on or after today.',
  })
  activate(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: ScheduleId,
    @Body() body?: ActivateScheduleDto,
  ): Promise<ScheduleDto> {
    return this.activateSchedule.execute(ctx, id, body ?? {});
  }

  @Post('pause')
  @Answers(ScheduleDto)
  @Problems(notFound, scheduleOfSubscription, scheduleStatusConflict)
  @ApiOperation({ summary: 'Stop billing until the schedule is activated again' })
  pause(@RequestCtx() ctx: Ctx, @PathId('id') id: ScheduleId): Promise<ScheduleDto> {
    return this.pauseSchedule.execute(ctx, id);
  }

  @Post('cancel')
  @Answers(ScheduleDto)
  @Problems(notFound, scheduleOfSubscription, scheduleStatusConflict)
  @ApiOperation({ summary: 'End a schedule for good; what it has billed stands' })
  cancel(@RequestCtx() ctx: Ctx, @PathId('id') id: ScheduleId): Promise<ScheduleDto> {
    return this.cancelSchedule.execute(ctx, id);
  }

  @Post('lines/:lineId/reach')
  @Answers(ScheduleDto)
  @Problems(notFound, scheduleLineConflict, scheduleOfSubscription, scheduleNotEditable)
  @ApiOperation({ summary: 'The milestone of a line is reached: the next invoice bills it' })
  reach(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: ScheduleId,
    @PathId('lineId') lineId: ScheduleLineId,
  ): Promise<ScheduleDto> {
    return this.reachMilestone.execute(ctx, id, lineId);
  }

  @Post('lines/:lineId/release')
  @Answers(ScheduleDto)
  @Problems(notFound, scheduleLineConflict, scheduleOfSubscription, scheduleNotEditable)
  @ApiOperation({ summary: 'Release a manual line: the next invoice bills it' })
  release(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: ScheduleId,
    @PathId('lineId') lineId: ScheduleLineId,
  ): Promise<ScheduleDto> {
    return this.releaseLine.execute(ctx, id, lineId);
  }
}
