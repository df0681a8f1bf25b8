import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { administratorRequired, rightBeyondOwn } from '@quittance/access';
import { preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersEach,
  AnswersNothing,
  BodyOf,
  IfMatch,
  Problems,
  RequestCtx,
  Resource,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import {
  CreateEmailTemplate,
  DeleteEmailTemplate,
  EmailTemplateQueries,
  emailTemplateExists,
  emailTemplateInUse,
  emailTemplateLimitReached,
  PreviewEmailTemplate,
  ResetEmailTemplate,
  SaveEmailTemplate,
  emailTemplateInvalid,
  templateRenderingBusy,
} from '@quittance/notifications/host';
import { Takes } from '../objects/record-routes.js';
import {
  EmailPreviewDto,
  EmailTemplateDto,
  NewEmailTemplateDto,
  PreviewEmailTemplateDto,
  SaveEmailTemplateDto,
} from './email-template.dto.js';

/** The texts of the e-mails the product and its rules send, by code. */
@ApiTags('E-mail')
@Resource('email-templates')
@Controller('email-templates')
export class EmailTemplatesController {
  constructor(
    private readonly templates: EmailTemplateQueries,
    private readonly createTemplate: CreateEmailTemplate,
    private readonly saveTemplate: SaveEmailTemplate,
    private readonly deleteTemplate: DeleteEmailTemplate,
    private readonly resetTemplate: ResetEmailTemplate,
    private readonly previewTemplate: PreviewEmailTemplate,
  ) {}

  @Get()
  @AnswersEach(EmailTemplateDto)
  @ApiOperation({ summary: 'The e-mails the product sends, with the texts in force' })
  async list(@RequestCtx() ctx: Ctx): Promise<EmailTemplateDto[]> {
    return (await this.templates.list(ctx)).map((template) => EmailTemplateDto.of(template));
  }

  @Get(':code')
  @Answers(EmailTemplateDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One e-mail, its texts in force and the variables they may show' })
  async find(@RequestCtx() ctx: Ctx, @Param('code') code: string): Promise<EmailTemplateDto> {
    return EmailTemplateDto.of(await this.templates.find(ctx, code));
  }

  @Post()
  @Takes(NewEmailTemplateDto, EmailTemplateDto, 201)
  @Problems(
    rightBeyondOwn,
    emailTemplateExists,
    emailTemplateLimitReached,
    emailTemplateInvalid,
    templateRenderingBusy,
    validationFailed,
  )
  @ApiOperation({ summary: 'Write a template of your own, for workflow rules to send' })
  async create(
    @RequestCtx() ctx: Ctx,
    @BodyOf(NewEmailTemplateDto) body: NewEmailTemplateDto,
  ): Promise<EmailTemplateDto> {
    return EmailTemplateDto.of(await this.createTemplate.execute(ctx, body));
  }

  @Put(':code')
  @Answers(EmailTemplateDto)
  @Problems(
    notFound,
    administratorRequired,
    rightBeyondOwn,
    emailTemplateInvalid,
    templateRenderingBusy,
    validationFailed,
    preconditionFailed,
  )
  @ApiOperation({ summary: 'Put texts of your own in force' })
  async save(
    @RequestCtx() ctx: Ctx,
    @Param('code') code: string,
    @Body() body: SaveEmailTemplateDto,
    @IfMatch() version: number | null,
  ): Promise<EmailTemplateDto> {
    return EmailTemplateDto.of(await this.saveTemplate.execute(ctx, code, body, version));
  }

  @Post(':code/reset')
  @Answers(EmailTemplateDto)
  @Problems(notFound, rightBeyondOwn, preconditionFailed)
  @ApiOperation({ summary: 'Put the built-in texts in force again' })
  async reset(
    @RequestCtx() ctx: Ctx,
    @Param('code') code: string,
    @IfMatch() version: number | null,
  ): Promise<EmailTemplateDto> {
    return EmailTemplateDto.of(await this.resetTemplate.execute(ctx, code, version));
  }

  @Delete(':code')
  @AnswersNothing()
  @Problems(notFound, preconditionFailed, emailTemplateInUse)
  @ApiOperation({ summary: 'Take a template of your own away that no rule sends any more' })
  remove(
    @RequestCtx() ctx: Ctx,
    @Param('code') code: string,
    @IfMatch() version: number | null,
  ): Promise<void> {
    return this.deleteTemplate.execute(ctx, code, version);
  }

  @Post(':code/preview')
  @Answers(EmailPreviewDto)
  @Problems(notFound, emailTemplateInvalid, templateRenderingBusy)
  @ApiOperation({ summary: 'An e-mail as a recipient would get it; nothing is saved or sent' })
  preview(
    @RequestCtx() ctx: Ctx,
    @Param('code') code: string,
    @Body() body: PreviewEmailTemplateDto,
  ): Promise<EmailPreviewDto> {
    return this.previewTemplate.execute(ctx, code, body);
  }
}
