import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  AnswersEach,
  EnumField,
  IdField,
  PortalCaller,
  PortalRoute,
  Problems,
  TextField,
} from '@quittance/http/host';
import { validationFailed } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import { CompanyCalendar } from '@quittance/receivables';
import { CustomerRecords } from '../customer-records.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { FOUND_OBJECTS, searchedObjects, type FoundRecord } from './searched-objects.js';

const MOST = 20;

export class SearchQuery {
  @TextField({ min: 2, max: 100, description: 'A number or a name, or a part of it.' }) q: string;
}

export class FoundRecordDto implements FoundRecord {
  @EnumField(FOUND_OBJECTS) object: string;
  @IdField() id: string;
  @TextField({ max: 200, description: 'Its number, name or title.' }) label: string;
  @TextField({ max: 200, description: 'Where it is in the portal.' }) path: string;
}

/** What a customer looks for by name, whatever it is. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer' })
@Controller(`${CUSTOMER}/search`)
export class CustomerSearchController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly calendar: CompanyCalendar,
  ) {}

  @Get()
  @AnswersEach(FoundRecordDto)
  @Problems(validationFailed)
  @ApiOperation({
    summary: 'Find records of any kind, at most 20',
    description:
      'Of what the user has the right to and reaches; nothing is found by a sum, and of each ' +
      'kind the first of its list are.',
  })
  async search(
    @PortalCaller() ctx: PortalCtx,
    @Query() { q }: SearchQuery,
  ): Promise<readonly FoundRecordDto[]> {
    const objects = searchedObjects(ctx.portal.rights, await this.calendar.today(ctx));
    return this.records.search(ctx, objects, q, MOST);
  }
}
