import { taxCodeUnknown } from '@quittance/tax/host';
import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CreateSchedule,
  ForecastSchedule,
  UpdateSchedule,
  findSchedule,
  scheduleList,
  scheduleNotEditable,
  scheduleOfSubscription,
} from '@quittance/billing/host';
import { accountNotActive } from '@quittance/receivables';
import { invoiceTotalNegative } from '@quittance/receivables/host';
import { currencyNotEnabled } from '@quittance/company';
import { Database, preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersList,
  IfMatch,
  ListParams,
  Lists,
  PathId,
  Problems,
  Repeats,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx, type ScheduleId } from '@quittance/kernel';
import { scheduleLineInput } from './billing-schedule-line.dto.js';
import {
  CreateScheduleDto,
  ForecastDto,
  ForecastQueryDto,
  ScheduleDto,
  ScheduleHeadDto,
  UpdateScheduleDto,
} from './billing-schedule.dto.js';

const DEFAULT_FORECAST = 12;

/** Billing schedules: writing, reading, changing. */
@ApiTags('Billing schedules')
@Resource('billing-schedules')
@Controller('billing-schedules')
export class BillingSchedulesController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly createSchedule: CreateSchedule,
    private readonly updateSchedule: UpdateSchedule,
    private readonly forecastSchedule: ForecastSchedule,
  ) {}

  @Get()
  @AnswersList(ScheduleHeadDto, scheduleList)
  @ApiOperation({ summary: 'List billing schedules' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, scheduleList, call);
  }

  @Post()
  @Answers(ScheduleDto, 201)
  @Problems(accountNotActive, currencyNotEnabled, taxCodeUnknown, validationFailed)
  @ApiOperation({ summary: 'Write a schedule as a draft' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateScheduleDto): Promise<ScheduleDto> {
    return this.createSchedule.execute(ctx, { ...body, lines: body.lines.map(scheduleLineInput) });
  }

  @Get(':id')
  @Answers(ScheduleDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One schedule with its lines' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: ScheduleId): Promise<ScheduleDto> {
    return this.db.read(ctx, (tx) => findSchedule(tx, id));
  }

  @Patch(':id')
  @Answers(ScheduleDto)
  @Problems(
    notFound,
    preconditionFailed,
    scheduleOfSubscription,
    scheduleNotEditable,
    accountNotActive,
    currencyNotEnabled,
    taxCodeUnknown,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Change a schedule',
    description: 'A draft changes in everything, a schedule that bills in its end and its links.',
  })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: ScheduleId,
    @Body() { lines, ...body }: UpdateScheduleDto,
    @IfMatch() version: number | null,
  ): Promise<ScheduleDto> {
    const patch = { ...body, ...(lines && { lines: lines.map(scheduleLineInput) }) };
    return this.updateSchedule.execute(ctx, id, patch, version);
  }

  @Get(':id/forecast')
  @Repeats('billing-schedules')
  @Answers(ForecastDto)
  @Problems(notFound, accountNotActive, invoiceTotalNegative, taxCodeUnknown, validationFailed)
  @ApiOperation({ summary: 'The next periods and what they would bill by what is known now' })
  forecast(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: ScheduleId,
    @Query() { count = DEFAULT_FORECAST }: ForecastQueryDto,
  ): Promise<ForecastDto> {
    return this.forecastSchedule.execute(ctx, id, count);
  }
}
