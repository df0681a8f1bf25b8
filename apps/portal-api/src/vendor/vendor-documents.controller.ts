import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Database } from '@quittance/database';
import {
  AnswersList,
  ListParams,
  Lists,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
  type ListCall,
} from '@quittance/http/host';
import { notFound } from '@quittance/kernel';
import { allDocumentsList, FileStore, type DocumentId } from '@quittance/objects/host';
import { findListed, withMembers } from '@quittance/partner/host';
import { withinReach, type PortalCtx } from '@quittance/portal';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownList } from '../own-list.js';
import { PREFIXES, TAGS } from '../identity/directories.js';
import { DOCUMENT_SHOWN, PartnerDocumentDto } from '../partner/partner-document.dto.js';
import { sendAttachment } from '../uploads/send-document.js';
import { vendorDocumentsWithin } from './vendor-documents.js';

const FILE = { '*/*': { schema: { type: 'string', format: 'binary' } } } as const;
const shownDocuments = withMembers(allDocumentsList, DOCUMENT_SHOWN);

/** Files that the company shows a vendor. */
@ApiTags(TAGS.vendor)
@PortalRoute({ directory: 'vendor' })
@Controller(`${PREFIXES.vendor}/documents`)
export class VendorDocumentsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly files: FileStore,
  ) {}

  @Get()
  @AnswersList(PartnerDocumentDto, ownList(shownDocuments))
  @ApiOperation({ summary: 'List the documents that are for the vendor' })
  list(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    return this.lists.answer(withinReach(ctx), shownDocuments, call, vendorDocumentsWithin(ctx));
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
    const found = await this.db.read(ctx, (tx) =>
      findListed(tx, allDocumentsList, id, vendorDocumentsWithin(ctx)),
    );
    if (!found) throw notFound({ object: 'document' });
    await sendAttachment(this.files, ctx.companyId, found, request, reply);
  }
}
