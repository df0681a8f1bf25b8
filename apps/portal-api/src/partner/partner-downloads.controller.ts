import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Database } from '@quittance/database';
import {
  Answers,
  AnswersSecret,
  EnumField,
  IdField,
  OwnEyesOnly,
  permissionDenied,
  PortalCaller,
  PortalRoute,
  Problems,
} from '@quittance/http/host';
import { validationFailed } from '@quittance/kernel';
import { allDocumentsList } from '@quittance/objects/host';
import {
  findListed,
  partnerQuotesWithin,
  shownQuotes,
  shownStatements,
  statementsWithin,
} from '@quittance/partner/host';
import { referenceNotFoundAt, type PortalCtx } from '@quittance/portal';
import { referenceNotFound } from '@quittance/portal/host';
import { downloadsOf } from '../downloads/download-paths.js';
import { DownloadDto, DownloadRoutes } from '../downloads/download-routes.js';
import { PortalFiles } from '../downloads/portal-files.js';
import { PREFIXES, TAGS } from '../identity/directories.js';
import { partnerFilesWithin } from './documents-within.js';
import { partnerScopeOf } from './partner-scope-of.js';

const OFFERED = downloadsOf('partner');

export class MakePartnerDownloadDto {
  @EnumField(OFFERED.types) type: string;
  @IdField() id: string;
  @EnumField(OFFERED.formats) format: string;
}

/** Files in a tab of its own, which sends no token. */
@ApiTags(TAGS.partner)
@Controller(`${PREFIXES.partner}/downloads`)
export class PartnerDownloadsController extends DownloadRoutes {
  protected readonly directory = 'partner';

  constructor(
    files: PortalFiles,
    private readonly db: Database,
  ) {
    super(files);
  }

  @Post()
  @OwnEyesOnly()
  @PortalRoute({ directory: 'partner' })
  @Answers(DownloadDto, 201)
  @AnswersSecret()
  @Problems(permissionDenied, referenceNotFound, validationFailed)
  @ApiOperation({ summary: 'An address under which a new tab opens a file, once' })
  async make(
    @PortalCaller() ctx: PortalCtx,
    @Body() body: MakePartnerDownloadDto,
  ): Promise<DownloadDto> {
    return { url: await this.files.make(ctx, body, () => this.require(ctx, body)) };
  }

  /** @throws DomainError reference_not_found */
  private async require(ctx: PortalCtx, { type, id }: MakePartnerDownloadDto): Promise<void> {
    const found = await this.db.read(ctx, async (tx) => {
      const scope = await partnerScopeOf(tx, ctx.portal);
      if (type === 'quote')
        return findListed(tx, shownQuotes(false), id, partnerQuotesWithin(scope));
      if (type === 'commission-statement') {
        return findListed(tx, shownStatements, id, statementsWithin(scope));
      }
      const within = partnerFilesWithin(scope, ctx.portal);
      return findListed(tx, allDocumentsList, id, within);
    });
    if (!found) throw referenceNotFoundAt('/id', type);
  }
}
