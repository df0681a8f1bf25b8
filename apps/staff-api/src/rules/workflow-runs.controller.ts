import { Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { rightBeyondOwn } from '@quittance/access';
import {
  AnswersList,
  BodyOf,
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
  FindRule,
  ruleRests,
  TryWorkflow,
  workflowRunList,
  type RuleId,
} from '@quittance/rules/host';
import { renamed } from '../objects/records.controller.js';
import { Takes } from '../objects/record-routes.js';
import { WorkflowRunDto, WorkflowSampleDto, WorkflowTrialDto } from './workflow.dto.js';

/** The log of what workflow rules have done. */
@ApiTags('Workflows')
@Resource('workflows')
@Controller('workflows')
export class WorkflowRunsController {
  constructor(
    private readonly findRule: FindRule,
    private readonly lists: Lists,
    private readonly tryWorkflow: TryWorkflow,
  ) {}

  @Get('runs')
  @AnswersList(WorkflowRunDto, workflowRunList)
  @ApiOperation({ summary: 'What workflow rules have done in the last 90 days' })
  runs(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, workflowRunList, call);
  }

  @Get(':id/runs')
  @AnswersList(WorkflowRunDto, workflowRunList)
  @Problems(notFound)
  @ApiOperation({ summary: 'What one workflow rule has done in the last 90 days' })
  async runsOf(@RequestCtx() ctx: Ctx, @PathId('id') id: RuleId, @ListParams() call: ListCall) {
    await this.findRule.execute(ctx, 'workflow', id);
    const ofRule = (bind: (value: unknown) => string) => `w.rule_id = ${bind(id)}::uuid`;
    return this.lists.answer(ctx, workflowRunList, call, ofRule);
  }

  @Post(':id/dry-run')
  @Takes(WorkflowSampleDto, WorkflowTrialDto)
  @Problems(notFound, validationFailed, rightBeyondOwn, ruleRests)
  @ApiOperation({
    summary: 'What a workflow rule would do to a record',
    description: 'Everything is tried and taken back: nothing is stored or sent.',
  })
  dryRun(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RuleId,
    @BodyOf(WorkflowSampleDto) body: WorkflowSampleDto,
  ): Promise<WorkflowTrialDto> {
    return this.tryWorkflow.execute(ctx, id, body);
  }
}

// The document names its operations beside those of the rules.
renamed(WorkflowRunsController, 'WorkflowsController');
