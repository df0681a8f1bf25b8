import { notFound } from '@quittance/kernel';
import { templateKind, isTemplateCode, type EmailTemplateCode } from './catalogue.js';
import type { EmailTemplate } from './email-template.js';
import { offered, type OfferedVariable } from './variables.js';

/** The template in force for a code as the API shows it. */
export interface EmailTemplateView extends EmailTemplate {
  /** When the e-mail is sent. */
  readonly about: string;
  /** Whether it carries a link that the log does not show. */
  readonly hidesLink: boolean;
  /** What its texts may show. */
  readonly variables: readonly OfferedVariable[];
}

export function templateView(template: EmailTemplate): EmailTemplateView {
  const { about, secret, variables } = templateKind(template.code);
  return { ...template, about, hidesLink: secret, variables: offered(variables) };
}

/** @throws DomainError not_found */
export function templateCode(code: string): EmailTemplateCode {
  if (!isTemplateCode(code)) throw notFound({ object: 'e-mail template' });
  return code;
}
