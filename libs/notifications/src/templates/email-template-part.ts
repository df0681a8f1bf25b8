import {
  flagShape,
  membersShape,
  nullableShape,
  oneOfShape,
  refusalsOf,
  textShape,
  type SetupPart,
} from '@quittance/company';
import { EMAIL_TEMPLATE_CODES, type EmailTemplateCode } from './catalogue.js';
import { savedTemplates, type TemplateText } from './email-template.repository.js';
import { checkTexts, putTemplate } from './save-email-template.js';

type Item = TemplateText & { readonly code: EmailTemplateCode };

const SHAPE = membersShape({
  code: oneOfShape(EMAIL_TEMPLATE_CODES),
  subject: textShape(500, 1),
  html: textShape(100_000, 1),
  text: textShape(50_000, 1),
  language: nullableShape(textShape(35, 1)),
  active: flagShape,
});

/** The templates that the company has saved; the built-in ones are everywhere. */
export const emailTemplatePart: SetupPart = {
  name: 'emailTemplates',
  rights: { resource: 'email-templates', toMake: 'update' },
  after: [],
  async read(tx) {
    const saved = await savedTemplates(tx);
    return saved.map(({ code, subject, html, text, language, active }) => {
      return { code, subject, html, text, language, active };
    });
  },
  keyOf: ({ code }) => String(code),
  check(_, { after }) {
    const faults = SHAPE(after, '');
    const { code, ...texts } = after as unknown as Item;
    return faults.length > 0 ? faults : refusalsOf(() => checkTexts(code, texts));
  },
  async apply(tx, changes) {
    for (const { after } of changes) {
      const { code, ...texts } = after as unknown as Item;
      await putTemplate(tx, code, texts, null);
    }
  },
};
