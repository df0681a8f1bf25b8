import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CloseDeal,
  dealStageCloses,
  dealStageMismatch,
  dealStatusConflict,
  MoveDealStage,
  pipelineInactive,
} from '@quittance/crm/host';
import { preconditionFailed } from '@quittance/database';
import { Answers, IfMatch, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import type { RecordId, RecordView } from '@quittance/metadata';
import { RECORD_PROBLEMS } from '../objects/record-problems.js';
import { CloseDealLostDto, CloseDealWonDto, MoveDealStageDto, ReopenDealDto } from './deal.dto.js';
import { recordDtoOf } from './record-answers.js';

const DealDto = recordDtoOf('deal');

/** What brings a deal through its pipeline. */
@ApiTags('Deals')
@Resource('deals')
@Controller('deals/:id')
export class DealsController {
  constructor(
    private readonly moveDealStage: MoveDealStage,
    private readonly closeDeal: CloseDeal,
  ) {}

  @Post('move-stage')
  @Answers(DealDto)
  @Problems(
    dealStatusConflict,
    dealStageCloses,
    pipelineInactive,
    preconditionFailed,
    ...RECORD_PROBLEMS,
  )
  @ApiOperation({ summary: 'Bring an open deal to another stage' })
  moveStage(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RecordId,
    @Body() body: MoveDealStageDto,
    @IfMatch() expectedVersion: number | null,
  ): Promise<RecordView> {
    return this.moveDealStage.execute(ctx, { id, expectedVersion, ...body });
  }

  @Post('close-won')
  @Answers(DealDto)
  @Problems(dealStatusConflict, dealStageMismatch, preconditionFailed, ...RECORD_PROBLEMS)
  @ApiOperation({ summary: 'Say that a deal is won' })
  closeWon(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RecordId,
    @Body() body: CloseDealWonDto,
    @IfMatch() expectedVersion: number | null,
  ): Promise<RecordView> {
    return this.closeDeal.win(ctx, { id, expectedVersion, ...body });
  }

  @Post('close-lost')
  @Answers(DealDto)
  @Problems(dealStatusConflict, dealStageMismatch, preconditionFailed, ...RECORD_PROBLEMS)
  @ApiOperation({ summary: 'Say that a deal is lost, and why' })
  closeLost(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RecordId,
    @Body() body: CloseDealLostDto,
    @IfMatch() expectedVersion: number | null,
  ): Promise<RecordView> {
    return this.closeDeal.lose(ctx, { id, expectedVersion, ...body });
  }

  @Post('reopen')
  @Answers(DealDto)
  @Problems(dealStatusConflict, dealStageCloses, preconditionFailed, ...RECORD_PROBLEMS)
  @ApiOperation({ summary: 'Open a deal again that was won or lost' })
  reopen(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RecordId,
    @Body() body: ReopenDealDto,
    @IfMatch() expectedVersion: number | null,
  ): Promise<RecordView> {
    return this.closeDeal.reopen(ctx, { id, expectedVersion, ...body });
  }
}
