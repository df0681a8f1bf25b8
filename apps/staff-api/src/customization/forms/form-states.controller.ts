import { Controller, Delete, Inject, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { rightBeyondOwn } from '@quittance/access';
import { CONFIG, type Config } from '@quittance/config';
import {
  ArchiveForm,
  CloseFormLink,
  OpenFormLink,
  PublishForm,
  RestoreForm,
  formArchived,
  formNotArchived,
  formUnchanged,
  type FormId,
} from '@quittance/customization/host';
import {
  Answers,
  AnswersNothing,
  AnswersSecret,
  NeedsGrant,
  PathId,
  Problems,
  RequestCtx,
  SignedInOnly,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { FormDto, FormLinkDto } from './form.dto.js';

/** What becomes of a form. */
@ApiTags('Forms')
@SignedInOnly()
@Controller('customization/forms/:id')
export class FormStatesController {
  constructor(
    private readonly publishForm: PublishForm,
    private readonly archiveForm: ArchiveForm,
    private readonly restoreForm: RestoreForm,
    private readonly openFormLink: OpenFormLink,
    private readonly closeFormLink: CloseFormLink,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post('publish')
  @NeedsGrant('customization')
  @Answers(FormDto)
  @Problems(notFound, formArchived, formUnchanged, validationFailed, rightBeyondOwn)
  @ApiOperation({ summary: 'Freeze the draft as the next version and take submissions of it' })
  publish(@RequestCtx() ctx: Ctx, @PathId('id') id: FormId) {
    return this.publishForm.execute(ctx, id);
  }

  @Post('archive')
  @NeedsGrant('customization')
  @Answers(FormDto)
  @Problems(notFound, formArchived)
  @ApiOperation({ summary: 'Close a form' })
  archive(@RequestCtx() ctx: Ctx, @PathId('id') id: FormId) {
    return this.archiveForm.execute(ctx, id);
  }

  @Post('restore')
  @NeedsGrant('customization')
  @Answers(FormDto)
  @Problems(notFound, formNotArchived)
  @ApiOperation({ summary: 'Bring an archived form back as a draft' })
  restore(@RequestCtx() ctx: Ctx, @PathId('id') id: FormId) {
    return this.restoreForm.execute(ctx, id);
  }

  @Post('public-link')
  @NeedsGrant('customization')
  @AnswersSecret()
  @Answers(FormLinkDto, 201)
  @Problems(notFound, rightBeyondOwn)
  @ApiOperation({ summary: 'Give a form a public link; the one before is void' })
  async openLink(@RequestCtx() ctx: Ctx, @PathId('id') id: FormId): Promise<FormLinkDto> {
    const { token } = await this.openFormLink.execute(ctx, id);
    return { token, url: new URL(`/forms/${token}`, this.config.portalPublicUrl).href };
  }

  @Delete('public-link')
  @NeedsGrant('customization')
  @AnswersNothing()
  @Problems(notFound)
  @ApiOperation({ summary: 'Take the public link of a form away' })
  closeLink(@RequestCtx() ctx: Ctx, @PathId('id') id: FormId) {
    return this.closeFormLink.execute(ctx, id);
  }
}
