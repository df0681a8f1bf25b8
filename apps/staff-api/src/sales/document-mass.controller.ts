import {
  Body,
  Controller,
  Headers,
  HttpCode,
  Inject,
  Post,
  Query,
  type Type,
} from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  Asks,
  bodyAs,
  CsvBody,
  Problems,
  RequestCtx,
  Resource,
} from '@quittance/http/host';
import { validationFailed, type Ctx } from '@quittance/kernel';
import { invalidListRequest } from '@quittance/lists';
import {
  importColumnsInvalid,
  importFileNotReadable,
  type BulkSummary,
  type BulkTargets,
  type ImportSummary,
} from '@quittance/mass';
import { bulkTooMany, rowFormatOf, importBusy, partlySaved } from '@quittance/mass/host';
import type { RecordInput } from '@quittance/objects';
import type { DocumentImport } from '@quittance/lines';
import type { Readable } from 'node:stream';
import { BulkSummaryDto, BulkUpdateDto } from '../objects/mass.dto.js';
import { renamed } from '../objects/records.controller.js';
import { DocumentImportDto, DocumentImportQuery } from './mass-of-sales.dto.js';

interface BulkOperation {
  execute(ctx: Ctx, input: BulkTargets & { readonly patch: RecordInput }): Promise<BulkSummary>;
}

interface ImportOperation<Draft> {
  execute(ctx: Ctx, input: DocumentImport<Draft>): Promise<ImportSummary>;
}

/** Documents of sales of which many are changed, or taken over, at once. */
export interface MassOfDocuments<Dto extends object, Draft> {
  /** `QuoteMass`. */
  readonly name: string;
  readonly tag: string;
  readonly resource: string;
  readonly bulk: Type<BulkOperation>;
  readonly import: Type<ImportOperation<Draft>>;
  /** The body of a new one, and what operations take of it. */
  readonly body: Type<Dto>;
  readonly draft: (body: Dto) => Draft;
  readonly said: {
    readonly bulk: { readonly summary: string; readonly until: string };
    readonly import: { readonly summary: string; readonly columns: string };
  };
}

const CHANGED = 'Owner, internal notes and custom fields of at most 10,000';
const ALONE = 'each for itself: one that is refused keeps no other from being changed.';
/** What files of documents say, whichever kind they are. */
export const DOCUMENT_FILE =
  'CSV or a workbook with a header, a row for each line, rows of one document together; or ' +
  'one JSON object per line, as the body of a new one. What `…/export/lines` writes is taken ' +
  'back. `reference` is its number where it comes from: what was imported before is left as ' +
  'it is, and so is what has the `id` of a document of this company. `accountKey` or ' +
  '`account.externalKey` is the external key of its account in place of `accountId`; what ' +
  'else it points at may be named by its title (`account.name`, `contact.name`), a contact by ' +
  '`contact.email` among those of its account, `sku` of a line names its product. In a table ' +
  'members of lines are columns as `line.description`; what is a percentage or an amount is ' +
  '`discountPercent` or `discountAmount`, lists and places are JSON. Prices are worked out as ' +
  'of every document: where the file says a `total`, one that comes to another is refused. Of ' +
  'each document all is written, or nothing and why.';

/** Many documents at once. */
export function documentMassController<Dto extends object, Draft>(
  mass: MassOfDocuments<Dto, Draft>,
): Type {
  const { said } = mass;

  @ApiTags(mass.tag)
  @Resource(mass.resource)
  @Controller(mass.resource)
  class DocumentMassController {
    constructor(
      @Inject(mass.bulk) private readonly bulkUpdate: BulkOperation,
      @Inject(mass.import) private readonly importing: ImportOperation<Draft>,
    ) {}

    @Post('bulk')
    @HttpCode(200)
    @Asks('bulk_update')
    @Answers(BulkSummaryDto)
    @Problems(bulkTooMany, partlySaved, invalidListRequest, validationFailed)
    @ApiOperation({
      summary: said.bulk.summary,
      description: `${CHANGED}, ${said.bulk.until}, ${ALONE}`,
    })
    bulk(@RequestCtx() ctx: Ctx, @Body() body: BulkUpdateDto): Promise<BulkSummaryDto> {
      return this.bulkUpdate.execute(ctx, body);
    }

    @Post('import')
    @Asks('import')
    @CsvBody()
    @Answers(DocumentImportDto)
    @Problems(importFileNotReadable, importColumnsInvalid, importBusy, partlySaved)
    @ApiOperation({
      summary: said.import.summary,
      description: `${DOCUMENT_FILE} ${said.import.columns}`,
    })
    load(
      @RequestCtx() ctx: Ctx,
      @Query() query: DocumentImportQuery,
      @Headers('content-type') type: string,
      @Body() body: Readable,
    ): Promise<DocumentImportDto> {
      const format = rowFormatOf(type);
      const read = async (each: object) => mass.draft(await bodyAs(mass.body, each));
      return this.importing.execute(ctx, { ...query, body, format, read });
    }
  }
  return renamed(DocumentMassController, `${mass.name}Controller`);
}
