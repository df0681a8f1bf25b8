import { DraftBody, HeadBody, JsonField, PatchBody, TextField } from '@quittance/http/host';
import {
  emailTemplateNoun,
  emailTextMembers,
  emailTranslationMembers,
  OWN_TEMPLATE_CODE,
  type EmailPreviewInput,
  type EmailTemplateView,
  type OfferedVariable,
  type RenderedEmail,
} from '@quittance/notifications/host';

export class EmailTranslationDto extends DraftBody({ members: emailTranslationMembers }) {}

const shapes = { translations: () => EmailTranslationDto } as const;

export class SaveEmailTemplateDto extends DraftBody(emailTemplateNoun, shapes) {}

export class NewEmailTemplateDto extends DraftBody(emailTemplateNoun, shapes) {
  @TextField({
    max: 60,
    description: '`OWN_` and a name in capital letters; it never changes.',
    example: 'OWN_WELCOME',
    pattern: OWN_TEMPLATE_CODE,
  })
  code: string;
}

export class PreviewEmailTemplateDto
  extends PatchBody({ members: emailTextMembers })
  implements EmailPreviewInput
{
  @JsonField({
    optional: true,
    description: 'Takes the place of the samples, member by member.',
  })
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
  @TextField({
    min: 0,
    max: 1000,
    description: 'What the preview shows for it, a list as JSON; nothing where it may be empty.',
  })
  sample: string;

  static of({ name, about, sample }: OfferedVariable): TemplateVariableDto {
    return { name, about, sample: sampleText(sample) };
  }
}

export class EmailTemplateDto extends HeadBody(emailTemplateNoun, {
  ...shapes,
  variables: () => TemplateVariableDto,
}) {
  static of({ variables, ...template }: EmailTemplateView): EmailTemplateDto {
    return { ...template, variables: variables.map((one) => TemplateVariableDto.of(one)) };
  }
}

/** A list as the JSON that it is. */
function sampleText(sample: OfferedVariable['sample']): string {
  return typeof sample === 'object' && sample !== null
    ? JSON.stringify(sample)
    : String(sample ?? '');
}
