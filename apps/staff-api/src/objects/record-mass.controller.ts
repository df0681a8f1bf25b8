import { Body, Headers, HttpCode, Post, Query, type Type } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { invalidListRequest } from '@quittance/lists';
import { Answers, Asks, CsvBody, PathId, Problems, RequestCtx } from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import { importColumnsInvalid, importFileNotReadable } from '@quittance/mass';
import { bulkTooMany, rowFormatOf, importBusy, partlySaved } from '@quittance/mass/host';
import type { RecordId } from '@quittance/metadata';
import type { Readable } from 'node:stream';
import { BulkSummaryDto, BulkUpdateDto, ImportQuery, ImportSummaryDto } from './mass.dto.js';
import { MassEndpoints } from './mass-endpoints.js';
import {
  ObjectName,
  Served,
  Takes,
  type ObjectAddress,
  type RecordRoutes,
} from './record-routes.js';
import { renamed } from './records.controller.js';

const IMPORT =
  'CSV or the first sheet of a workbook (xlsx) whose header names fields, or one JSON object per ' +
  'line; sheets behind the first must have the same header. Every row is checked and saved ' +
  'for itself; a row that is refused keeps no other from being saved. An empty cell says ' +
  'nothing; several choices are separated by semicolons, a member of an address is ' +
  '`billingAddress.city`. A row with an `id`, or with a value of the field named by `matchBy` ' +
  'that a record has, changes that record; that value says more than an `id`. An import that ' +
  'was cut off is repeated with the same `matchBy`, or under its `Idempotency-Key`. A file that ' +
  'was downloaded is taken back: what the system sets is passed over and named in the answer. ' +
  'Columns may be named by labels, choices too; a record that is pointed at by its title or by ' +
  'a unique field of it, as `account.name`. Telephone numbers without a country are those of ' +
  'the company.';

/** Copy one record, change many, or load a file of them. */
export function recordMassController(routes: RecordRoutes): Type {
  const { aOne, many, dtos, problems } = routes;

  @Served(routes)
  class RecordMassController {
    constructor(private readonly mass: MassEndpoints) {}

    @Post(':id/clone')
    @Asks('clone')
    @Takes(dtos.update, dtos.record, 201)
    @Problems(...problems)
    @ApiOperation({
      summary: `Make a copy of ${aOne}`,
      description:
        'With the members sent in place of its own. What is unique, numbered or set by the ' +
        'system is not copied, nor are files; the caller owns the copy.',
    })
    clone(
      @RequestCtx() ctx: Ctx,
      @ObjectName(routes) object: ObjectAddress,
      @PathId('id') id: RecordId,
      @Body() body: unknown,
    ) {
      return this.mass.clone(ctx, object, id, body);
    }

    @Post('bulk')
    @HttpCode(200)
    @Asks('bulk_update')
    @Answers(BulkSummaryDto)
    @Problems(
      bulkTooMany,
      partlySaved,
      invalidListRequest,
      ...(routes.object === null ? [notFound] : []),
    )
    @ApiOperation({
      summary: `Change many ${many} at once`,
      description:
        'At most 10,000, each for itself: one that is refused keeps no other from being changed.',
    })
    bulk(
      @RequestCtx() ctx: Ctx,
      @ObjectName(routes) object: ObjectAddress,
      @Body() body: BulkUpdateDto,
    ): Promise<BulkSummaryDto> {
      return this.mass.bulk(ctx, object, body);
    }

    @Post('import')
    @Asks('import')
    @CsvBody()
    @Answers(ImportSummaryDto)
    @Problems(importFileNotReadable, importColumnsInvalid, importBusy, partlySaved)
    @ApiOperation({ summary: `Import ${many} from a file`, description: IMPORT })
    load(
      @RequestCtx() ctx: Ctx,
      @ObjectName(routes) object: ObjectAddress,
      @Query() query: ImportQuery,
      @Headers('content-type') type: string,
      @Body() body: Readable,
    ): Promise<ImportSummaryDto> {
      const format = rowFormatOf(type);
      return this.mass.import(ctx, object, { ...query, body, format });
    }
  }
  return renamed(RecordMassController, `${routes.name}MassController`);
}
