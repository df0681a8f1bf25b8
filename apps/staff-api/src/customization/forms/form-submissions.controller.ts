import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  FindForm,
  SubmitForm,
  findForm,
  findSubmission,
  formNotPublished,
  formRecordDenied,
  shownSubmissions,
  submissionList,
  type FormId,
  type SubmissionId,
} from '@quittance/customization/host';
import { Database } from '@quittance/database';
import {
  Answers,
  AnswersList,
  ListParams,
  Lists,
  NeedsGrant,
  PathId,
  Problems,
  RequestCtx,
  SignedInOnly,
  type ListCall,
} from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { RECORD_PROBLEMS } from '../../objects/record-problems.js';
import { FillableFormDto, SubmissionDto, SubmitFormDto } from './form.dto.js';

/** Forms as they are filled in, and what was filled in. */
@ApiTags('Forms')
@SignedInOnly()
@Controller('forms/:formId')
export class FormSubmissionsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly models: CompanyModels,
    private readonly findFillable: FindForm,
    private readonly submitForm: SubmitForm,
  ) {}

  @Get()
  @Answers(FillableFormDto)
  @Problems(notFound, formNotPublished)
  @ApiOperation({ summary: 'A published form to be filled in' })
  get(@RequestCtx() ctx: Ctx, @PathId('formId') id: FormId) {
    return this.findFillable.execute(ctx, id);
  }

  @Post('submissions')
  @Answers(SubmissionDto, 201)
  @Problems(notFound, formNotPublished, formRecordDenied, ...RECORD_PROBLEMS)
  @ApiOperation({ summary: 'Fill in a form' })
  submit(@RequestCtx() ctx: Ctx, @PathId('formId') id: FormId, @Body() { values }: SubmitFormDto) {
    return this.submitForm.execute(ctx, id, { values, via: 'staff' });
  }

  @Get('submissions')
  @NeedsGrant('customization')
  @AnswersList(SubmissionDto, submissionList)
  @Problems(notFound)
  @ApiOperation({
    summary: 'List what was filled in',
    description:
      'What became records is for whoever may view all of their kind, and in a file for whoever ' +
      'may export them: to others `values` is empty and `recordId` null.',
  })
  async list(
    @RequestCtx() ctx: Ctx,
    @PathId('formId') formId: FormId,
    @ListParams() call: ListCall,
  ) {
    await this.db.read(ctx, (tx) => findForm(tx, formId));
    const isFile = call.format !== 'json';
    const list: typeof submissionList = {
      ...submissionList,
      complete: async (tx, rows) =>
        shownSubmissions(tx, await this.models.of(tx), rows, { isFile }),
    };
    return this.lists.answer(ctx, list, call, (bind) => `s.form_id = ${bind(formId)}`);
  }

  @Get('submissions/:id')
  @NeedsGrant('customization')
  @Answers(SubmissionDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One filled-in form' })
  submission(
    @RequestCtx() ctx: Ctx,
    @PathId('formId') formId: FormId,
    @PathId('id') id: SubmissionId,
  ) {
    return this.db.read(ctx, async (tx) => {
      const found = await findSubmission(tx, formId, id);
      const [shown] = await shownSubmissions(tx, await this.models.of(tx), [found]);
      return shown;
    });
  }
}
