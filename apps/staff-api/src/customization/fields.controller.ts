import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { rightBeyondOwn } from '@quittance/access';
import { preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersEach,
  IfMatch,
  NeedsGrant,
  Problems,
  RequestCtx,
  SignedInOnly,
  malformedRequest,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import {
  CreateField,
  Definitions,
  DeleteField,
  ReorderFields,
  UpdateField,
  fieldLimitReached,
  fieldNameTaken,
  fieldCurrencyFixed,
  fieldNotUnique,
  objectNotCustomizable,
  optionInUse,
  standardField,
} from '@quittance/customization/host';
import { AnswersOrDryRun, DryRunDto, DryRunQuery } from './fields-dry-run.dto.js';
import { CreateFieldDto, FieldDto, ReorderFieldsDto, UpdateFieldDto } from './fields.dto.js';

/** The fields of an object; custom ones are made, changed and taken away, and apply at once. */
@ApiTags('Customization')
@SignedInOnly()
@Controller('customization/objects/:name/fields')
export class FieldsController {
  constructor(
    private readonly definitions: Definitions,
    private readonly createField: CreateField,
    private readonly updateField: UpdateField,
    private readonly deleteField: DeleteField,
    private readonly reorderFields: ReorderFields,
  ) {}

  @Get()
  @AnswersEach(FieldDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'The fields of an object in their order, standard and custom' })
  list(@RequestCtx() ctx: Ctx, @Param('name') name: string) {
    return this.definitions.fields(ctx, name);
  }

  @Post()
  @NeedsGrant('customization')
  @Answers(FieldDto, 201)
  @Problems(
    notFound,
    objectNotCustomizable,
    fieldNameTaken,
    fieldLimitReached,
    validationFailed,
    rightBeyondOwn,
  )
  @ApiOperation({ summary: 'Add a custom field' })
  create(@RequestCtx() ctx: Ctx, @Param('name') name: string, @Body() body: CreateFieldDto) {
    return this.createField.execute(ctx, name, body);
  }

  @Post('reorder')
  @NeedsGrant('customization')
  @AnswersEach(FieldDto)
  @Problems(notFound, objectNotCustomizable, validationFailed)
  @ApiOperation({ summary: 'Put the custom fields in an order' })
  reorder(@RequestCtx() ctx: Ctx, @Param('name') name: string, @Body() body: ReorderFieldsDto) {
    return this.reorderFields.execute(ctx, name, body.fields);
  }

  @Get(':field')
  @Answers(FieldDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One field' })
  get(@RequestCtx() ctx: Ctx, @Param('name') name: string, @Param('field') field: string) {
    return this.definitions.field(ctx, name, field);
  }

  @Patch(':field')
  @NeedsGrant('customization')
  @AnswersOrDryRun(FieldDto)
  @Problems(
    notFound,
    standardField,
    preconditionFailed,
    validationFailed,
    malformedRequest,
    optionInUse,
    fieldCurrencyFixed,
    fieldNotUnique,
    rightBeyondOwn,
  )
  @ApiOperation({ summary: 'Change a custom field, or tell what the change would reach' })
  update(
    @RequestCtx() ctx: Ctx,
    @Param('name') name: string,
    @Param('field') field: string,
    @Body() body: UpdateFieldDto,
    @Query() { dryRun }: DryRunQuery,
    @IfMatch() version: number | null,
  ) {
    return dryRun
      ? this.updateField.dryRun(ctx, name, field, body)
      : this.updateField.execute(ctx, name, field, body, version);
  }

  @Delete(':field')
  @NeedsGrant('customization')
  @Answers(DryRunDto)
  @Problems(notFound, standardField, preconditionFailed, rightBeyondOwn)
  @ApiOperation({ summary: 'Take a custom field away, or tell what that would reach' })
  delete(
    @RequestCtx() ctx: Ctx,
    @Param('name') name: string,
    @Param('field') field: string,
    @Query() { dryRun }: DryRunQuery,
    @IfMatch() version: number | null,
  ) {
    return dryRun
      ? this.deleteField.dryRun(ctx, name, field)
      : this.deleteField.execute(ctx, name, field, version);
  }
}
