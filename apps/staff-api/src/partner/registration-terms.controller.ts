import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import {
  ExpireRegistration,
  ExtendRegistration,
  extensionNotAllowed,
  registrationStatusConflict,
  type RegistrationId,
  type DealRegistrationView,
} from '@quittance/partner/host';
import {
  ExtendRegistrationDto,
  DealRegistrationDto,
  RegistrationReasonDto,
} from './registration.dto.js';

/** How long an end customer is protected. */
@ApiTags('Partners')
@Resource('deal-registrations')
@Controller('deal-registrations/:id')
export class RegistrationTermsController {
  constructor(
    private readonly extendRegistration: ExtendRegistration,
    private readonly expireRegistration: ExpireRegistration,
  ) {}

  @Post('extend')
  @Answers(DealRegistrationDto)
  @Problems(notFound, validationFailed, extensionNotAllowed)
  @ApiOperation({
    summary: 'Let the protection last longer',
    description: 'Once, from its old end on, in its last 30 days or where the partner asked.',
  })
  extend(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RegistrationId,
    @Body() { days, reason }: ExtendRegistrationDto,
  ): Promise<DealRegistrationView> {
    return this.extendRegistration.execute(ctx, id, { days, reason });
  }

  @Post('expire')
  @Answers(DealRegistrationDto)
  @Problems(notFound, validationFailed, registrationStatusConflict)
  @ApiOperation({ summary: 'End the protection ahead of its last day' })
  expire(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RegistrationId,
    @Body() { reason }: RegistrationReasonDto,
  ): Promise<DealRegistrationView> {
    return this.expireRegistration.execute(ctx, id, reason);
  }
}
