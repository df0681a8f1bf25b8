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
  CreateValidationRuleDto,
  ValidationRuleDto,
  JudgedValidationRuleDto,
  UpdateValidationRuleDto,
} from './rule.dto.js';
import { patchOf } from './rule-patch.js';

const RULES = ruleList('validation');

/** What must be true of the records of an object, whichever way they come in. */
@ApiTags('Customization')
@SignedInOnly()
@Controller('customization/validation-rules')
export class ValidationRulesController {
  constructor(
    private readonly findRule: FindRule,
    private readonly lists: Lists,
    private readonly createRule: CreateRule,
    private readonly updateRule: UpdateRule,
    private readonly deleteRule: DeleteRule,
  ) {}

  @Get()
  @AnswersList(ValidationRuleDto, RULES)
  @ApiOperation({ summary: 'List the validation rules of all objects' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, RULES, call);
  }

  @Post()
  @NeedsGrant('customization')
  @Answers(ValidationRuleDto, 201)
  @Problems(validationFailed, ruleNameTaken, ruleLimitReached)
  @ApiOperation({ summary: 'Make a validation rule' })
  create(
    @RequestCtx() ctx: Ctx,
    @Body() body: CreateValidationRuleDto,
  ): Promise<ValidationRuleDto> {
    const { object, name, active, position, ...definition } = body;
    const head = { object, name, active, position };
    const { formula, message, field = null } = definition;
    const rule = { ...head, definition: { formula, message, field } };
    return this.createRule.execute(ctx, 'validation', rule);
  }

  @Get(':id')
  @Answers(JudgedValidationRuleDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One validation rule' })
  get(@RequestCtx() ctx: Ctx, @PathId('id') id: RuleId): Promise<JudgedValidationRuleDto> {
    return this.findRule.execute(ctx, 'validation', id);
  }

  @Patch(':id')
  @NeedsGrant('customization')
  @Answers(ValidationRuleDto)
  @Problems(notFound, preconditionFailed, validationFailed, ruleNameTaken)
  @ApiOperation({ summary: 'Change a validation rule, or switch it off or on' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RuleId,
    @Body() body: UpdateValidationRuleDto,
    @IfMatch() version: number | null,
  ): Promise<ValidationRuleDto> {
    return this.updateRule.execute(ctx, 'validation', id, patchOf(body), version);
  }

  @Delete(':id')
  @NeedsGrant('customization')
  @AnswersNothing()
  @Problems(notFound, preconditionFailed)
  @ApiOperation({ summary: 'Take a validation rule away' })
  remove(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RuleId,
    @IfMatch() version: number | null,
  ): Promise<void> {
    return this.deleteRule.execute(ctx, 'validation', id, version);
  }
}
