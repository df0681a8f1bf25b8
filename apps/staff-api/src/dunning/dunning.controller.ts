import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { asOfInFuture } from '@quittance/company';
import { Database, preconditionFailed } from '@quittance/database';
import {
  DunningQueries,
  ForecastDunning,
  PutDunningSchedule,
  RunDunning,
  dunningNotConfigured,
  dunningRunInProgress,
  dunningRunList,
  readDunningRun,
  type DunningForecast,
  type DunningRun,
  type DunningRunId,
} from '@quittance/dunning/host';
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
  WholeCompany,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { templateRenderingBusy } from '@quittance/notifications/host';
import { taxCodeUnknown } from '@quittance/tax/host';
import {
  DunningForecastDto,
  DunningRunDto,
  DunningScheduleDto,
  PutDunningScheduleDto,
  RunDunningDto,
} from './dunning.dto.js';

/** How overdue invoices are pursued, and the runs that do it. */
@ApiTags('Dunning')
@Resource('dunning')
@WholeCompany()
@Controller('dunning')
export class DunningController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly queries: DunningQueries,
    private readonly putSchedule: PutDunningSchedule,
    private readonly runDunning: RunDunning,
    private readonly forecast: ForecastDunning,
  ) {}

  @Get('schedule')
  @Answers(DunningScheduleDto)
  @ApiOperation({ summary: 'The steps, and the accounts that are left alone' })
  async schedule(@RequestCtx() ctx: Ctx): Promise<DunningScheduleDto> {
    return (await this.queries.schedule(ctx)) as DunningScheduleDto;
  }

  @Put('schedule')
  @Answers(DunningScheduleDto)
  @Problems(preconditionFailed, taxCodeUnknown, validationFailed)
  @ApiOperation({ summary: 'Save the schedule as a whole' })
  async put(
    @RequestCtx() ctx: Ctx,
    @Body() body: PutDunningScheduleDto,
    @IfMatch() version: number | null,
  ): Promise<DunningScheduleDto> {
    const { steps, autoRun = false, requireIssued = false, minimumBalance = '0' } = body;
    const paused = body.pausedAccounts?.map((each) => ({ ...each, until: each.until ?? null }));
    const { minimumGapDays, consolidate = true } = body;
    const gap = minimumGapDays === undefined ? {} : { minimumGapDays };
    const input = { steps, autoRun, requireIssued, minimumBalance, consolidate, ...gap };
    const saved = await this.putSchedule.execute(
      ctx,
      paused ? { ...input, pausedAccounts: paused } : input,
      version,
    );
    return saved as DunningScheduleDto;
  }

  @Repeats('invoices')
  @Post('run')
  @HttpCode(200)
  @ApiExtraModels(DunningRunDto, DunningForecastDto)
  @ApiResponse({
    status: 200,
    description:
      'The run as it ended, or as it is while others are at it (`running`); of a dry run, what ' +
      'would be done.',
    schema: {
      oneOf: [{ $ref: getSchemaPath(DunningRunDto) }, { $ref: getSchemaPath(DunningForecastDto) }],
    },
  })
  @Problems(
    asOfInFuture,
    dunningNotConfigured,
    dunningRunInProgress,
    templateRenderingBusy,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Take the next step for every overdue invoice, or tell what it would be',
    description:
      'One step per invoice and run, and none before the minimum gap of the schedule is over. ' +
      'Whoever asks while a run of that day is under way is told of that run as it is: `running`.',
  })
  async run(
    @RequestCtx() ctx: Ctx,
    @Body() body?: RunDunningDto,
  ): Promise<DunningRun | DunningForecast> {
    const { asOf, dryRun = false } = body ?? {};
    if (dryRun) return this.forecast.execute(ctx, asOf);
    return (await this.runDunning.execute(ctx, { asOf, shares: false })) as DunningRun;
  }

  @Get('runs')
  @AnswersList(DunningRunDto, dunningRunList)
  @ApiOperation({ summary: 'List dunning runs' })
  listRuns(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, dunningRunList, call);
  }

  @Get('runs/:id')
  @Answers(DunningRunDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One dunning run' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: DunningRunId): Promise<DunningRun> {
    return this.db.read(ctx, (tx) => readDunningRun(tx, id));
  }
}
