import { Body, Delete, Get, Patch, Post, type Type } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import {
  Answers,
  AnswersList,
  AnswersNothing,
  IfMatch,
  ListParams,
  PathId,
  Problems,
  RequestCtx,
  type ListCall,
} from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { deletionTooWide, recordReferenced } from '@quittance/objects/host';
import type { RecordId } from '@quittance/metadata';
import { RecordEndpoints } from './record-endpoints.js';
import {
  ObjectName,
  Served,
  Takes,
  type ObjectAddress,
  type RecordRoutes,
} from './record-routes.js';

/** List, make, read, change and delete the records of an object. */
export function recordsController(routes: RecordRoutes): Type {
  const { one, aOne, many, dtos, list, problems } = routes;

  @Served(routes)
  class RecordsController {
    constructor(private readonly records: RecordEndpoints) {}

    @Get()
    @AnswersList(dtos.record, list)
    @ApiOperation({ summary: `List ${many}` })
    list(
      @RequestCtx() ctx: Ctx,
      @ObjectName(routes) object: ObjectAddress,
      @ListParams() call: ListCall,
    ) {
      return this.records.list(ctx, object, call);
    }

    @Post()
    @Takes(dtos.create, dtos.record, 201)
    @Problems(...problems)
    @ApiOperation({ summary: `Make ${aOne}` })
    create(
      @RequestCtx() ctx: Ctx,
      @ObjectName(routes) object: ObjectAddress,
      @Body() body: unknown,
    ) {
      return this.records.create(ctx, object, body);
    }

    @Get(':id')
    @Answers(dtos.record)
    @ApiOperation({ summary: `One ${one}` })
    find(
      @RequestCtx() ctx: Ctx,
      @ObjectName(routes) object: ObjectAddress,
      @PathId('id') id: RecordId,
    ) {
      return this.records.find(ctx, object, id);
    }

    @Patch(':id')
    @Takes(dtos.update, dtos.record)
    @Problems(...problems)
    @ApiOperation({ summary: `Change ${aOne}: the members sent, null clears` })
    update(
      @RequestCtx() ctx: Ctx,
      @ObjectName(routes) object: ObjectAddress,
      @PathId('id') id: RecordId,
      @Body() body: unknown,
      @IfMatch() expectedVersion: number | null,
    ) {
      return this.records.update(ctx, object, { id, body, expectedVersion });
    }

    @Delete(':id')
    @AnswersNothing()
    @Problems(recordReferenced, deletionTooWide, ...problems)
    @ApiOperation({ summary: `Delete ${aOne}` })
    remove(
      @RequestCtx() ctx: Ctx,
      @ObjectName(routes) object: ObjectAddress,
      @PathId('id') id: RecordId,
      @IfMatch() expectedVersion: number | null,
    ): Promise<void> {
      return this.records.remove(ctx, object, { id, expectedVersion });
    }
  }
  return renamed(RecordsController, `${routes.name}RecordsController`);
}

/** The document names operations by the class they are in: each object has classes of its own. */
export function renamed(controller: Type, name: string): Type {
  Object.defineProperty(controller, 'name', { value: name });
  return controller;
}
