import { Tokenizer, TypeGuards, type TagToken, type TopLevelToken } from 'liquidjs';
import type { FieldError } from '@quittance/kernel';
import { misplacements } from './secret-places.js';
import { TEXT_PARTS, type TemplateTexts, type TextPart } from './rendering-job.js';

/** Stands for the link where a text is looked at; nobody could sign in with it. */
export const LINK_MARK = 'the-secret-link-of-the-e-mail';

const NAMES_LINK = /(?<![\w-])link(?![\w-])/;
const ASKS_FOR_LINK = /^(?:if|unless|elsif)\s+link$/;

/**
 * What is wrong with texts that are to carry a secret link, as they are written, whatever is shown
 * of them: `link` may be put out as it is and asked for, and nothing else, so that nothing is made
 * of it.
 * @param texts that Liquid can parse
 */
export function secretTextFaults(texts: TemplateTexts): readonly FieldError[] {
  const parts = TEXT_PARTS.map((part) => ({ part, ...skeleton(part, texts[part]) }));
  const used = parts.flatMap(({ faults }) => faults);
  if (used.length > 0) return used;
  const [subject = '', html = '', text = ''] = parts.map((part) => part.shown);
  return misplacementFaults({ subject, html, text }, LINK_MARK);
}

/** As a template's faults are told. */
export function misplacementFaults(shown: TemplateTexts, link: string): readonly FieldError[] {
  return misplacements(shown, link).map(({ part, message }) => fault(part, message));
}

function fault(part: TextPart, message: string): FieldError {
  return { pointer: `/${part}`, code: 'secret_link', message };
}

/**
 * A text with all of its branches one after the other, the mark for the link and a letter for the
 * rest.
 */
function skeleton(part: TextPart, source: string) {
  const faults: FieldError[] = [];
  let captures = 0;
  const refuse = (token: TopLevelToken) => {
    const [row, column] = token.getPosition();
    const said = 'link may only be used as {{ link }} and in {% if link %}';
    faults.push(fault(part, `line ${row}, column ${column}: ${said}`));
  };
  const show = (token: TopLevelToken): string => {
    if (TypeGuards.isOutputToken(token)) {
      const isLink = token.content.trim() === 'link';
      if (isLink ? captures > 0 : NAMES_LINK.test(token.content)) refuse(token);
      return isLink ? LINK_MARK : 'x';
    }
    if (!TypeGuards.isTagToken(token)) return plainOf(token);
    const { name, content: whole } = token as TagToken;
    if (name === 'capture') captures += 1;
    if (name === 'endcapture') captures -= 1;
    const content = whole.trim();
    if (NAMES_LINK.test(content) && !ASKS_FOR_LINK.test(content)) refuse(token);
    return ' ';
  };
  const shown = new Tokenizer(source).readTopLevelTokens().map(show).join('');
  return { shown, faults };
}

/** What Liquid leaves of a plain text beside tags that trim it. */
function plainOf(token: TopLevelToken): string {
  return (token as TopLevelToken & { getContent(): string }).getContent();
}
