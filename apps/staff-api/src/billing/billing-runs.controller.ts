import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CreateBillingRun,
  PreviewBillingRun,
  billingRunList,
  previewChanged,
  readRun,
  runFailureList,
  type BillingRunId,
} from '@quittance/billing/host';
import { asOfInFuture } from '@quittance/company';
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
  WholeCompany,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { BillingRunPreviewDto, PreviewQueryDto } from './billing-run-preview.dto.js';
import {
  BillingRunDto,
  BillingRunHeadDto,
  CreateBillingRunDto,
  RunFailureDto,
} from './billing-run.dto.js';

/** Billing runs: asking for one, watching it, and what one would make. */
@ApiTags('Billing runs')
@Resource('billing-schedules')
@WholeCompany()
@Controller('billing-runs')
export class BillingRunsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly createRun: CreateBillingRun,
    private readonly previewRun: PreviewBillingRun,
  ) {}

  @Get()
  @AnswersList(BillingRunHeadDto, billingRunList)
  @ApiOperation({ summary: 'List billing runs' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, billingRunList, call);
  }

  @Post()
  @Answers(BillingRunDto, 202)
  @Problems(asOfInFuture, previewChanged, validationFailed)
  @ApiOperation({
    summary: 'Queue a billing run',
    description: 'The worker carries it out; read it again for its progress.',
  })
  create(@RequestCtx() ctx: Ctx, @Body() body?: CreateBillingRunDto): Promise<BillingRunDto> {
    return this.createRun.execute(ctx, body ?? {});
  }

  @Get('preview')
  @Answers(BillingRunPreviewDto)
  @ApiOperation({
    summary: 'What a run at this instant would make',
    description:
      'Nothing is billed. Every due schedule is priced; a page of them is shown. Subscriptions ' +
      'and planned changes whose day has come begin first, as they would within the hour.',
  })
  preview(
    @RequestCtx() ctx: Ctx,
    @Query() { asOf, catchUp = false, page = 1, pageSize = 50 }: PreviewQueryDto,
  ): Promise<BillingRunPreviewDto> {
    return this.previewRun.execute(ctx, { asOf: asOf ?? null, catchUp, page, pageSize });
  }

  @Get(':id')
  @Answers(BillingRunDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'A run with its progress and the first of its failures' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: BillingRunId): Promise<BillingRunDto> {
    return this.db.read(ctx, (tx) => readRun(tx, id));
  }

  @Get(':id/failures')
  @AnswersList(RunFailureDto, runFailureList)
  @Problems(notFound)
  @ApiOperation({ summary: 'The schedules that a run could not bill, each with the reason' })
  async failures(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: BillingRunId,
    @ListParams() call: ListCall,
  ) {
    await this.db.read(ctx, (tx) => readRun(tx, id));
    return this.lists.answer(ctx, runFailureList, call, (bind) => `f.run_id = ${bind(id)}`);
  }
}
