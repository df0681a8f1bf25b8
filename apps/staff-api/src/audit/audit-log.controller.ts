import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { auditList } from '@quittance/audit';
import {
  AnswersList,
  ListParams,
  Lists,
  RequestCtx,
  Resource,
  WholeCompany,
  type ListCall,
} from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { AuditEntryDto } from './audit-log.dto.js';

/** Who did what. Entries are only ever added. */
@ApiTags('Audit log')
@Resource('audit-log')
@WholeCompany('everything')
@Controller('audit-log')
export class AuditLogController {
  constructor(private readonly lists: Lists) {}

  @Get()
  @AnswersList(AuditEntryDto, auditList)
  @ApiOperation({ summary: 'Search the log by actor, object, record, action and time' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, auditList, call);
  }
}
