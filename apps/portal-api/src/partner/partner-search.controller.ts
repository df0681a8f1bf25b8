import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { readToday } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
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
import {
  listPage,
  parseListRequest,
  type ListDefinition,
  type ListNarrowing,
} from '@quittance/lists';
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
import { noticePath } from '@quittance/portal/host';
import { PREFIXES, TAGS } from '../identity/directories.js';
import { partnerScopeOf, seesPrices } from './partner-scope-of.js';

const MOST = 20;
const LONGEST = 200;
const FOUND = ['deal-registration', 'quote', 'sales-order', 'account'] as const;
type FoundObject = (typeof FOUND)[number];

export class PartnerSearchQuery {
  @TextField({ min: 2, max: 100, description: 'A number or a name, or a part of it.' }) q: string;
}

export class FoundOfPartnerDto {
  @EnumField(FOUND) object: string;
  @IdField() id: string;
  @TextField({ max: LONGEST, description: 'Its number or name.' }) label: string;
  @TextField({ max: LONGEST, description: 'Where it is in the portal.' }) path: string;
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
    summary: 'Find registrations, quotes, orders and customers, at most 20',
    description: 'Of what the user has the right to and reaches; nothing is found by a sum.',
  })
  search(
    @PortalCaller() ctx: PortalCtx,
    @Query() { q }: PartnerSearchQuery,
  ): Promise<readonly FoundOfPartnerDto[]> {
    return this.db.read(withinReach(ctx), async (tx) => {
      const [scope, today] = [await partnerScopeOf(tx, ctx.portal), await readToday(tx)];
      const prices = seesPrices(ctx);
      const found = [
        some(
          tx,
          'deal-registration',
          q,
          shownRegistrations(today, prices),
          registrationsWithin(scope),
        ),
        some(tx, 'quote', q, shownQuotes(prices), partnerQuotesWithin(scope)),
      ];
      if (ctx.portal.rights.has('viewOrders')) {
        found.push(
          some(tx, 'sales-order', q, shownOrders(prices), ofPartnersWithin('o', scope)),
          some(tx, 'account', q, shownCustomers, customersWithin(scope)),
        );
      }
      const kinds = await Promise.all(found);
      const turns = Array.from({ length: MOST }, (_, n) => kinds.flatMap((each) => each[n] ?? []));
      return turns.flat().slice(0, MOST);
    });
  }
}

/** By what each of them is called. */
const NAMES = ['number', 'opportunityName', 'endCustomerName', 'customerName', 'name'] as const;

async function some<Row, Item extends object>(
  tx: Tx,
  object: FoundObject,
  text: string,
  list: ListDefinition<Row, Item>,
  within: ListNarrowing,
): Promise<readonly FoundOfPartnerDto[]> {
  const query = { search: text, cursor: '', pageSize: String(MOST) };
  const { data } = await listPage(tx, list, parseListRequest(list as never, query), within);
  return data.map((item) => {
    const { id, ...members } = item as { id: string } & Readonly<Record<string, unknown>>;
    const names = NAMES.flatMap((name) => (members[name] ? [String(members[name])] : []));
    const label = [...names.join(' · ')].slice(0, LONGEST).join('');
    return { object, id, label, path: noticePath('partner', object, id) };
  });
}
