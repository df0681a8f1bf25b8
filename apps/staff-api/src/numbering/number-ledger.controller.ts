import { sight } from '@quittance/lists';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Database } from '@quittance/database';
import {
  Answers,
  AnswersList,
  ListParams,
  Lists,
  Problems,
  RequestCtx,
  SignedInOnly,
  permissionDenied,
  scopeTooNarrow,
  type ListCall,
} from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import { isDocumentType, numberLedger, proveSequences } from '@quittance/numbering/host';
import type { DocumentType } from '@quittance/numbering';
import { LedgerEntryDto, NumberProofDto } from './numbering.dto.js';

/** What became of every number: for whoever may see the documents that bear them. */
@ApiTags('Numbering')
@SignedInOnly()
@Controller('numbering')
export class NumberLedgerController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
  ) {}

  @Get(':type/ledger')
  @AnswersList(LedgerEntryDto, numberLedger('invoice'))
  @Problems(notFound, permissionDenied, scopeTooNarrow)
  @ApiOperation({ summary: 'Every number of a kind of document and what became of it' })
  ledger(@RequestCtx() ctx: Ctx, @Param('type') name: string, @ListParams() call: ListCall) {
    const { type, resource } = shown(ctx, name);
    return this.lists.answer(ctx, numberLedger(type), { ...call, resource });
  }

  @Get(':type/ledger/proof')
  @Answers(NumberProofDto)
  @Problems(notFound, permissionDenied, scopeTooNarrow)
  @ApiOperation({ summary: 'Whether the numbers follow one another without a hole or a repeat' })
  async proof(@RequestCtx() ctx: Ctx, @Param('type') name: string): Promise<NumberProofDto> {
    const { type } = shown(ctx, name);
    const periods = await this.db.read(ctx, (tx) => proveSequences(tx, type));
    const contiguous = periods.every(({ faults }) => faults.length === 0);
    return {
      type,
      contiguous,
      periods: periods.map((each) => ({ ...each, faults: [...each.faults] })),
    };
  }
}

const RESOURCES: Readonly<Record<DocumentType, string>> = {
  invoice: 'invoices',
  payment: 'payments',
  quote: 'quotes',
  'sales-order': 'sales-orders',
  case: 'cases',
  'credit-note': 'credit-notes',
  contract: 'contracts',
};

/** @throws DomainError not_found, permission_denied */
function shown(ctx: Ctx, name: string): { type: DocumentType; resource: string } {
  if (!isDocumentType(name)) throw notFound({ object: 'document type' });
  const resource = RESOURCES[name];
  if (!ctx.permissions.can(resource, 'view')) throw permissionDenied({ resource, action: 'view' });
  // A series tells of all documents: whoever reaches some of them would learn of the others.
  if (!sight.whole(ctx.permissions, resource)) throw scopeTooNarrow({ resource });
  return { type: name, resource };
}
