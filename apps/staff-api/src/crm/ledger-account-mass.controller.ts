import { Body, Controller, Headers, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { BulkUpdateLedgerAccounts, ImportLedgerAccounts } from '@quittance/crm/host';
import { invalidListRequest } from '@quittance/lists';
import {
  Answers,
  Asks,
  CsvBody,
  membersAs,
  Problems,
  RequestCtx,
  Resource,
} from '@quittance/http/host';
import { validationFailed, type Ctx } from '@quittance/kernel';
import { importColumnsInvalid, importFileNotReadable } from '@quittance/mass';
import { bulkTooMany, rowFormatOf, importBusy, partlySaved } from '@quittance/mass/host';
import type { Readable } from 'node:stream';
import { BulkSummaryDto, BulkUpdateDto, ImportSummaryDto } from '../objects/mass.dto.js';
import {
  CreateLedgerAccountDto,
  ImportLedgerAccountsQuery,
  UpdateLedgerAccountDto,
} from './ledger-account.dto.js';

/** Change many ledger accounts, or load a file of them. */
@ApiTags('Ledger accounts')
@Resource('ledger-accounts')
@Controller('ledger-accounts')
export class LedgerAccountMassController {
  constructor(
    private readonly bulkUpdate: BulkUpdateLedgerAccounts,
    private readonly importAccounts: ImportLedgerAccounts,
  ) {}

  @Post('bulk')
  @HttpCode(200)
  @Asks('bulk_update')
  @Answers(BulkSummaryDto)
  @Problems(bulkTooMany, partlySaved, invalidListRequest, validationFailed)
  @ApiOperation({
    summary: 'Change many ledger accounts at once',
    description:
      'At most 10,000, each for itself: one that is refused keeps no other from being changed.',
  })
  async bulk(@RequestCtx() ctx: Ctx, @Body() body: BulkUpdateDto): Promise<BulkSummaryDto> {
    const patch = await membersAs(UpdateLedgerAccountDto, body.patch, '/patch');
    return this.bulkUpdate.execute(ctx, { ...body, patch });
  }

  @Post('import')
  @Asks('import')
  @CsvBody()
  @Answers(ImportSummaryDto)
  @Problems(importFileNotReadable, importColumnsInvalid, importBusy, partlySaved)
  @ApiOperation({
    summary: 'Make and change ledger accounts from a file',
    description:
      'CSV whose header names members of the body of a new one, nested members as ' +
      '`taxRegistration.vat` and `bank.iban`, or one JSON object per line. Every row is ' +
      'checked and saved for itself; a row that is refused keeps no other from being saved. An ' +
      'empty cell says nothing. A row with an `id`, or with a value of the member named by ' +
      '`matchBy` that one of its kind has, changes that one; where several have it the row is ' +
      'refused. Every other row makes one: those of customers come with the account and are ' +
      'refused. A file that is loaded again is loaded with the same `matchBy`.',
  })
  load(
    @RequestCtx() ctx: Ctx,
    @Query() query: ImportLedgerAccountsQuery,
    @Headers('content-type') type: string,
    @Body() body: Readable,
  ): Promise<ImportSummaryDto> {
    const format = rowFormatOf(type);
    const checks = {
      create: (members: object) => membersAs(CreateLedgerAccountDto, members),
      update: (members: object) => membersAs(UpdateLedgerAccountDto, members),
    };
    return this.importAccounts.execute(ctx, { ...query, body, format, checks });
  }
}
