import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Database, type Tx } from '@quittance/database';
import {
  AnswersEach,
  AnswersList,
  ListParams,
  Lists,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed } from '@quittance/kernel';
import {
  allDocumentsList,
  FileStore,
  fileTypeRefused,
  type DocumentId,
} from '@quittance/objects/host';
import {
  AttachToRegistration,
  findListed,
  only,
  registrationNotEditable,
  withMembers,
  type RegistrationId,
} from '@quittance/partner/host';
import { withinReach, type PortalCtx } from '@quittance/portal';
import { referenceNotFound } from '@quittance/portal/host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownList } from '../own-list.js';
import { PREFIXES, TAGS } from '../identity/directories.js';
import { sendAttachment } from '../uploads/send-document.js';
import { AttachedFilesDto, DOCUMENT_SHOWN, PartnerDocumentDto } from './partner-document.dto.js';
import { partnerFilesWithin } from './documents-within.js';
import { partnerScopeOf } from './partner-scope-of.js';

const FILE = { '*/*': { schema: { type: 'string', format: 'binary' } } } as const;
const shownDocuments = withMembers(allDocumentsList, DOCUMENT_SHOWN);

/** Files that the company shows a partner, and those that the partner sends. */
@ApiTags(TAGS.partner)
@PortalRoute({ directory: 'partner' })
@Controller(PREFIXES.partner)
export class PartnerDocumentsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly files: FileStore,
    private readonly attach: AttachToRegistration,
  ) {}

  @Get('documents')
  @AnswersList(PartnerDocumentDto, ownList(shownDocuments))
  @ApiOperation({
    summary: 'List the documents',
    description: 'Of own registrations and quotes, and of orders for those who may see orders.',
  })
  async list(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    const within = await this.db.read(ctx, (tx) => this.within(tx, ctx));
    return this.lists.answer(withinReach(ctx), shownDocuments, call, within);
  }

  @Get('documents/:id/file')
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
    const found = await this.db.read(ctx, async (tx) =>
      findListed(tx, allDocumentsList, id, await this.within(tx, ctx)),
    );
    if (!found) throw notFound({ object: 'document' });
    await sendAttachment(this.files, ctx.companyId, found, request, reply);
  }

  @Post('deal-registrations/:id/documents')
  @PortalRoute({ directory: 'partner', rights: ['createQuotes'] })
  @AnswersEach(PartnerDocumentDto)
  @Problems(notFound, registrationNotEditable, referenceNotFound, fileTypeRefused, validationFailed)
  @ApiOperation({
    summary: 'Attach what was uploaded to a registration',
    description: 'Until it is rejected, withdrawn or expired.',
  })
  async send(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: RegistrationId,
    @Body() { documentIds }: AttachedFilesDto,
  ): Promise<readonly PartnerDocumentDto[]> {
    const scope = await this.db.read(ctx, (tx) => partnerScopeOf(tx, ctx.portal));
    const attached = await this.attach.execute(withinReach(ctx), id, documentIds, scope);
    return attached.map((each) => only(each, DOCUMENT_SHOWN));
  }

  private async within(tx: Tx, { portal }: PortalCtx) {
    return partnerFilesWithin(await partnerScopeOf(tx, portal), portal);
  }
}
