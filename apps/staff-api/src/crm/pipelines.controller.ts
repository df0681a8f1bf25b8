import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { EnsureDefaultPipeline } from '@quittance/crm/host';
import { Answers, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import type { RecordView } from '@quittance/metadata';
import { recordDtoOf } from './record-answers.js';

/** Where deals begin that name no pipeline. */
@ApiTags('Pipelines')
@Resource('pipelines')
@Controller('pipelines')
export class PipelinesController {
  constructor(private readonly ensureDefaultPipeline: EnsureDefaultPipeline) {}

  @Get('default')
  @Answers(recordDtoOf('pipeline'))
  @Problems(notFound)
  @ApiOperation({
    summary: 'The default pipeline',
    description: 'A company has one from the moment it is asked for, or a deal is made, first.',
  })
  find(@RequestCtx() ctx: Ctx): Promise<RecordView> {
    return this.ensureDefaultPipeline.execute(ctx);
  }
}
