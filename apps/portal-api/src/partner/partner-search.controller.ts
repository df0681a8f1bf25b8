import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { readToday } from '@quittance/company';
import { Database } from '@quittance/database';
import { AnswersEach, EnumField, PortalCaller, PortalRoute, Problems } from '@quittance/http/host';
import { validationFailed } from '@quittance/kernel';
import { allDocumentsList } from '@quittance/objects/host';
import {
  customersWithin,
  ofPartnersWithin,
  partnerQuotesWithin,
  registrationsWithin,
  shownCustomers,
  shownOrders,
  shownQuotes,
  shownRegistrations,
} from '@quittance/partner/host';
import { withinReach, type PortalCtx } from '@quittance/portal';
import {
  FoundBaseDto,
  foundListed,
  MOST_FOUND,
  SearchTextQuery,
  type Found,
} from '../found/found-listed.js';
import { PREFIXES, TAGS } from '../identity/directories.js';
import { partnerFilesWithin } from './documents-within.js';
import { partnerScopeOf, seesPrices } from './partner-scope-of.js';

const FOUND = ['deal-registration', 'quote', 'document', 'sales-order', 'account'] as const;

export class FoundOfPartnerDto extends FoundBaseDto {
  @EnumField(FOUND) object: string;
}

/** What a partner looks for by name, whatever it is. */
@ApiTags(TAGS.partner)
@PortalRoute({ directory: 'partner' })
@Controller(`${PREFIXES.partner}/search`)
export class PartnerSearchController {
  constructor(private readonly db: Database) {}

  @Get()
  @AnswersEach(FoundOfPartnerDto)
  @Problems(validationFailed)
  @ApiOperation({
    summary: 'Find registrations, quotes, documents, orders and customers, at most 20',
    description: 'Of what the user has the right to and reaches; nothing is found by a sum.',
  })
  search(
    @PortalCaller() ctx: PortalCtx,
    @Query() { q: text }: SearchTextQuery,
  ): Promise<readonly Found[]> {
    return this.db.read(withinReach(ctx), async (tx) => {
      const [scope, today] = [await partnerScopeOf(tx, ctx.portal), await readToday(tx)];
      const prices = seesPrices(ctx);
      const seesOrders = ctx.portal.rights.has('viewOrders');
      const asked = { directory: 'partner', text } as const;
      const found = [
        foundListed(tx, asked, {
          object: 'deal-registration',
          list: shownRegistrations(today, prices),
          within: registrationsWithin(scope),
        }),
        foundListed(tx, asked, {
          object: 'quote',
          list: shownQuotes(prices),
          within: partnerQuotesWithin(scope),
        }),
        foundListed(tx, asked, {
          object: 'document',
          list: allDocumentsList,
          within: partnerFilesWithin(scope, ctx.portal),
        }),
      ];
      if (seesOrders) {
        found.push(
          foundListed(tx, asked, {
            object: 'sales-order',
            list: shownOrders(prices),
            within: ofPartnersWithin('o', scope),
          }),
          foundListed(tx, asked, {
            object: 'account',
            list: shownCustomers,
            within: customersWithin(scope),
          }),
        );
      }
      const kinds = await Promise.all(found);
      const turns = kinds.flatMap((each) => each.map((one, at) => ({ one, at })));
      return turns
        .sort((a, b) => a.at - b.at)
        .map(({ one }) => one)
        .slice(0, MOST_FOUND);
    });
  }
}
