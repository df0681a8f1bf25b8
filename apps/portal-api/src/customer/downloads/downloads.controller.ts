import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
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
import type { PortalCtx } from '@quittance/portal';
import { referenceNotFound } from '@quittance/portal/host';
import { downloadsOf } from '../../downloads/download-paths.js';
import { DownloadDto, DownloadRoutes } from '../../downloads/download-routes.js';
import { PortalFiles } from '../../downloads/portal-files.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { RequiredFile } from './required-file.js';

const OFFERED = downloadsOf('customer');

export class MakeDownloadDto {
  @EnumField(OFFERED.types) type: string;
  @IdField() id: string;
  @EnumField(OFFERED.formats) format: string;
}

/** Files in a tab of its own, which sends no token. */
@ApiTags(CUSTOMER_TAG)
@Controller(`${CUSTOMER}/downloads`)
export class CustomerDownloadsController extends DownloadRoutes {
  protected readonly directory = 'customer';

  constructor(
    files: PortalFiles,
    private readonly required: RequiredFile,
  ) {
    super(files);
  }

  @Post()
  @OwnEyesOnly()
  @PortalRoute({ directory: 'customer' })
  @Answers(DownloadDto, 201)
  @AnswersSecret()
  @Problems(permissionDenied, referenceNotFound, validationFailed)
  @ApiOperation({ summary: 'An address under which a new tab opens a file, once' })
  async make(@PortalCaller() ctx: PortalCtx, @Body() body: MakeDownloadDto): Promise<DownloadDto> {
    return { url: await this.files.make(ctx, body, () => this.required.require(ctx, body)) };
  }
}
