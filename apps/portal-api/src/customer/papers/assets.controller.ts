import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  AnswersList,
  ListParams,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
  type ListCall,
} from '@quittance/http/host';
import { notFound } from '@quittance/kernel';
import { CompanyModels, type RecordId } from '@quittance/metadata';
import { readRecord } from '@quittance/objects';
import type { PortalCtx } from '@quittance/portal';
import { CustomerRecords } from '../customer-records.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { documentedList } from '../pointed/documented-list.js';
import { ASSET, portalAssets } from '../shown/assets.js';
import { CustomerAssetDto } from './asset.dto.js';

/** What a customer has of what was sold, each thing for itself. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer' })
@Controller(`${CUSTOMER}/assets`)
export class CustomerAssetsController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly models: CompanyModels,
  ) {}

  @Get()
  @AnswersList(CustomerAssetDto, documentedList(portalAssets))
  @ApiOperation({ summary: 'List the assets' })
  list(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    return this.records.list(ctx, portalAssets, call);
  }

  @Get(':id')
  @Answers(CustomerAssetDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One asset with its warranty' })
  find(@PortalCaller() ctx: PortalCtx, @PathId('id') id: RecordId) {
    return this.records.readOne(ctx, portalAssets, id, ASSET, async (tx) =>
      readRecord(tx, await this.models.object(tx, 'asset'), id),
    );
  }
}
