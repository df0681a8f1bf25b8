import { applyDecorators, Controller, Delete, Get, Patch, Post, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { rightBeyondOwn } from '@quittance/access';
import { preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersList,
  AnswersNothing,
  BodyOf,
  IfMatch,
  ListParams,
  Lists,
  NeedsGrant,
  PathId,
  Problems,
  RequestCtx,
  SignedInOnly,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import {
  CreateRule,
  DeleteRule,
  FindRule,
  UpdateRule,
  ruleHasApprovals,
  ruleLimitReached,
  ruleList,
  ruleNameTaken,
  type NewRule,
  type RuleId,
  type RuleKind,
} from '@quittance/rules/host';
import { Takes } from '../objects/record-routes.js';
import { renamed } from '../objects/records.controller.js';
import type { NewRuleDto, RulePatchDto } from './rule.dto.js';

type Definition<K extends RuleKind> = NewRule<K>['definition'];

/** Where and how the rules of one kind are served. */
export interface RuleRoutes<
  K extends RuleKind,
  New extends NewRuleDto,
  Change extends RulePatchDto,
> {
  readonly kind: K;
  /** Names the controller: `DuplicateRules`. */
  readonly name: string;
  readonly tag: string;
  readonly path: string;
  /** What becomes of the rest when a rule goes, if that is to be said. */
  readonly afterDeletion?: string;
  readonly guard: ClassDecorator;
  /** On the handlers that write. */
  readonly writing: MethodDecorator;
  readonly dtos: {
    readonly rule: Type;
    readonly judged: Type;
    readonly create: Type<New>;
    readonly update: Type<Change>;
  };
  /** The definition in the body of a new rule. @throws DomainError validation_failed */
  definition(body: Omit<New, keyof NewRuleDto>): Definition<K>;
  /**
   * The members of it that a patch sends; undefined ones are not. @throws DomainError
   * validation_failed
   */
  changes(body: Omit<Change, keyof RulePatchDto>): Partial<Definition<K>>;
}

const At = ({
  tag,
  guard,
  path,
}: Pick<RuleRoutes<RuleKind, never, never>, 'tag' | 'guard' | 'path'>) =>
  applyDecorators(ApiTags(tag), guard as ClassDecorator & MethodDecorator, Controller(path));

/** List, make, read, change and take away the rules of one kind. */
export function ruleControllers<
  K extends RuleKind,
  New extends NewRuleDto,
  Change extends RulePatchDto,
>(routes: RuleRoutes<K, New, Change>): Type[] {
  const name = `${routes.name}Controller`;
  return [renamed(reading(routes), name), renamed(writing(routes), name)];
}

function reading<K extends RuleKind, New extends NewRuleDto, Change extends RulePatchDto>(
  routes: RuleRoutes<K, New, Change>,
): Type {
  const { kind, dtos } = routes;
  const rules = ruleList(kind);

  @At(routes)
  class ReadingController {
    constructor(
      private readonly findRule: FindRule,
      private readonly lists: Lists,
    ) {}

    @Get()
    @AnswersList(dtos.rule, rules)
    @ApiOperation({ summary: `List the ${kind} rules of all objects` })
    list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
      return this.lists.answer(ctx, rules, call);
    }

    @Get(':id')
    @Answers(dtos.judged)
    @Problems(notFound)
    @ApiOperation({ summary: `One ${kind} rule` })
    get(@RequestCtx() ctx: Ctx, @PathId('id') id: RuleId) {
      return this.findRule.execute(ctx, kind, id);
    }
  }
  return ReadingController;
}

function writing<K extends RuleKind, New extends NewRuleDto, Change extends RulePatchDto>(
  routes: RuleRoutes<K, New, Change>,
): Type {
  const { kind, dtos, afterDeletion = '' } = routes;
  const one = `${kind} rule`;
  const held = kind === 'workflow' ? [ruleHasApprovals] : [];

  @At(routes)
  class WritingController {
    constructor(
      private readonly createRule: CreateRule,
      private readonly updateRule: UpdateRule,
      private readonly deleteRule: DeleteRule,
    ) {}

    @Post()
    @routes.writing
    @Takes(dtos.create, dtos.rule, 201)
    @Problems(validationFailed, ruleNameTaken, ruleLimitReached, rightBeyondOwn)
    @ApiOperation({ summary: `Make a ${one}` })
    create(@RequestCtx() ctx: Ctx, @BodyOf(dtos.create) body: New) {
      const { object, name, active, position, ...rest } = body;
      const head = { object, name, active, position };
      return this.createRule.execute(ctx, kind, { ...head, definition: routes.definition(rest) });
    }

    @Patch(':id')
    @routes.writing
    @Takes(dtos.update, dtos.rule)
    @Problems(
      notFound,
      preconditionFailed,
      validationFailed,
      ruleNameTaken,
      rightBeyondOwn,
      ...held,
    )
    @ApiOperation({ summary: `Change a ${one}, or switch it off or on` })
    update(
      @RequestCtx() ctx: Ctx,
      @PathId('id') id: RuleId,
      @BodyOf(dtos.update) { name, active, position, ...rest }: Change,
      @IfMatch() version: number | null,
    ) {
      const definition = sent(routes.changes(rest));
      const head = sent({ name, active, position });
      const patch = { ...head, ...(Object.keys(definition).length > 0 && { definition }) };
      return this.updateRule.execute(ctx, kind, id, patch, version);
    }

    @Delete(':id')
    @routes.writing
    @AnswersNothing()
    @Problems(notFound, preconditionFailed, rightBeyondOwn, ...held)
    @ApiOperation({ summary: `Take a ${one} away${afterDeletion}` })
    remove(
      @RequestCtx() ctx: Ctx,
      @PathId('id') id: RuleId,
      @IfMatch() version: number | null,
    ): Promise<void> {
      return this.deleteRule.execute(ctx, kind, id, version);
    }
  }
  return WritingController;
}

/** Without the members that were not sent. */
function sent<T extends object>(members: T): Partial<T> {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<T>;
}

/** Rules that whoever shapes the company may write, and everybody may read. */
export const CUSTOMIZED = {
  tag: 'Customization',
  guard: SignedInOnly(),
  writing: NeedsGrant('customization'),
};
