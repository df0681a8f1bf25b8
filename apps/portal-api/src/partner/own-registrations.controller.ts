import { isDeepStrictEqual } from 'node:util';
import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { readToday } from '@quittance/company';
import { Database, preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersExport,
  AnswersList,
  AnswersNothing,
  ExportQuery,
  exportOf,
  IfMatch,
  ListParams,
  Lists,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed } from '@quittance/kernel';
import {
  CreateRegistration,
  customerProtected,
  DiscardRegistration,
  readRegistration,
  registrationNotEditable,
  registrationsWithin,
  requireWithin,
  shownRegistration,
  shownRegistrations,
  UpdateRegistration,
  wholeCustomer,
  type RegistrationId,
} from '@quittance/partner/host';
import { withinReach, type PortalCtx } from '@quittance/portal';
import { ownList } from '../own-list.js';
import { PREFIXES, TAGS } from '../identity/directories.js';
import { CustomerChecks } from './customer-checks.js';
import { registrationFor } from './registration-for.js';
import { partnerScopeOf, seesPrices } from './partner-scope-of.js';
import { ChangeRegistrationDto, OwnRegistrationDto, RegisterDealDto } from './partner.dto.js';

const ANY_DAY = '2000-01-01' as Parameters<typeof shownRegistrations>[0];
const CREATES = { directory: 'partner', rights: ['createQuotes'] } as const;

/** What a partner has said to be theirs. */
@ApiTags(TAGS.partner)
@PortalRoute({ directory: 'partner' })
@Controller(`${PREFIXES.partner}/deal-registrations`)
export class OwnRegistrationsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly checks: CustomerChecks,
    private readonly createRegistration: CreateRegistration,
    private readonly updateRegistration: UpdateRegistration,
    private readonly discardRegistration: DiscardRegistration,
  ) {}

  @Get()
  @AnswersList(OwnRegistrationDto, ownList(shownRegistrations(ANY_DAY, true)))
  @ApiOperation({
    summary: 'List the own registrations',
    description: 'Those of colleagues as well with the right to see all quotes.',
  })
  async list(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    const [scope, today] = await this.db.read(ctx, async (tx) =>
      Promise.all([partnerScopeOf(tx, ctx.portal), readToday(tx)]),
    );
    const list = shownRegistrations(today, seesPrices(ctx));
    return this.lists.answer(withinReach(ctx), list as never, call, registrationsWithin(scope));
  }

  @Get('export')
  @AnswersExport(OwnRegistrationDto, ownList(shownRegistrations(ANY_DAY, true)))
  @ApiOperation({ summary: 'Download the own registrations' })
  export(
    @PortalCaller() ctx: PortalCtx,
    @ListParams('format') call: ListCall,
    @Query() { format }: ExportQuery,
  ) {
    return this.list(ctx, exportOf(call, format));
  }

  @Post()
  @PortalRoute(CREATES)
  @Answers(OwnRegistrationDto, 201)
  @Problems(validationFailed)
  @ApiOperation({ summary: 'Begin a registration: a draft, until it is submitted' })
  async create(
    @PortalCaller() ctx: PortalCtx,
    @Body() body: RegisterDealDto,
  ): Promise<OwnRegistrationDto> {
    const scope = await this.db.read(ctx, (tx) => partnerScopeOf(tx, ctx.portal));
    const endCustomer = wholeCustomer(body.endCustomer);
    const draft = { ...body, endCustomer, partnerId: scope.partnerId };
    return registrationFor(
      ctx,
      await this.createRegistration.execute(withinReach(ctx), draft, scope),
    );
  }

  @Get(':id')
  @Answers(OwnRegistrationDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One registration' })
  find(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: RegistrationId,
  ): Promise<OwnRegistrationDto> {
    return this.db.read(ctx, async (tx) => {
      const [scope, today] = [await partnerScopeOf(tx, ctx.portal), await readToday(tx)];
      const found = await readRegistration(tx, id);
      requireWithin(scope, found);
      return shownRegistration(found, today, seesPrices(ctx)) as OwnRegistrationDto;
    });
  }

  @Patch(':id')
  @PortalRoute(CREATES)
  @Answers(OwnRegistrationDto)
  @Problems(
    notFound,
    preconditionFailed,
    validationFailed,
    registrationNotEditable,
    customerProtected,
  )
  @ApiOperation({ summary: 'Change a registration until somebody looks at it' })
  async update(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: RegistrationId,
    @Body() { endCustomer, ...body }: ChangeRegistrationDto,
    @IfMatch() expectedVersion: number | null,
  ): Promise<OwnRegistrationDto> {
    const [scope, before] = await this.db.read(ctx, async (tx) => [
      await partnerScopeOf(tx, ctx.portal),
      await readRegistration(tx, id),
    ]);
    requireWithin(scope, before);
    const said = endCustomer && wholeCustomer(endCustomer);
    // Who sends the whole form says nothing of the end customer that is stored.
    const isOther = said !== undefined && !isDeepStrictEqual(said, before.endCustomer);
    const patch = { ...body, ...(isOther && { endCustomer: said }) };
    const which = { id, expectedVersion };
    const own = withinReach(ctx);
    const change = () => this.updateRegistration.execute(own, which, patch, scope);
    if (!isOther) return registrationFor(ctx, await change());
    // Whether one that was submitted is dated anew says whether another's stands before it.
    const done = await this.checks.told(ctx, change, ({ status }) => status !== 'draft');
    return registrationFor(ctx, done);
  }

  @Delete(':id')
  @PortalRoute(CREATES)
  @AnswersNothing()
  @Problems(notFound, registrationNotEditable)
  @ApiOperation({ summary: 'Take a draft away' })
  async discard(@PortalCaller() ctx: PortalCtx, @PathId('id') id: RegistrationId): Promise<void> {
    const scope = await this.db.read(ctx, (tx) => partnerScopeOf(tx, ctx.portal));
    await this.discardRegistration.execute(withinReach(ctx), id, scope);
  }
}
