import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { rightBeyondOwn } from '@quittance/access';
import {
  CreateForm,
  DeleteForm,
  UpdateForm,
  findForm,
  formArchived,
  formList,
  formNameTaken,
  formView,
  formWasPublished,
  limitReached,
  type FormId,
} from '@quittance/customization/host';
import { Database, preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersList,
  AnswersNothing,
  IfMatch,
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
import { CreateFormDto, FormDto, UpdateFormDto, formRulesOf, sectionsOf } from './form.dto.js';

/** Forms as they are edited: a draft that is published version by version. */
@ApiTags('Forms')
@SignedInOnly()
@Controller('customization/forms')
export class FormsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly createForm: CreateForm,
    private readonly updateForm: UpdateForm,
    private readonly deleteForm: DeleteForm,
  ) {}

  @Get()
  @AnswersList(FormDto, formList)
  @ApiOperation({ summary: 'List forms' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, formList, call);
  }

  @Post()
  @NeedsGrant('customization')
  @Answers(FormDto, 201)
  @Problems(formNameTaken, limitReached, rightBeyondOwn)
  @ApiOperation({ summary: 'Make a form' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateFormDto) {
    const { name, title = name, description = null, mapping = null } = body;
    const sections = sectionsOf(body.sections);
    const rules = formRulesOf(body.rules ?? []);
    return this.createForm.execute(ctx, { name, title, description, sections, rules, mapping });
  }

  @Get(':id')
  @Answers(FormDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One form with its draft' })
  async get(@RequestCtx() ctx: Ctx, @PathId('id') id: FormId) {
    return formView(await this.db.read(ctx, (tx) => findForm(tx, id)));
  }

  @Patch(':id')
  @NeedsGrant('customization')
  @Answers(FormDto)
  @Problems(notFound, preconditionFailed, formArchived, formNameTaken, rightBeyondOwn)
  @ApiOperation({ summary: 'Change the draft of a form' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: FormId,
    @Body() { sections, rules, ...rest }: UpdateFormDto,
    @IfMatch() version: number | null,
  ) {
    const patch = {
      ...rest,
      ...(sections && { sections: sectionsOf(sections) }),
      ...(rules && { rules: formRulesOf(rules) }),
    };
    return this.updateForm.execute(ctx, id, patch, version);
  }

  @Delete(':id')
  @NeedsGrant('customization')
  @AnswersNothing()
  @Problems(notFound, preconditionFailed, formWasPublished)
  @ApiOperation({ summary: 'Take away a form that was never published' })
  delete(@RequestCtx() ctx: Ctx, @PathId('id') id: FormId, @IfMatch() version: number | null) {
    return this.deleteForm.execute(ctx, id, version);
  }
}
