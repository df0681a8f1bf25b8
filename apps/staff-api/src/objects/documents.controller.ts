import { Body, Controller, Delete, Get, Patch, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { actingBy } from '@quittance/access';
import { Database, preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersList,
  AnswersNothing,
  IfMatch,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  permissionDenied,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import {
  FileStore,
  allDocumentsList,
  locateDocument,
  seenDocuments,
  type DocumentId,
  type LocatedDocument,
} from '@quittance/objects/host';
import type { FastifyReply } from 'fastify';
import { DocumentOperations, sendFile } from './document-endpoints.js';
import { ObjectsAtHand } from './objects-at-hand.js';
import { FILE } from './record-document.controller.js';
import { RecordDocumentDto, UpdateRecordDocumentDto } from './record-document.dto.js';

/** The files of all records that the caller may see. They are attached at their records. */
@ApiTags('Documents')
@Resource('documents')
@Controller('documents')
export class DocumentsController {
  constructor(
    private readonly db: Database,
    private readonly objects: ObjectsAtHand,
    private readonly lists: Lists,
    private readonly store: FileStore,
    private readonly operations: DocumentOperations,
  ) {}

  @Get()
  @AnswersList(RecordDocumentDto, allDocumentsList)
  @ApiOperation({
    summary: 'List the documents of all records',
    description: 'Those of records that the caller may see: by right and by scope.',
  })
  async list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    const seen = seenDocuments(ctx, await this.objects.model(ctx));
    return this.lists.answer(ctx, allDocumentsList, call, seen);
  }

  @Get(':id')
  @Answers(RecordDocumentDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One document' })
  async find(@RequestCtx() ctx: Ctx, @PathId('id') id: DocumentId): Promise<RecordDocumentDto> {
    return (await this.locate(ctx, id)).document;
  }

  @Get(':id/download')
  @Problems(notFound)
  @ApiResponse({ status: 200, description: 'The bytes, to be saved.', content: FILE })
  @ApiOperation({ summary: 'Download a document' })
  async download(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: DocumentId,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { document } = await this.locate(ctx, id);
    await sendFile(reply, document, await this.store.open(ctx.companyId, id));
  }

  @Patch(':id')
  @Answers(RecordDocumentDto)
  @Problems(notFound, permissionDenied, preconditionFailed, validationFailed)
  @ApiOperation({
    summary: 'Rename a document, or show it to others',
    description: 'Asks for the right to update its record as well, as the route there does.',
  })
  async update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: DocumentId,
    @Body() patch: UpdateRecordDocumentDto,
    @IfMatch() expectedVersion: number | null,
  ): Promise<RecordDocumentDto> {
    const { by, object, document } = await this.locate(ctx, id, 'update');
    const { recordId } = document;
    return this.operations.update.execute(by, { object, recordId, id, patch, expectedVersion });
  }

  @Delete(':id')
  @AnswersNothing()
  @Problems(notFound, permissionDenied)
  @ApiOperation({
    summary: 'Delete a document',
    description: 'Asks for the right to delete its record as well, as the route there does.',
  })
  async remove(@RequestCtx() ctx: Ctx, @PathId('id') id: DocumentId): Promise<void> {
    const { by, object, document } = await this.locate(ctx, id, 'delete');
    await this.operations.remove.execute(by, { object, recordId: document.recordId, id });
  }

  /**
   * The document, and who asks with the records within reach that may be had for the action.
   * @throws DomainError not_found, permission_denied
   */
  private async locate(
    ctx: Ctx,
    id: DocumentId,
    action: 'view' | 'update' | 'delete' = 'view',
  ): Promise<LocatedDocument & { readonly by: Ctx }> {
    const model = await this.objects.model(ctx);
    const located = await this.db.read(ctx, (tx) => locateDocument(tx, model, id));
    const { resource } = located.object;
    const { permissions } = ctx;
    if (!permissions.can(resource, action)) throw permissionDenied({ resource, action });
    return { ...located, by: { ...ctx, permissions: actingBy(permissions, resource, [action]) } };
  }
}
