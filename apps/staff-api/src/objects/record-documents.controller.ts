import { Body, Get, Post, Query, type Type } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import {
  AlsoResource,
  Answers,
  AnswersList,
  FileBody,
  ListParams,
  PathId,
  Problems,
  RequestCtx,
  type ListCall,
} from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { documentEmpty, documentList, documentUploadGivenUp } from '@quittance/objects/host';
import type { RecordId } from '@quittance/metadata';
import type { Readable } from 'node:stream';
import { DocumentEndpoints } from './document-endpoints.js';
import { AttachDocumentQuery, RecordDocumentDto } from './record-document.dto.js';
import { ObjectName, Served, type ObjectAddress, type RecordRoutes } from './record-routes.js';
import { renamed } from './records.controller.js';

/** The files attached to records. */
export function recordDocumentsController(routes: RecordRoutes): Type {
  const { aOne } = routes;

  @AlsoResource('documents')
  @Served(routes, '/:id/documents')
  class RecordDocumentsController {
    constructor(private readonly documents: DocumentEndpoints) {}

    @Get()
    @AnswersList(RecordDocumentDto, documentList)
    @ApiOperation({ summary: `List the documents of ${aOne}` })
    list(
      @RequestCtx() ctx: Ctx,
      @ObjectName(routes) object: ObjectAddress,
      @PathId('id') id: RecordId,
      @ListParams() call: ListCall,
    ) {
      return this.documents.list(ctx, object, id, call);
    }

    @Post()
    @FileBody()
    @Answers(RecordDocumentDto, 201)
    @Problems(documentEmpty, documentUploadGivenUp)
    @ApiOperation({
      summary: `Attach a file to ${aOne}`,
      description:
        'The body is the file itself, at most 25 MiB; what it is, is read off its bytes.',
    })
    attach(
      @RequestCtx() ctx: Ctx,
      @ObjectName(routes) object: ObjectAddress,
      @PathId('id') id: RecordId,
      @Query() query: AttachDocumentQuery,
      @Body() body: Readable,
    ): Promise<RecordDocumentDto> {
      return this.documents.attach(ctx, object, id, { ...query, body });
    }
  }
  return renamed(RecordDocumentsController, `${routes.name}DocumentsController`);
}
