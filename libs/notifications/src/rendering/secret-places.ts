import type { RenderedEmail } from '../templates/email-template.js';
import type { TextPart } from './rendering-job.js';

/** Why an e-mail could carry its secret link to somebody else than its recipient. */
export interface Misplacement {
  readonly part: TextPart;
  readonly message: string;
}

const TAGS: ReadonlySet<string> = new Set(
  `html head body title meta div span p br hr a b i u em strong small sub sup h1 h2 h3 h4 h5 h6 ul
   ol li blockquote center font pre code table caption colgroup col thead tbody tfoot tr th
   td`.split(/\s+/),
);
const ATTRIBUTES: ReadonlySet<string> = new Set(
  `style class id dir lang title align valign width height bgcolor color border cellpadding
   cellspacing colspan rowspan role href target rel charset name content face size scope`.split(
    /\s+/,
  ),
);
/** Of what a style or another attribute could load something by, escapes included. */
const LOADS = /\\|&|\/\*|@|url|image|src|expression|import/i;
const WHERE_TO = /^(?:https?:\/\/|mailto:)/i;

const DOCTYPE = /<!doctype html>/iy;
const END_TAG = /<\/([a-z][a-z0-9]*)\s*>/iy;
const TAG_NAME = /<([a-z][a-z0-9]*)/iy;
const ATTRIBUTE = /\s+([a-z-]+)(?:\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'))?/iy;
const TAG_END = /\s*\/?>/y;
const CONTENT = /[^<]+/y;

/**
 * Where an e-mail shows its secret link in any other way than as the whole target of an anchor or
 * as a word of its text, or could load something from elsewhere when it is read: a picture, a
 * style. Only HTML that is written strictly is read, so that no program for e-mail reads it in
 * another way.
 * @param link the link, or what stands in its place; letters, digits and hyphens
 */
export function misplacements(
  { subject, html, text }: RenderedEmail,
  link: string,
): readonly Misplacement[] {
  const found = (part: TextPart, messages: readonly string[]) =>
    messages.map((message) => ({ part, message }));
  return [
    ...found('subject', subject.includes(link) ? ['the link may not stand in a subject'] : []),
    ...found('html', htmlFaults(html, link)),
    ...found('text', isApart(text, link) ? [] : [NOT_APART]),
  ];
}

const NOT_APART =
  'the link may stand in a text only with blanks on both sides, and not within another address';

/** Up to the first thing that is not understood. */
function htmlFaults(html: string, link: string): string[] {
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(html);
    if (match) at = pattern.lastIndex;
    return match;
  };
  const fault = (why: string) => [`${why}: ${html.slice(at, at + 60).split('\n', 1)[0]}`];
  while (at < html.length) {
    const content = take(CONTENT);
    if (content) {
      if (!isApart(content[0], link)) return [NOT_APART];
      continue;
    }
    if (take(DOCTYPE)) continue;
    const start = at;
    const [, name] = take(END_TAG) ?? take(TAG_NAME) ?? [];
    const isEnd = html.startsWith('</', start);
    if (name === undefined || !TAGS.has(name.toLowerCase())) {
      at = start;
      return fault('an e-mail with a secret link may not contain this');
    }
    if (isEnd) continue;
    for (let each = take(ATTRIBUTE); each; each = take(ATTRIBUTE)) {
      const [whole, attribute = '', value = each[3] ?? ''] = each;
      const why = attributeFault(name, attribute.toLowerCase(), value, link);
      if (why) return [`${why}: <${name}${whole.slice(0, 60)}`];
    }
    if (!take(TAG_END)) return fault('this is not written as HTML with quoted attributes');
  }
  return [];
}

function attributeFault(
  tag: string,
  attribute: string,
  value: string,
  link: string,
): string | undefined {
  if (!ATTRIBUTES.has(attribute)) return 'an e-mail with a secret link may not have this attribute';
  if (attribute === 'href') {
    if (tag.toLowerCase() !== 'a') return 'only an anchor may have a target';
    const target = value.trim();
    if (target === link) return undefined;
    if (!WHERE_TO.test(target)) return 'a target is the link alone, or another https: or mailto:';
  }
  if (value.includes(link)) return 'the link may only be the whole target of an anchor';
  if (attribute === 'style' && LOADS.test(value)) return 'a style may not load anything';
  return undefined;
}

/** Whether each place where the link stands in a plain text is a word of its own. */
function isApart(text: string, link: string): boolean {
  for (let at = text.indexOf(link); at >= 0; at = text.indexOf(link, at + link.length)) {
    const before = text[at - 1] ?? ' ';
    const after = text[at + link.length] ?? ' ';
    if (!/\s/.test(before) || !/\s/.test(after)) return false;
  }
  return true;
}
