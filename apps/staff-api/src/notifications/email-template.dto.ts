import {
  BooleanField,
  EnumField,
  InstantField,
  IntegerField,
  JsonField,
  ListField,
  TextField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import {
  EMAIL_TEMPLATE_CODES,
  type EmailPreviewInput,
  type EmailTemplateInput,
  type EmailTemplateView,
  type OfferedVariable,
  type RenderedEmail,
} from '@quittance/notifications/host';
import type { EmailTemplateCode } from '@quittance/notifications';

const SUBJECT = { max: 500, description: 'Liquid; becomes one line of plain text.' } as const;
const HTML = { max: 100_000, description: 'Liquid; what is put in is escaped.' } as const;
const TEXT = { max: 50_000, description: 'Liquid; the plain text beside the HTML.' } as const;
const LANGUAGE = {
  max: 35,
  nullable: true,
  example: 'de-DE',
  description: 'How money and dates are written; null is the language of the company.',
} as const;
const optional = { optional: true } as const;

export class SaveEmailTemplateDto implements EmailTemplateInput {
  @TextField(SUBJECT) subject: string;
  @TextField(HTML) html: string;
  @TextField(TEXT) text: string;
  @TextField({ ...LANGUAGE, ...optional }) language?: string | null;
  @BooleanField({ ...optional, description: 'Whether it is sent at all.' }) active?: boolean;
}

export class PreviewEmailTemplateDto implements EmailPreviewInput {
  @TextField({ ...SUBJECT, ...optional }) subject?: string;
  @TextField({ ...HTML, ...optional }) html?: string;
  @TextField({ ...TEXT, ...optional }) text?: string;
  @TextField({ ...LANGUAGE, ...optional }) language?: string | null;
  @JsonField({ ...optional, description: 'Takes the place of the samples, member by member.' })
  data?: Record<string, unknown>;
}

export class EmailPreviewDto implements RenderedEmail {
  @TextField({ max: 250 }) subject: string;
  @TextField({ max: 1_000_000 }) html: string;
  @TextField({ max: 1_000_000 }) text: string;
}

export class TemplateVariableDto {
  @TextField({ max: 100, example: 'invoice.number' }) name: string;
  @TextField({ max: 300 }) about: string;
  @TextField({ max: 300, description: 'What the preview shows for it.' }) sample: string;

  static of({ name, about, sample }: OfferedVariable): TemplateVariableDto {
    return { name, about, sample: String(sample ?? '') };
  }
}

export class EmailTemplateDto implements Omit<EmailTemplateView, 'variables'> {
  @EnumField(EMAIL_TEMPLATE_CODES) code: EmailTemplateCode;
  @TextField({ max: 300, description: 'When the e-mail is sent.' }) about: string;
  @TextField(SUBJECT) subject: string;
  @TextField(HTML) html: string;
  @TextField(TEXT) text: string;
  @TextField(LANGUAGE) language: string | null;
  @BooleanField({ description: 'Whether it is sent at all.' }) active: boolean;
  @BooleanField({ description: 'Whether it carries a link that the log of e-mails hides.' })
  hidesLink: boolean;
  @EnumField(['default', 'saved'], { description: '`default`: the built-in text is in force.' })
  source: 'default' | 'saved';
  @ListField(() => TemplateVariableDto, { maxItems: 100 }) variables: TemplateVariableDto[];
  @IntegerField({ description: '0 for a built-in text.' }) version: number;
  @InstantField({ nullable: true }) updatedAt: Instant | null;

  static of({ variables, ...template }: EmailTemplateView): EmailTemplateDto {
    return { ...template, variables: variables.map((one) => TemplateVariableDto.of(one)) };
  }
}
