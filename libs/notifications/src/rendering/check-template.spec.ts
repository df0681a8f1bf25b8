import {
  EMAIL_TEMPLATE_CODES,
  fixedMembers,
  offeredNames,
  templateKind,
  type EmailTemplateCode,
} from '../templates/catalogue';
import { defaultTemplate } from '../templates/default-templates';
import { sampleData } from '../templates/variables';
import { checkTemplate } from './check-template';

const OWN = 'OWN_HELLO';

/** What is said of a template, and what it shows with the samples. */
function checked(text: string, code: EmailTemplateCode = OWN) {
  const answer = checkTemplate({
    kind: 'check',
    texts: { subject: '-', html: '-', text },
    data: JSON.stringify(sampleData(templateKind(code).variables)),
    locale: 'en',
    offered: offeredNames(code),
    members: fixedMembers(code),
  });
  return 'faults' in answer ? answer.faults : answer.rendered.text;
}

describe('a template of the product', () => {
  it('may name no member that its variables do not have', () => {
    expect(checked('{{ invoice.number }}{{ invoice.nummer }}', 'INVOICE_SENT')).toEqual([
      expect.objectContaining({
        code: 'unknown_variable',
        message: expect.stringMatching(/^line 1, column 24: invoice.nummer is none of invoice.n/),
      }),
    ]);
    const listed = '{{ invoices.size }}{% for each in totals %}{{ each.count }}{% endfor %}';
    expect(checked(listed, 'DUNNING_REMINDER')).toBe('33');
    expect(checked('{{ fields.any__c }}{{ record.title }}', 'RECORD_NOTICE')).toBe('Ada Moreau');
  });

  it.each(EMAIL_TEMPLATE_CODES)('passes with the words of the product: %s', (code) => {
    const { subject, html, text } = defaultTemplate(code);
    expect(checked(`${subject}${html}${text}`, code)).toEqual(expect.any(String));
  });
});

describe('an own template', () => {
  it('may name no member that its fixed variables do not have', () => {
    expect(checked('Hi {{ owner.nonsense }}\n{% if company["nope"] %}{% endif %}')).toEqual([
      {
        pointer: '/text',
        code: 'unknown_variable',
        message: 'line 1, column 7: owner.nonsense is none of owner.name, owner.email',
      },
      expect.objectContaining({
        message: expect.stringMatching(/^line 2, .*: company.nope is none of company.name, /),
      }),
    ]);
    expect(checked('{{ rule.owner }}{{ record.id }}')).toHaveLength(2);
  });

  it('may name any field of the record and of those it points at', () => {
    const text =
      '{{ owner.name | upcase }}, {{ fields.name }}{{ fields.tier__c }}{{ account.phone }}';
    expect(checked(text)).toBe('ADA MOREAU, Ada Moreau');
    expect(checked('{% assign owner = "x" %}{{ owner }}{{ company[fields.name] }}')).toBe('x');
  });
});
