import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { creditHoldHard } from '@quittance/credit';
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
import { notFound, validationFailed } from '@quittance/kernel';
import { CompanyModels, type RecordId } from '@quittance/metadata';
import { readRecord } from '@quittance/objects';
import { documentsOf } from '@quittance/objects/host';
import type { PortalCtx } from '@quittance/portal';
import { contractNotRenewable, RequestRenewal } from '@quittance/portal/host';
import { accountInactive, contractObject } from '@quittance/sales/host';
import { CustomerRecords } from '../customer-records.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { documentedList } from '../pointed/documented-list.js';
import { CONTRACT, portalContracts } from '../shown/contracts.js';
import { portalDocuments } from '../shown/documents.js';
import {
  CustomerContractDto,
  CustomerContractWithDocumentsDto,
  MOST_DOCUMENTS,
  RenewalRequestDto,
  RequestRenewalDto,
} from './contract.dto.js';

/** What a customer has agreed to for a term. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer' })
@Controller(`${CUSTOMER}/contracts`)
export class CustomerContractsController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly models: CompanyModels,
    private readonly requestRenewal: RequestRenewal,
  ) {}

  @Get()
  @AnswersList(CustomerContractDto, documentedList(portalContracts))
  @ApiOperation({ summary: 'List the contracts' })
  list(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    return this.records.list(ctx, portalContracts, call);
  }

  @Get(':id')
  @Answers(CustomerContractWithDocumentsDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One contract with its documents' })
  async find(@PortalCaller() ctx: PortalCtx, @PathId('id') id: RecordId) {
    const contract = await this.records.readOne(ctx, portalContracts, id, CONTRACT, async (tx) =>
      readRecord(tx, await this.models.object(tx, 'contract'), id),
    );
    const those = documentsOf(contractObject, id);
    const documents = await this.records.some(ctx, portalDocuments, those, MOST_DOCUMENTS);
    return { ...contract, documents };
  }

  @PortalRoute({ directory: 'customer', rights: ['createQuotes'] })
  @Post(':id/request-renewal')
  @Answers(RenewalRequestDto)
  @Problems(notFound, contractNotRenewable, creditHoldHard, accountInactive, validationFailed)
  @ApiOperation({
    summary: 'Ask that a contract goes on',
    description:
      'Opens a case and asks for a quote. Within 30 days whoever asks again is answered what was ' +
      'made the first time.',
  })
  async renew(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: RecordId,
    @Body() body?: RequestRenewalDto,
  ) {
    const within = await this.records.within(ctx, portalContracts, id);
    return this.requestRenewal.execute(within, ctx.portal, id, body ?? {});
  }
}
