import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { readToday } from '@quittance/company';
import { Database, preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersList,
  IfMatch,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import {
  CreateRegistration,
  customerProtected,
  readRegistration,
  registrationList,
  registrationNotEditable,
  registrationsOn,
  dealRegistrationView,
  UpdateRegistration,
  wholeCustomer,
  type RegistrationId,
  type DealRegistrationView,
} from '@quittance/partner/host';
import {
  CreateDealRegistrationDto,
  DealRegistrationDto,
  UpdateDealRegistrationDto,
} from './registration.dto.js';

/** What partners have said to be theirs. */
@ApiTags('Partners')
@Resource('deal-registrations')
@Controller('deal-registrations')
export class DealRegistrationsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly createRegistration: CreateRegistration,
    private readonly updateRegistration: UpdateRegistration,
  ) {}

  @Get()
  @AnswersList(DealRegistrationDto, registrationList)
  @ApiOperation({ summary: 'List deal registrations' })
  async list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    const today = await this.db.read(ctx, readToday);
    return this.lists.answer(ctx, registrationsOn(today), call);
  }

  @Post()
  @Answers(DealRegistrationDto, 201)
  @Problems(validationFailed, customerProtected)
  @ApiOperation({
    summary: 'Write down what a partner has registered',
    description: 'It is submitted with it.',
  })
  create(
    @RequestCtx() ctx: Ctx,
    @Body() body: CreateDealRegistrationDto,
  ): Promise<DealRegistrationView> {
    const draft = { ...body, endCustomer: wholeCustomer(body.endCustomer) };
    return this.createRegistration.execute(ctx, draft, null);
  }

  @Get(':id')
  @Answers(DealRegistrationDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One deal registration' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: RegistrationId): Promise<DealRegistrationView> {
    return this.db.read(ctx, async (tx) =>
      dealRegistrationView(await readRegistration(tx, id), await readToday(tx)),
    );
  }

  @Patch(':id')
  @Answers(DealRegistrationDto)
  @Problems(
    notFound,
    preconditionFailed,
    validationFailed,
    registrationNotEditable,
    customerProtected,
  )
  @ApiOperation({
    summary: 'Change a registration that nobody has looked at, or that was returned',
  })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RegistrationId,
    @Body() { endCustomer, ...body }: UpdateDealRegistrationDto,
    @IfMatch() expectedVersion: number | null,
  ): Promise<DealRegistrationView> {
    const patch = { ...body, ...(endCustomer && { endCustomer: wholeCustomer(endCustomer) }) };
    return this.updateRegistration.execute(ctx, { id, expectedVersion }, patch, null);
  }
}
