import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersList,
  AnswersNothing,
  IfMatch,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http';
import { invalidFields, notFound, validationFailed, type Ctx } from '@quittance/kernel';
import {
  CreateRule,
  DeleteRule,
  FindRule,
  UpdateRule,
  actionFaults,
  readAction,
  ruleLimitReached,
  ruleList,
  ruleNameTaken,
  workflowRunList,
  type RuleId,
  type WorkflowAction,
} from '@quittance/rules';
import { patchOf } from './rule-patch.js';
import {
  CreateWorkflowDto,
  JudgedWorkflowDto,
  UpdateWorkflowDto,
  WorkflowDto,
  WorkflowRunDto,
  type WorkflowActionDto,
} from './workflow.dto.js';

const WORKFLOWS = ruleList('workflow');

/** @throws DomainError validation_failed */
function actionsOf(inputs: readonly WorkflowActionDto[]): readonly WorkflowAction[] {
  const errors = inputs.flatMap((input, i) => actionFaults(input, `/actions/${i}`));
  if (errors.length > 0) throw invalidFields(errors);
  return inputs.map(readAction);
}

/** What happens when records of an object are made or changed, and the log of it. */
@ApiTags('Workflows')
@Resource('workflows')
@Controller('workflows')
export class WorkflowsController {
  constructor(
    private readonly findRule: FindRule,
    private readonly lists: Lists,
    private readonly createRule: CreateRule,
    private readonly updateRule: UpdateRule,
    private readonly deleteRule: DeleteRule,
  ) {}

  @Get()
  @AnswersList(WorkflowDto, WORKFLOWS)
  @ApiOperation({ summary: 'List the workflow rules of all objects' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, WORKFLOWS, call);
  }

  @Post()
  @Answers(WorkflowDto, 201)
  @Problems(validationFailed, ruleNameTaken, ruleLimitReached)
  @ApiOperation({ summary: 'Make a workflow rule' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateWorkflowDto): Promise<WorkflowDto> {
    const { trigger, field = null, condition = null, actions, ...head } = body;
    const definition = { trigger, field, condition, actions: actionsOf(actions) };
    return this.createRule.execute(ctx, 'workflow', { ...head, definition });
  }

  @Get('runs')
  @AnswersList(WorkflowRunDto, workflowRunList)
  @ApiOperation({ summary: 'What workflow rules have done in the last 90 days' })
  runs(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, workflowRunList, call);
  }

  @Get(':id')
  @Answers(JudgedWorkflowDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One workflow rule' })
  get(@RequestCtx() ctx: Ctx, @PathId('id') id: RuleId): Promise<JudgedWorkflowDto> {
    return this.findRule.execute(ctx, 'workflow', id);
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

  @Patch(':id')
  @Answers(WorkflowDto)
  @Problems(notFound, preconditionFailed, validationFailed, ruleNameTaken)
  @ApiOperation({ summary: 'Change a workflow rule, or switch it off or on' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RuleId,
    @Body() { actions, ...rest }: UpdateWorkflowDto,
    @IfMatch() version: number | null,
  ): Promise<WorkflowDto> {
    const patch = patchOf({ ...rest, ...(actions && { actions: actionsOf(actions) }) });
    return this.updateRule.execute(ctx, 'workflow', id, patch, version);
  }

  @Delete(':id')
  @AnswersNothing()
  @Problems(notFound, preconditionFailed)
  @ApiOperation({ summary: 'Take a workflow rule away; its log stays' })
  remove(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RuleId,
    @IfMatch() version: number | null,
  ): Promise<void> {
    return this.deleteRule.execute(ctx, 'workflow', id, version);
  }
}
