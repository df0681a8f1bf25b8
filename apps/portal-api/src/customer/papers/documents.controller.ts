import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import {
  AnswersList,
  ListParams,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
  type ListCall,
} from '@quittance/http/host';
import { notFound } from '@quittance/kernel';
import { FileStore, findDocument, type DocumentId } from '@quittance/objects/host';
import type { PortalCtx } from '@quittance/portal';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CustomerRecords } from '../customer-records.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { documentedList } from '../pointed/documented-list.js';
import { portalDocuments } from '../shown/documents.js';
import { sendAttachment } from '../../uploads/send-document.js';
import { CustomerDocumentDto } from './document.dto.js';

const FILE = { '*/*': { schema: { type: 'string', format: 'binary' } } } as const;

/** Files that the company shows its customers. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer' })
@Controller(`${CUSTOMER}/documents`)
export class CustomerDocumentsController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly files: FileStore,
  ) {}

  @Get()
  @AnswersList(CustomerDocumentDto, documentedList(portalDocuments))
  @ApiOperation({
    summary: 'List the documents',
    description: 'Of records in reach, each with the right that its record asks for.',
  })
  list(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    return this.records.list(ctx, portalDocuments, call);
  }

  @Get(':id/file')
  @ApiResponse({ status: 200, description: 'The bytes, to be saved.', content: FILE })
  @ApiResponse({ status: 304, description: 'It has not changed.' })
  @Problems(notFound)
  @ApiOperation({ summary: 'Download a document' })
  async download(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: DocumentId,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.records.within(ctx, portalDocuments, id);
    const found = await this.records.read(ctx, (tx) => findDocument(tx, id));
    await sendAttachment(this.files, ctx.companyId, found, request, reply);
  }
}
