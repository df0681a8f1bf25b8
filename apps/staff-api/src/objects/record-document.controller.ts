import { Body, Delete, Get, Patch, Res, type Type } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import {
  AlsoResource,
  Answers,
  AnswersNothing,
  IfMatch,
  PathId,
  RequestCtx,
} from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import type { DocumentId } from '@quittance/objects/host';
import type { RecordId } from '@quittance/metadata';
import type { FastifyReply } from 'fastify';
import { DocumentEndpoints } from './document-endpoints.js';
import { RecordDocumentDto, UpdateRecordDocumentDto } from './record-document.dto.js';
import { ObjectName, Served, type ObjectAddress, type RecordRoutes } from './record-routes.js';
import { renamed } from './records.controller.js';

/** The bytes of a file in the document: of whatever type it was read off them to be. */
export const FILE = {
  '*/*': { schema: { type: 'string', format: 'binary' } },
};

/** One of the files attached to a record. */
export function recordDocumentController(routes: RecordRoutes): Type {
  const { aOne } = routes;

  @AlsoResource('documents')
  @Served(routes, '/:id/documents/:documentId')
  class RecordDocumentController {
    constructor(private readonly documents: DocumentEndpoints) {}

    @Get()
    @Answers(RecordDocumentDto)
    @ApiOperation({ summary: `One document of ${aOne}` })
    find(
      @RequestCtx() ctx: Ctx,
      @ObjectName(routes) object: ObjectAddress,
      @PathId('id') id: RecordId,
      @PathId('documentId') documentId: DocumentId,
    ): Promise<RecordDocumentDto> {
      return this.documents.find(ctx, object, id, documentId);
    }

    @Get('file')
    @ApiResponse({ status: 200, description: 'The bytes, to be saved.', content: FILE })
    @ApiOperation({ summary: `Download a document of ${aOne}` })
    download(
      @RequestCtx() ctx: Ctx,
      @ObjectName(routes) object: ObjectAddress,
      @PathId('id') id: RecordId,
      @PathId('documentId') documentId: DocumentId,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      return this.documents.download(ctx, object, id, documentId, reply);
    }

    @Patch()
    @Answers(RecordDocumentDto)
    @ApiOperation({ summary: `Rename a document of ${aOne}, or show it to others` })
    update(
      @RequestCtx() ctx: Ctx,
      @ObjectName(routes) object: ObjectAddress,
      @PathId('id') id: RecordId,
      @PathId('documentId') documentId: DocumentId,
      @Body() patch: UpdateRecordDocumentDto,
      @IfMatch() expectedVersion: number | null,
    ): Promise<RecordDocumentDto> {
      return this.documents.update(ctx, object, id, { id: documentId, patch, expectedVersion });
    }

    @Delete()
    @AnswersNothing()
    @ApiOperation({ summary: `Delete a document of ${aOne}` })
    remove(
      @RequestCtx() ctx: Ctx,
      @ObjectName(routes) object: ObjectAddress,
      @PathId('id') id: RecordId,
      @PathId('documentId') documentId: DocumentId,
    ): Promise<void> {
      return this.documents.remove(ctx, object, id, documentId);
    }
  }
  return renamed(RecordDocumentController, `${routes.name}DocumentController`);
}
