import { Controller, Get, Res, type Type } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Database, type Tx } from '@quittance/database';
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
import { notFound, type Ctx, type Id } from '@quittance/kernel';
import type { RecordObject } from '@quittance/metadata';
import {
  documentList,
  documentsOf,
  FileStore,
  readDocument,
  type DocumentId,
} from '@quittance/objects/host';
import type { FastifyReply } from 'fastify';
import { sendFile } from './document-endpoints.js';
import { FILE } from './record-document.controller.js';
import { RecordDocumentDto } from './record-document.dto.js';
import { renamed } from './records.controller.js';

/** A noun of the portals that users of theirs send files with. */
interface SentFiles<Of extends string> {
  /** What its classes are named by. */
  readonly name: string;
  readonly tag: string;
  readonly resource: string;
  /** What its documents are kept under. */
  readonly object: Pick<RecordObject, 'name'>;
  /** "a deal registration", for the sentences of the OpenAPI document. */
  readonly aOne: string;
  /** @throws DomainError not_found where the caller sees no such record */
  see(tx: Tx, id: Id<Of>): Promise<unknown>;
}

/** What users of the portals have sent with a record, for staff to read. */
export function sentFilesController<Of extends string>(files: SentFiles<Of>): Type {
  const { aOne, object } = files;

  @ApiTags(files.tag)
  @Resource(files.resource)
  @AlsoResource('documents')
  @Controller(`${files.resource}/:id/documents`)
  class SentFilesController {
    constructor(
      private readonly db: Database,
      private readonly lists: Lists,
      private readonly store: FileStore,
    ) {}

    @Get()
    @AnswersList(RecordDocumentDto, documentList)
    @Problems(notFound)
    @ApiOperation({ summary: `List the documents of ${aOne}` })
    async list(@RequestCtx() ctx: Ctx, @PathId('id') id: Id<Of>, @ListParams() call: ListCall) {
      await this.db.read(ctx, (tx) => files.see(tx, id));
      return this.lists.answer(ctx, documentList, call, documentsOf(object, id));
    }

    @Get(':documentId/file')
    @Problems(notFound)
    @ApiResponse({ status: 200, description: 'The bytes, to be saved.', content: FILE })
    @ApiOperation({ summary: `Download a document of ${aOne}` })
    async download(
      @RequestCtx() ctx: Ctx,
      @PathId('id') id: Id<Of>,
      @PathId('documentId') documentId: DocumentId,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      const document = await this.db.read(ctx, async (tx) => {
        await files.see(tx, id);
        return readDocument(tx, object, id, documentId);
      });
      await sendFile(reply, document, await this.store.open(ctx.companyId, documentId));
    }
  }
  return renamed(SentFilesController, `${files.name}DocumentsController`);
}
