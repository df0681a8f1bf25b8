import {
  listShape,
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
import {
  emailTemplateNoun,
  emailTranslationMembers,
  MOST_TRANSLATIONS,
} from './email-template.description.js';
import { savedTemplates, type TemplateText } from './email-template.repository.js';
import {
  BEYOND_SHARE,
  checkTexts,
  putTemplate,
  requireRightsOfTemplate,
} from './save-email-template.js';
import type { TemplateUsage } from './template-usage.js';

type Item = TemplateText & { readonly code: EmailTemplateCode };

const ofProduct = oneOfShape(EMAIL_TEMPLATE_CODES);
const eitherCode: typeof ofProduct = (value, pointer) =>
  typeof value === 'string' && isOwnTemplate(value) ? [] : ofProduct(value, pointer);

const WRITTEN = membersShape({
  code: eitherCode,
  ...itemShapes(emailTemplateNoun),
  translations: listShape(
    MOST_TRANSLATIONS,
    membersShape(itemShapes({ members: emailTranslationMembers })),
  ),
});
/** Without translations, as documents of before are, there are none. */
const SHAPE: typeof WRITTEN = (value, pointer) => WRITTEN(withTranslations(value), pointer);

function withTranslations<T>(item: T): T {
  const isItem = typeof item === 'object' && item !== null && !Array.isArray(item);
  return isItem ? { translations: [], ...item } : item;
}

/** The templates that the company has saved; the built-in ones are everywhere. */
export function emailTemplatePart(renderer: TemplateRenderer, usage: TemplateUsage): SetupPart {
  return {
    name: 'emailTemplates',
    rights: { resource: 'email-templates', toMake: 'update' },
    after: [],
    async read(tx) {
      const saved = await savedTemplates(tx);
      return saved.map((template) => {
        const { translations, ...texts } = sentPart(emailTemplateNoun, template);
        const several = template.translations.length > 0;
        return { code: template.code, ...texts, ...(several && { translations }) };
      });
    },
    keyOf: ({ code }) => String(code),
    examine: (ctx, items) => examine(ctx, renderer, items),
    check: (tx, { after }) => {
      const faults = SHAPE(after, '');
      if (faults.length > 0) return faults;
      const { code } = after as unknown as Item;
      return refusalsOf(() => {
        requireRightsOfTemplate(tx.ctx, code);
        return usage.requireRights(tx, code);
      });
    },
    async apply(tx, changes) {
      for (const { after } of changes) {
        await putTemplate(tx, usage, withTranslations(after as unknown as Item));
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

const UNCHECKED: FieldError = {
  pointer: '',
  code: 'not_checked',
  message: 'is not checked as long as another template costs too much',
};
