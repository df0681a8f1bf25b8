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
  allDocumentsList,
  FileStore,
  findDocument,
  type DocumentId,
} from '@quittance/objects/host';
import { readRegistration, type RegistrationId } from '@quittance/partner/host';
import type { FastifyReply } from 'fastify';
import { sendFile } from '../objects/document-endpoints.js';
import { FILE } from '../objects/record-document.controller.js';
import { RecordDocumentDto } from '../objects/record-document.dto.js';

const OBJECT = 'deal-registration';

/** What partners have sent with a registration. */
@ApiTags('Partners')
@Resource('deal-registrations')
@AlsoResource('documents')
@Controller('deal-registrations/:id/documents')
export class RegistrationDocumentsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly store: FileStore,
  ) {}

  @Get()
  @AnswersList(RecordDocumentDto, allDocumentsList)
  @Problems(notFound)
  @ApiOperation({ summary: 'List the documents of a deal registration' })
  async list(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RegistrationId,
    @ListParams() call: ListCall,
  ) {
    await this.db.read(ctx, (tx) => readRegistration(tx, id));
    return this.lists.answer(
      ctx,
      allDocumentsList,
      call,
      (bind) => `d.object = '${OBJECT}' and d.record_id = ${bind(id)}::uuid`,
    );
  }

  @Get(':documentId/file')
  @Problems(notFound)
  @ApiResponse({ status: 200, description: 'The bytes, to be saved.', content: FILE })
  @ApiOperation({ summary: 'Download a document of a deal registration' })
  async download(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RegistrationId,
    @PathId('documentId') documentId: DocumentId,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await this.db.read(ctx, async (tx) => {
      await readRegistration(tx, id);
      return findDocument(tx, documentId);
    });
    const isOf = found.object === OBJECT && (found.recordId as string) === (id as string);
    if (!isOf) throw notFound({ object: 'document' });
    await sendFile(reply, found, await this.store.open(ctx.companyId, documentId));
  }
}
