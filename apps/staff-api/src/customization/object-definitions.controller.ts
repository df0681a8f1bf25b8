import {
  applyDecorators,
  Controller,
  Delete,
  Get,
  Inject,
  Param,
  Patch,
  Post,
  type Type,
} from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { limitReached } from '@quittance/customization/host';
import { preconditionFailed } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
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
import { notFound, type Ctx, type Id, type ProblemDefinition } from '@quittance/kernel';
import { Takes } from '../objects/record-routes.js';
import { renamed } from '../objects/records.controller.js';
import { objectName } from './object-in-path.js';

/** The operations behind the routes; their providers are named by their classes. */
interface Operations<Brand extends string, New, Change, Shown> {
  readonly find: Type<{
    /** The name under which those of an object are stored. @throws DomainError not_found */
    objectOf(ctx: Ctx, object: string): Promise<string>;
    execute(ctx: Ctx, object: string, id: Id<Brand>): Promise<Shown>;
  }>;
  readonly create: Type<{ execute(ctx: Ctx, object: string, input: New): Promise<Shown> }>;
  readonly update: Type<{
    execute(
      ctx: Ctx,
      object: string,
      id: Id<Brand>,
      patch: Change,
      version: number | null,
    ): Promise<Shown>;
  }>;
  readonly delete: Type<{
    execute(ctx: Ctx, object: string, id: Id<Brand>, version: number | null): Promise<void>;
  }>;
}

/** What objects have several of, each under a name of its own: layouts, list views. */
export interface DefinitionRoutes<Brand extends string, New, Change, Shown extends object> {
  /** Names the controller: `Layouts`. */
  readonly name: string;
  /** Below the object. */
  readonly path: string;
  /** One of them in words: `layout`. */
  readonly one: string;
  readonly list: ListDefinition<never, Shown>;
  /** The column of the list that names the object. */
  readonly objectColumn: string;
  readonly dtos: {
    readonly shown: Type;
    readonly create: Type<New>;
    readonly update: Type<Change>;
  };
  readonly nameTaken: ProblemDefinition;
  readonly operations: Operations<Brand, New, Change, Shown>;
}

const Below = (path: string) =>
  applyDecorators(
    ApiTags('Customization'),
    SignedInOnly(),
    Controller(`customization/objects/:object/${path}`),
  );

/** List, make, read, change and take away what an object has several of. */
export function objectDefinitionControllers<
  Brand extends string,
  New,
  Change,
  Shown extends object,
>(routes: DefinitionRoutes<Brand, New, Change, Shown>): Type[] {
  const name = `${routes.name}Controller`;
  return [renamed(reading(routes), name), renamed(writing(routes), name)];
}

function reading<Brand extends string, New, Change, Shown extends object>(
  routes: DefinitionRoutes<Brand, New, Change, Shown>,
): Type {
  const { one, dtos, list, objectColumn, operations } = routes;

  @Below(routes.path)
  class ReadingController {
    constructor(
      private readonly lists: Lists,
      @Inject(operations.find) private readonly finder: InstanceType<typeof operations.find>,
    ) {}

    @Get()
    @AnswersList(dtos.shown, list)
    @Problems(notFound)
    @ApiOperation({ summary: `List the ${one}s of an object` })
    async list(
      @RequestCtx() ctx: Ctx,
      @Param('object') object: string,
      @ListParams() call: ListCall,
    ) {
      const name = await this.finder.objectOf(ctx, objectName(object));
      return this.lists.answer(ctx, list, call, (bind) => `${objectColumn} = ${bind(name)}`);
    }

    @Get(':id')
    @Answers(dtos.shown)
    @Problems(notFound)
    @ApiOperation({ summary: `One ${one}` })
    get(@RequestCtx() ctx: Ctx, @Param('object') object: string, @PathId('id') id: Id<Brand>) {
      return this.finder.execute(ctx, objectName(object), id);
    }
  }
  return ReadingController;
}

function writing<Brand extends string, New, Change, Shown extends object>(
  routes: DefinitionRoutes<Brand, New, Change, Shown>,
): Type {
  const { one, dtos, nameTaken, operations } = routes;

  @Below(routes.path)
  class WritingController {
    constructor(
      @Inject(operations.create) private readonly creator: InstanceType<typeof operations.create>,
      @Inject(operations.update) private readonly updater: InstanceType<typeof operations.update>,
      @Inject(operations.delete) private readonly deleter: InstanceType<typeof operations.delete>,
    ) {}

    @Post()
    @NeedsGrant('customization')
    @Takes(dtos.create, dtos.shown, 201)
    @Problems(notFound, nameTaken, limitReached)
    @ApiOperation({ summary: `Make a ${one}` })
    create(
      @RequestCtx() ctx: Ctx,
      @Param('object') object: string,
      @BodyOf(dtos.create) body: New,
    ) {
      return this.creator.execute(ctx, objectName(object), body);
    }

    @Patch(':id')
    @NeedsGrant('customization')
    @Takes(dtos.update, dtos.shown)
    @Problems(notFound, preconditionFailed, nameTaken)
    @ApiOperation({ summary: `Change a ${one}` })
    update(
      @RequestCtx() ctx: Ctx,
      @Param('object') object: string,
      @PathId('id') id: Id<Brand>,
      @BodyOf(dtos.update) body: Change,
      @IfMatch() version: number | null,
    ) {
      return this.updater.execute(ctx, objectName(object), id, body, version);
    }

    @Delete(':id')
    @NeedsGrant('customization')
    @AnswersNothing()
    @Problems(notFound, preconditionFailed)
    @ApiOperation({ summary: `Take a ${one} away` })
    delete(
      @RequestCtx() ctx: Ctx,
      @Param('object') object: string,
      @PathId('id') id: Id<Brand>,
      @IfMatch() version: number | null,
    ) {
      return this.deleter.execute(ctx, objectName(object), id, version);
    }
  }
  return WritingController;
}
