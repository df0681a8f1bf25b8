import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Database } from '@quittance/database';
import {
  Answers,
  AnswersEach,
  AnswersSecret,
  EnumField,
  IdField,
  OwnEyesOnly,
  PortalCaller,
  PortalRoute,
  Problems,
} from '@quittance/http/host';
import { validationFailed } from '@quittance/kernel';
import { allDocumentsList } from '@quittance/objects/host';
import { findListed } from '@quittance/partner/host';
import { referenceNotFoundAt, withinReach, type PortalCtx } from '@quittance/portal';
import { referenceNotFound } from '@quittance/portal/host';
import { downloadsOf } from '../downloads/download-paths.js';
import { DownloadDto, DownloadRoutes } from '../downloads/download-routes.js';
import { PortalFiles } from '../downloads/portal-files.js';
import { FoundBaseDto, foundListed, SearchTextQuery, type Found } from '../found/found-listed.js';
import { PREFIXES, TAGS } from '../identity/directories.js';
import { vendorDocumentsWithin } from './vendor-documents.js';

const OFFERED = downloadsOf('vendor');

export class FoundOfVendorDto extends FoundBaseDto {
  @EnumField(['document']) object: string;
}

/** What a vendor looks for by name. */
@ApiTags(TAGS.vendor)
@PortalRoute({ directory: 'vendor' })
@Controller(`${PREFIXES.vendor}/search`)
export class VendorSearchController {
  constructor(private readonly db: Database) {}

  @Get()
  @AnswersEach(FoundOfVendorDto)
  @Problems(validationFailed)
  @ApiOperation({ summary: 'Find documents by their name, at most 20' })
  search(
    @PortalCaller() ctx: PortalCtx,
    @Query() { q: text }: SearchTextQuery,
  ): Promise<readonly Found[]> {
    const documents = {
      object: 'document',
      list: allDocumentsList,
      within: vendorDocumentsWithin(ctx),
    };
    return this.db.read(withinReach(ctx), (tx) =>
      foundListed(tx, { directory: 'vendor', text }, documents),
    );
  }
}

export class MakeVendorDownloadDto {
  @EnumField(OFFERED.types) type: string;
  @IdField() id: string;
  @EnumField(OFFERED.formats) format: string;
}

/** Files in a tab of its own, which sends no token. */
@ApiTags(TAGS.vendor)
@Controller(`${PREFIXES.vendor}/downloads`)
export class VendorDownloadsController extends DownloadRoutes {
  protected readonly directory = 'vendor';

  constructor(
    files: PortalFiles,
    private readonly db: Database,
  ) {
    super(files);
  }

  @Post()
  @OwnEyesOnly()
  @PortalRoute({ directory: 'vendor' })
  @Answers(DownloadDto, 201)
  @AnswersSecret()
  @Problems(referenceNotFound, validationFailed)
  @ApiOperation({ summary: 'An address under which a new tab opens a file, once' })
  async make(
    @PortalCaller() ctx: PortalCtx,
    @Body() body: MakeVendorDownloadDto,
  ): Promise<DownloadDto> {
    return { url: await this.files.make(ctx, body, () => this.require(ctx, body.id)) };
  }

  /** @throws DomainError reference_not_found */
  private async require(ctx: PortalCtx, id: string): Promise<void> {
    const found = await this.db.read(ctx, (tx) =>
      findListed(tx, allDocumentsList, id, vendorDocumentsWithin(ctx)),
    );
    if (!found) throw referenceNotFoundAt('/id', 'document');
  }
}
