import type { FieldError } from '@quittance/kernel';
import { emailTemplateInvalid } from '../notifications.errors.js';
import { TEMPLATE_KINDS, type EmailTemplateCode } from './catalogue.js';
import type { EmailData, EmailTemplate } from './email-template.js';
import { htmlEngine, textEngine, type Engine } from './liquid.js';

const PARTS = { subject: textEngine, html: htmlEngine, text: textEngine } as const;
type Part = keyof typeof PARTS;

type Texts = Pick<EmailTemplate, Part>;

/**
 * Refuses texts that cannot be parsed, name a variable the code does not offer, or cannot be shown
 * with this data: what is saved must not fail when it is sent.
 * @throws DomainError email_template_invalid with the line and column of each fault
 */
export function checkTemplate(code: EmailTemplateCode, texts: Texts, data: EmailData): void {
  const errors = (Object.keys(PARTS) as Part[]).flatMap((part) =>
    faultsOf(PARTS[part], texts[part], code, data).map(({ kind, message }) => ({
      pointer: `/${part}`,
      code: kind,
      message,
    })),
  );
  if (errors.length > 0) throw emailTemplateInvalid({}, { errors });
}

interface Fault {
  readonly kind: FieldError['code'];
  readonly message: string;
}

function faultsOf(
  engine: Engine,
  source: string,
  code: EmailTemplateCode,
  data: EmailData,
): readonly Fault[] {
  try {
    engine.parse(source);
    const unknown = unknownVariables(engine, source, code);
    if (unknown.length > 0) return unknown;
    engine.render(source, data, 'en');
    return [];
  } catch (error) {
    return [liquidFault(error as Error)];
  }
}

function unknownVariables(engine: Engine, source: string, code: EmailTemplateCode): Fault[] {
  const { globals } = engine.liquid.analyzeSync(engine.parse(source));
  const offered = Object.keys(TEMPLATE_KINDS[code].variables);
  return Object.entries(globals)
    .filter(([name]) => !offered.includes(name))
    .flatMap(([name, uses]) =>
      uses.map(({ location: { row, col } }) => ({
        kind: 'unknown_variable',
        message: `line ${row}, column ${col}: ${name} is none of ${offered.join(', ')}`,
      })),
    );
}

/** Liquid puts the place behind the reason: `tag "x" not found, line:1, col:4`. */
const PLACED = /^(.*?), (?:file:[^,]*, )?line:(\d+), col:(\d+)$/s;

function liquidFault({ message }: Error): Fault {
  const [head = ''] = message.split('\n');
  const [, reason, row, col] = PLACED.exec(head) ?? [];
  const placed = row ? `line ${row}, column ${col}: ${reason}` : head;
  return { kind: 'liquid', message: placed };
}
