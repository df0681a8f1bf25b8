import { rightBeyondOwn } from '@quittance/access';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersEach,
  IfMatch,
  NeedsGrant,
  Problems,
  RequestCtx,
  SignedInOnly,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import {
  CreateObject,
  Definitions,
  DeleteObject,
  UpdateObject,
  objectLimitReached,
  objectNameTaken,
  objectReferenced,
} from '@quittance/customization/host';
import { DryRunDto, DryRunQuery } from './fields-dry-run.dto.js';
import { CreateObjectDto, ObjectDto, UpdateObjectDto } from './objects.dto.js';

/**
 * Record types, built in and custom; custom ones are made, changed and taken away, and apply at
 * once.
 */
@ApiTags('Customization')
@SignedInOnly()
@Controller('customization/objects')
export class ObjectsController {
  constructor(
    private readonly definitions: Definitions,
    private readonly createObject: CreateObject,
    private readonly updateObject: UpdateObject,
    private readonly deleteObject: DeleteObject,
  ) {}

  @Get()
  @AnswersEach(ObjectDto)
  @ApiOperation({ summary: 'The objects of the company, built in and custom' })
  list(@RequestCtx() ctx: Ctx) {
    return this.definitions.objects(ctx);
  }

  @Post()
  @NeedsGrant('customization')
  @Answers(ObjectDto, 201)
  @Problems(objectNameTaken, objectLimitReached, validationFailed)
  @ApiOperation({ summary: 'Make a custom object' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateObjectDto) {
    return this.createObject.execute(ctx, body);
  }

  @Get(':name')
  @Answers(ObjectDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One object' })
  get(@RequestCtx() ctx: Ctx, @Param('name') name: string) {
    return this.definitions.object(ctx, name);
  }

  @Patch(':name')
  @NeedsGrant('customization')
  @Answers(ObjectDto)
  @Problems(notFound, preconditionFailed, rightBeyondOwn, validationFailed)
  @ApiOperation({ summary: 'Change a custom object' })
  update(
    @RequestCtx() ctx: Ctx,
    @Param('name') name: string,
    @Body() body: UpdateObjectDto,
    @IfMatch() version: number | null,
  ) {
    return this.updateObject.execute(ctx, name, body, version);
  }

  @Delete(':name')
  @NeedsGrant('customization')
  @Answers(DryRunDto)
  @Problems(notFound, preconditionFailed, objectReferenced)
  @ApiOperation({ summary: 'Take a custom object away, or tell what that would reach' })
  delete(
    @RequestCtx() ctx: Ctx,
    @Param('name') name: string,
    @Query() { dryRun }: DryRunQuery,
    @IfMatch() version: number | null,
  ) {
    return dryRun
      ? this.deleteObject.dryRun(ctx, name)
      : this.deleteObject.execute(ctx, name, version);
  }
}
