import { headerLine } from '../emails/email.js';
import { htmlEngine, textEngine, type Engine } from '../liquid/engine.js';
import { Meter } from '../liquid/meter.js';
import type { EmailData, RenderedEmail } from '../templates/email-template.js';
import { TEXT_PARTS, type TemplateTexts, type TextPart } from './rendering-job.js';

export const LONGEST_SUBJECT = 250;

export const ENGINES: Readonly<Record<TextPart, Engine>> = {
  subject: textEngine,
  html: htmlEngine,
  text: textEngine,
};

export interface RenderWatch {
  readonly onPart?: (part: TextPart) => void;
  readonly meter?: Meter;
}

/**
 * The e-mail that texts give with this data. Escaped in the HTML; the subject is one line, whatever
 * the data holds. What a tenant has written is rendered in threads only.
 * @param watch `onPart` is told of each text before it is rendered; the meter counts the work
 * @throws Error for a text that is not valid, TooCostly
 */
export function renderTemplate(
  texts: TemplateTexts,
  data: EmailData,
  locale: string,
  watch: RenderWatch = {},
): RenderedEmail {
  const { onPart, meter = new Meter() } = watch;
  const made = TEXT_PARTS.map((part) => {
    onPart?.(part);
    return [part, ENGINES[part].render(texts[part], data, { locale, meter })];
  });
  const rendered = Object.fromEntries(made) as RenderedEmail;
  return { ...rendered, subject: headerLine(rendered.subject, LONGEST_SUBJECT) };
}
