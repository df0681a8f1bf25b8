import { Body, Controller, Get, Param, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { FindForm, SubmitForm, formNotPublished } from '@quittance/customization/host';
import {
  Answers,
  HoldsKey,
  idempotencyKeyReused,
  LargeBody,
  Origin,
  Problems,
  Public,
  SentKey,
  StrictRateLimit,
  type RequestOrigin,
} from '@quittance/http/host';
import { notFound } from '@quittance/kernel';
import { requestTooCostly } from '@quittance/objects';
import type { FastifyReply } from 'fastify';
import { FillPublicFormDto, PublicFormDto, PublicSubmissionDto } from './public-form.dto.js';

/**
 * Bytes: more than anybody writes by hand, less than what takes long to be read for somebody
 * unknown.
 */
const LARGEST_SUBMISSION = 256 * 1024;

/** Forms that anybody with their link fills in; few times a minute from one address. */
@ApiTags('Forms')
@Public()
@Controller('forms/:token')
export class PublicFormsController {
  constructor(
    private readonly findForm: FindForm,
    private readonly submitForm: SubmitForm,
  ) {}

  @Get()
  @Answers(PublicFormDto)
  @Problems(notFound, formNotPublished)
  @ApiOperation({ summary: 'A form to be filled in' })
  async get(@Param('token') token: string, @Origin() { now, requestId, unit }: RequestOrigin) {
    const { ctx, id } = await this.findForm.byLink({ token, now, requestId, unit });
    const { id: _, ...form } = await this.findForm.execute(ctx, id);
    return form;
  }

  @Post('submissions')
  @StrictRateLimit()
  @HoldsKey()
  @LargeBody(LARGEST_SUBMISSION)
  @Answers(PublicSubmissionDto, 201)
  @Problems(notFound, formNotPublished, requestTooCostly)
  @ApiOperation({
    summary: 'Fill in a form',
    description:
      'What is like a record that is there already is taken as anything else is, so that nobody ' +
      'learns of that; it makes no record, and waits among the submissions for staff.',
  })
  async submit(
    @Param('token') token: string,
    @Origin() { now, requestId, unit }: RequestOrigin,
    @SentKey() key: string | undefined,
    @Body() { values }: FillPublicFormDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { ctx, id: formId } = await this.findForm.byLink({ token, now, requestId, unit });
    const known = (isSame: boolean) => {
      if (!isSame) throw idempotencyKeyReused();
      void reply.header('idempotency-replayed', 'true');
    };
    const once = key === undefined ? {} : { once: { key, known } };
    const taken = await this.submitForm.execute(ctx, formId, { values, via: 'public', ...once });
    const { id, formVersion, submittedAt } = taken;
    return { id, formVersion, submittedAt };
  }
}
