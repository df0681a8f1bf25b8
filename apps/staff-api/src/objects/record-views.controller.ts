import { Get, Query, Req, Res, type Type } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { invalidListRequest } from '@quittance/lists';
import { Answers, PathId, Problems, RequestCtx } from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import type { RecordId } from '@quittance/metadata';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ObjectName, Served, type ObjectAddress, type RecordRoutes } from './record-routes.js';
import { LayoutQuery, ResolvedLayoutDto, TimelineDto, TimelineQuery } from './record-views.dto.js';
import { renamed } from './records.controller.js';
import { ViewEndpoints } from './view-endpoints.js';

const SCHEMA = {
  'application/schema+json': { schema: { type: 'object', additionalProperties: true } },
} as const;

/** What is shown of a record beside itself, and what its object looks like. */
export function recordViewsController(routes: RecordRoutes): Type {
  const { aOne, many } = routes;

  @Served(routes)
  class RecordViewsController {
    constructor(private readonly views: ViewEndpoints) {}

    @Get('schema')
    @ApiHeader({ name: 'If-None-Match', required: false, description: 'The ETag of the schema.' })
    @ApiResponse({ status: 200, description: 'JSON Schema (2020-12).', content: SCHEMA })
    @ApiResponse({ status: 304, description: 'It has not changed.' })
    @Problems(...(routes.object === null ? [notFound] : []))
    @ApiOperation({
      summary: `What ${many} look like, as JSON Schema`,
      description:
        'Standard and custom fields. `$defs` has the bodies that the caller may send: `create` ' +
        'and `update`, as far as their roles let them.',
    })
    schema(
      @RequestCtx() ctx: Ctx,
      @ObjectName(routes) object: ObjectAddress,
      @Req() request: FastifyRequest,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      return this.views.schema(ctx, object, request, reply);
    }

    @Get(':id/timeline')
    @Answers(TimelineDto)
    @Problems(invalidListRequest)
    @ApiOperation({
      summary: `What happened to ${aOne}, the latest first`,
      description:
        'Changes, activities, tasks and e-mails in one order, as far as the caller may see them.',
    })
    timeline(
      @RequestCtx() ctx: Ctx,
      @ObjectName(routes) object: ObjectAddress,
      @PathId('id') id: RecordId,
      @Query() query: TimelineQuery,
    ): Promise<TimelineDto> {
      return this.views.timeline(ctx, object, id, query);
    }

    @Get(':id/layout')
    @Answers(ResolvedLayoutDto)
    @ApiOperation({ summary: `The page of ${aOne}: labels, values, panels` })
    layout(
      @RequestCtx() ctx: Ctx,
      @ObjectName(routes) object: ObjectAddress,
      @PathId('id') id: RecordId,
      @Query() query: LayoutQuery,
    ): Promise<ResolvedLayoutDto> {
      return this.views.layout(ctx, object, id, query.layout);
    }
  }
  return renamed(RecordViewsController, `${routes.name}ViewsController`);
}
