import {
  membersShape,
  oneOfShape,
  refusalsOf,
  type SetupItem,
  type SetupPart,
} from '@quittance/configuration';
import type { Ctx, FieldError } from '@quittance/kernel';
import { itemShapes, sentPart } from '@quittance/nouns';
import { RenderingShare } from '../rendering/rendering-share.js';
import type { TemplateRenderer } from '../rendering/template-renderer.js';
import { EMAIL_TEMPLATE_CODES, isOwnTemplate, type EmailTemplateCode } from './catalogue.js';
import { emailTemplateNoun } from './email-template.description.js';
import { savedTemplates, type TemplateText } from './email-template.repository.js';
import { checkTexts, putTemplate, requireRightsOfTemplate } from './save-email-template.js';

type Item = TemplateText & { readonly code: EmailTemplateCode };

const ofProduct = oneOfShape(EMAIL_TEMPLATE_CODES);
const eitherCode: typeof ofProduct = (value, pointer) =>
  typeof value === 'string' && isOwnTemplate(value) ? [] : ofProduct(value, pointer);

const SHAPE = membersShape({
  code: eitherCode,
  ...itemShapes(emailTemplateNoun),
});

/** The templates that the company has saved; the built-in ones are everywhere. */
export function emailTemplatePart(renderer: TemplateRenderer): SetupPart {
  return {
    name: 'emailTemplates',
    rights: { resource: 'email-templates', toMake: 'update' },
    after: [],
    async read(tx) {
      const saved = await savedTemplates(tx);
      return saved.map((template) => ({
        code: template.code,
        ...sentPart(emailTemplateNoun, template),
      }));
    },
    keyOf: ({ code }) => String(code),
    examine: (ctx, items) => examine(ctx, renderer, items),
    check: ({ ctx }, { after }) => {
      const faults = SHAPE(after, '');
      if (faults.length > 0) return faults;
      return refusalsOf(() => requireRightsOfTemplate(ctx, (after as unknown as Item).code));
    },
    async apply(tx, changes) {
      for (const { after } of changes) {
        const { code, ...texts } = after as unknown as Item;
        await putTemplate(tx, code, texts, null);
      }
    },
  };
}

/**
 * Renders each template, one after the other. Only the first of a code is brought in. Behind one
 * that costs too much the rest waits for a document without it, and what goes beyond the share of
 * the request for another document.
 */
async function examine(
  ctx: Ctx,
  renderer: TemplateRenderer,
  items: readonly SetupItem[],
): Promise<ReadonlyMap<SetupItem, readonly FieldError[]>> {
  const found = new Map<SetupItem, readonly FieldError[]>();
  const codes = new Set<unknown>();
  const share = new RenderingShare();
  let isCostly = false;
  for (const item of items) {
    if (codes.has(item.code) || SHAPE(item, '').length > 0) continue;
    codes.add(item.code);
    const errors: readonly FieldError[] = isCostly
      ? [UNCHECKED]
      : share.work === 0
        ? [BEYOND_SHARE]
        : await refusalsOf(() => checkTexts(ctx, renderer, item as unknown as Item, share));
    isCostly ||= errors.some(({ code }) => code === 'too_costly');
    found.set(item, errors);
  }
  return found;
}

const BEYOND_SHARE: FieldError = {
  pointer: '',
  code: 'request_too_costly',
  message: 'costs more work, with those before it, than one request may: bring it in by another',
};

const UNCHECKED: FieldError = {
  pointer: '',
  code: 'not_checked',
  message: 'is not checked as long as another template costs too much',
};
