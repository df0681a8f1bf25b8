import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { readToday } from '@quittance/company';
import { Database } from '@quittance/database';
import {
  Answers,
  AnswersExport,
  AnswersList,
  ExportQuery,
  exportOf,
  ListParams,
  Lists,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
  type ListCall,
} from '@quittance/http/host';
import { notFound } from '@quittance/kernel';
import {
  commissionSums,
  findListed,
  ofPartnersWithin,
  readPartnerDashboard,
  shownCommissions,
  shownStatements,
  statementsWithin,
  type PartnerDashboard,
} from '@quittance/partner/host';
import { withinReach, type PortalCtx } from '@quittance/portal';
import { ownList } from '../own-list.js';
import { PREFIXES, TAGS } from '../identity/directories.js';
import { partnerScopeOf } from './partner-scope-of.js';
import {
  CommissionSummaryDto,
  OwnCommissionDto,
  OwnStatementDto,
  PartnerDashboardDto,
} from './partner.dto.js';

const MONEY = { directory: 'partner', rights: ['viewInvoices', 'seePricing'] } as const;

/** What a partner earns and is paid. */
@ApiTags(TAGS.partner)
@PortalRoute(MONEY)
@Controller(PREFIXES.partner)
export class OwnCommissionsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
  ) {}

  @Get('dashboard')
  @PortalRoute({ directory: 'partner' })
  @Answers(PartnerDashboardDto)
  @ApiOperation({ summary: 'How things stand; each part only with its right' })
  dashboard(@PortalCaller() ctx: PortalCtx): Promise<PartnerDashboard> {
    const { rights } = ctx.portal;
    const shows = {
      orders: rights.has('viewOrders'),
      commissions: rights.has('viewInvoices') && rights.has('seePricing'),
    };
    return this.db.read(ctx, async (tx) => {
      const [scope, today] = [await partnerScopeOf(tx, ctx.portal), await readToday(tx)];
      return readPartnerDashboard(tx, scope, shows, today);
    });
  }

  @Get('commissions')
  @AnswersList(OwnCommissionDto, ownList(shownCommissions))
  @ApiOperation({ summary: 'List what the partner has earned' })
  async list(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    const within = ofPartnersWithin('c', await this.scopeOf(ctx));
    return this.lists.answer(withinReach(ctx), shownCommissions, call, within);
  }

  @Get('commissions/export')
  @AnswersExport(OwnCommissionDto, ownList(shownCommissions))
  @ApiOperation({ summary: 'Download what the partner has earned' })
  export(
    @PortalCaller() ctx: PortalCtx,
    @ListParams('format') call: ListCall,
    @Query() { format }: ExportQuery,
  ) {
    return this.list(ctx, exportOf(call, format));
  }

  @Get('commissions/summary')
  @Answers(CommissionSummaryDto)
  @ApiOperation({ summary: 'What was earned, by currency and where it stands' })
  summary(@PortalCaller() ctx: PortalCtx): Promise<CommissionSummaryDto> {
    return this.db.read(ctx, async (tx) => ({
      data: await commissionSums(tx, await partnerScopeOf(tx, ctx.portal)),
    }));
  }

  @Get('commission-statements')
  @AnswersList(OwnStatementDto, ownList(shownStatements))
  @ApiOperation({ summary: 'List the statements that were approved' })
  async statements(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    const within = statementsWithin(await this.scopeOf(ctx));
    return this.lists.answer(withinReach(ctx), shownStatements, call, within);
  }

  @Get('commission-statements/:id')
  @Answers(OwnStatementDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One statement' })
  statement(@PortalCaller() ctx: PortalCtx, @PathId('id') id: string): Promise<OwnStatementDto> {
    return this.db.read(ctx, async (tx) => {
      const within = statementsWithin(await partnerScopeOf(tx, ctx.portal));
      const found = await findListed(tx, shownStatements, id, within);
      if (!found) throw notFound({ object: 'statement' });
      return found as OwnStatementDto;
    });
  }

  private scopeOf(ctx: PortalCtx) {
    return this.db.read(ctx, (tx) => partnerScopeOf(tx, ctx.portal));
  }
}
