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
  NeedsGrant,
  PathId,
  Problems,
  RequestCtx,
  SignedInOnly,
  type ListCall,
} from '@quittance/http';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import {
  CreateRule,
  DeleteRule,
  FindRule,
  UpdateRule,
  ruleLimitReached,
  ruleList,
  ruleNameTaken,
  type RuleId,
} from '@quittance/rules';
import {
  CreateDuplicateRuleDto,
  DuplicateRuleDto,
  JudgedDuplicateRuleDto,
  UpdateDuplicateRuleDto,
} from './rule.dto.js';
import { patchOf } from './rule-patch.js';

const RULES = ruleList('duplicate');

/** Which records of an object are the same, and what is done about it. */
@ApiTags('Customization')
@SignedInOnly()
@Controller('customization/duplicate-rules')
export class DuplicateRulesController {
  constructor(
    private readonly findRule: FindRule,
    private readonly lists: Lists,
    private readonly createRule: CreateRule,
    private readonly updateRule: UpdateRule,
    private readonly deleteRule: DeleteRule,
  ) {}

  @Get()
  @AnswersList(DuplicateRuleDto, RULES)
  @ApiOperation({ summary: 'List the duplicate rules of all objects' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, RULES, call);
  }

  @Post()
  @NeedsGrant('customization')
  @Answers(DuplicateRuleDto, 201)
  @Problems(validationFailed, ruleNameTaken, ruleLimitReached)
  @ApiOperation({ summary: 'Make a duplicate rule' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateDuplicateRuleDto): Promise<DuplicateRuleDto> {
    const { object, name, active, position, ...definition } = body;
    const head = { object, name, active, position };
    return this.createRule.execute(ctx, 'duplicate', { ...head, definition });
  }

  @Get(':id')
  @Answers(JudgedDuplicateRuleDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One duplicate rule' })
  get(@RequestCtx() ctx: Ctx, @PathId('id') id: RuleId): Promise<JudgedDuplicateRuleDto> {
    return this.findRule.execute(ctx, 'duplicate', id);
  }

  @Patch(':id')
  @NeedsGrant('customization')
  @Answers(DuplicateRuleDto)
  @Problems(notFound, preconditionFailed, validationFailed, ruleNameTaken)
  @ApiOperation({ summary: 'Change a duplicate rule, or switch it off or on' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RuleId,
    @Body() body: UpdateDuplicateRuleDto,
    @IfMatch() version: number | null,
  ): Promise<DuplicateRuleDto> {
    return this.updateRule.execute(ctx, 'duplicate', id, patchOf(body), version);
  }

  @Delete(':id')
  @NeedsGrant('customization')
  @AnswersNothing()
  @Problems(notFound, preconditionFailed)
  @ApiOperation({ summary: 'Take a duplicate rule away' })
  remove(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RuleId,
    @IfMatch() version: number | null,
  ): Promise<void> {
    return this.deleteRule.execute(ctx, 'duplicate', id, version);
  }
}
