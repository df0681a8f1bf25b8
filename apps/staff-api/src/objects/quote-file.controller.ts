import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { AlsoResource, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import type { RecordId } from '@quittance/metadata';
import type { DocumentId } from '@quittance/objects/host';
import type { FastifyReply } from 'fastify';
import { DocumentEndpoints } from './document-endpoints.js';
import { FILE } from './record-document.controller.js';

/**
 * The bytes of what is listed with a quote: its own files, and those of the request that it was
 * made of, for whoever prices it and has nothing to do with requests.
 */
@ApiTags('Quotes')
@Resource('quotes')
@AlsoResource('documents')
@Controller('quotes/:id/documents/:documentId/file')
export class QuoteFileController {
  constructor(private readonly documents: DocumentEndpoints) {}

  @Get()
  @ApiResponse({ status: 200, description: 'The bytes, to be saved.', content: FILE })
  @Problems(notFound)
  @ApiOperation({ summary: 'Download a document of a quote, or of the request that it answers' })
  download(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RecordId,
    @PathId('documentId') documentId: DocumentId,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.documents.download(ctx, { name: 'quote', custom: false }, id, documentId, reply);
  }
}
