import { fixedMembers, offeredNames, templateKind } from '../templates/catalogue';
import { sampleData } from '../templates/variables';
import { checkTemplate } from './check-template';

const OWN = 'OWN_HELLO';

/** What is said of an own template, and what it shows with the samples. */
function checked(text: string) {
  const answer = checkTemplate({
    kind: 'check',
    texts: { subject: '-', html: '-', text },
    data: JSON.stringify(sampleData(templateKind(OWN).variables)),
    locale: 'en',
    offered: offeredNames(OWN),
    members: fixedMembers(OWN),
  });
  return 'faults' in answer ? answer.faults : answer.rendered.text;
}

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
