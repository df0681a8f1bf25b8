import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  PathId,
  permissionDenied,
  Problems,
  RequestCtx,
  Resource,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import {
  ApproveRegistration,
  ConvertRegistration,
  customerProtected,
  earlierRegistrationWaiting,
  ReadConflicts,
  registrationStatusConflict,
  RejectRegistration,
  ReturnRegistration,
  StartReview,
  type RegistrationId,
  type DealRegistrationView,
} from '@quittance/partner/host';
import { RECORD_PROBLEMS } from '../objects/record-problems.js';
import {
  ApproveRegistrationDto,
  ConvertRegistrationDto,
  RegistrationConflictsDto,
  DealRegistrationDto,
  RegistrationReasonDto,
  ReturnRegistrationDto,
} from './registration.dto.js';

/** What staff decide about a registration. */
@ApiTags('Partners')
@Resource('deal-registrations')
@Controller('deal-registrations/:id')
export class RegistrationDecisionsController {
  constructor(
    private readonly readConflicts: ReadConflicts,
    private readonly startReview: StartReview,
    private readonly returnRegistration: ReturnRegistration,
    private readonly approveRegistration: ApproveRegistration,
    private readonly rejectRegistration: RejectRegistration,
    private readonly convertRegistration: ConvertRegistration,
  ) {}

  @Get('conflicts')
  @Answers(RegistrationConflictsDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'Other registrations that are, or may be, of the same end customer' })
  async conflicts(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RegistrationId,
  ): Promise<RegistrationConflictsDto> {
    return {
      data: (await this.readConflicts.execute(ctx, id)) as RegistrationConflictsDto['data'],
    };
  }

  @Post('start-review')
  @Answers(DealRegistrationDto)
  @Problems(notFound, registrationStatusConflict)
  @ApiOperation({ summary: 'Begin to look at it: it is fixed from then on' })
  review(@RequestCtx() ctx: Ctx, @PathId('id') id: RegistrationId): Promise<DealRegistrationView> {
    return this.startReview.execute(ctx, id);
  }

  @Post('return')
  @Answers(DealRegistrationDto)
  @Problems(notFound, validationFailed, registrationStatusConflict)
  @ApiOperation({ summary: 'Ask the partner for something' })
  giveBack(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RegistrationId,
    @Body() { message }: ReturnRegistrationDto,
  ): Promise<DealRegistrationView> {
    return this.returnRegistration.execute(ctx, id, message);
  }

  @Post('approve')
  @Answers(DealRegistrationDto)
  @Problems(
    notFound,
    validationFailed,
    registrationStatusConflict,
    customerProtected,
    earlierRegistrationWaiting,
  )
  @ApiOperation({
    summary: 'Protect the end customer for the partner',
    description: 'With `override` although it meets others; neither partner is told.',
  })
  approve(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RegistrationId,
    @Body() body?: ApproveRegistrationDto,
  ): Promise<DealRegistrationView> {
    return this.approveRegistration.execute(ctx, id, body?.override ?? null);
  }

  @Post('reject')
  @Answers(DealRegistrationDto)
  @Problems(notFound, validationFailed, registrationStatusConflict)
  @ApiOperation({ summary: 'Refuse it' })
  reject(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RegistrationId,
    @Body() { reason }: RegistrationReasonDto,
  ): Promise<DealRegistrationView> {
    return this.rejectRegistration.execute(ctx, id, reason);
  }

  @Post('convert')
  @Answers(DealRegistrationDto)
  @Problems(registrationStatusConflict, permissionDenied, ...RECORD_PROBLEMS)
  @ApiOperation({
    summary: 'Make a deal of it, and an account where none is named',
    description:
      'Asks for the right to create what is made. Converted before, it answers what it became.',
  })
  convert(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RegistrationId,
    @Body() body?: ConvertRegistrationDto,
  ): Promise<DealRegistrationView> {
    const { accountId = null, pipelineId = null } = body ?? {};
    const demand = (resource: string, action: 'create') => {
      if (!ctx.permissions.can(resource, action)) throw permissionDenied({ resource, action });
    };
    return this.convertRegistration.execute(ctx, id, { accountId, pipelineId, demand });
  }
}
