import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Database } from '@quittance/database';
import {
  AlsoResource,
  AnswersList,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import {
  documentList,
  documentsOf,
  FileStore,
  readDocument,
  type DocumentId,
} from '@quittance/objects/host';
import { REQUEST_OBJECT, viewRequest, type QuoteRequestId } from '@quittance/portal/host';
import type { FastifyReply } from 'fastify';
import { sendFile } from '../../objects/document-endpoints.js';
import { RecordDocumentDto } from '../../objects/record-document.dto.js';

const FILE = { '*/*': { schema: { type: 'string', format: 'binary' } } } as const;

/** What customers and partners have sent with what they ask a quote for. */
@ApiTags('Self-service quotes')
@Resource('self-service-quotes')
@AlsoResource('documents')
@Controller('self-service-quotes/:id/documents')
export class SelfServiceDocumentsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly store: FileStore,
  ) {}

  @Get()
  @AnswersList(RecordDocumentDto, documentList)
  @Problems(notFound)
  @ApiOperation({ summary: 'List the files that came with a request' })
  async list(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: QuoteRequestId,
    @ListParams() call: ListCall,
  ) {
    await this.db.read(ctx, (tx) => viewRequest(tx, id));
    return this.lists.answer(ctx, documentList, call, documentsOf(REQUEST_OBJECT, id));
  }

  @Get(':documentId/file')
  @Problems(notFound)
  @ApiResponse({ status: 200, description: 'The bytes, to be saved.', content: FILE })
  @ApiOperation({ summary: 'Download a file that came with a request' })
  async download(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: QuoteRequestId,
    @PathId('documentId') documentId: DocumentId,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const document = await this.db.read(ctx, async (tx) => {
      await viewRequest(tx, id);
      return readDocument(tx, REQUEST_OBJECT, id, documentId);
    });
    await sendFile(reply, document, await this.store.open(ctx.companyId, documentId));
  }
}
