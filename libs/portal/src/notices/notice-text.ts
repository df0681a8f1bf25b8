import { withOrdinal } from '@quittance/calendar';
import { dateObject, type Instant } from '@quittance/kernel';
import type { PortalDirectory } from '../actors/portal-actor.js';
import type { NoticeKind } from './notice-kind.js';
import words from './notice-words.json';

export type NoticeFacts = Readonly<Record<string, string>>;

type Sentences = Readonly<Record<NoticeKind, string>>;
const SENTENCES: Readonly<Record<string, Sentences>> = words.sentences;
const USUAL: Sentences = words.sentences.en;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MONTH = /^\d{4}-\d{2}$/;

/** The language that notices are written in for somebody: English where there are no words. */
export function noticeLanguage(locale: string | null): string {
  const language = (locale ?? '').toLowerCase().split('-')[0] ?? '';
  return language in SENTENCES ? language : 'en';
}

/** What a user is told, in one sentence of their language; it never holds a sum. */
export function noticeTitle(kind: NoticeKind, facts: NoticeFacts, locale: string | null): string {
  const language = noticeLanguage(locale);
  const sentence = SENTENCES[language]?.[kind] ?? USUAL[kind];
  // The region says how a day is written, as long as the words are in its language.
  const spelled = language === 'en' && !/^en\b/i.test(locale ?? '') ? 'en' : (locale ?? 'en');
  return sentence
    .replace(/\{(\w+)\}/g, (_, name: string) => written(facts[name] ?? '', spelled))
    .replace(/\s+/g, ' ')
    .replace(/\s*:\s*$/, '')
    .trim();
}

function written(fact: string, locale: string): string {
  if (DAY.test(fact)) return dateText(fact, locale, { dateStyle: 'long' });
  if (MONTH.test(fact)) return dateText(`${fact}-01`, locale, { year: 'numeric', month: 'long' });
  return fact;
}

function dateText(day: string, locale: string, style: Intl.DateTimeFormatOptions): string {
  const at = dateObject(`${day}T12:00:00.000Z` as Instant);
  const text = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }).format(at);
  return withOrdinal(text, locale);
}

/** Where the page of a record is, within the portal of its directory. */
const PAGES: Readonly<Record<string, string>> = {
  account: 'customers',
  asset: 'assets',
  case: 'support',
  'commission-statement': 'commission',
  contract: 'contracts',
  'credit-note': 'credit-notes',
  'deal-registration': 'deals',
  document: 'documents',
  invoice: 'invoices',
  knowledge: 'knowledge',
  payment: 'payments',
  'portal-approval': 'approvals',
  product: 'catalogue',
  quote: 'quotes',
  'quote-request': 'quote-requests',
  'sales-order': 'orders',
  subscription: 'subscriptions',
};

/** The path of the page that a notice leads to; that of the profile where it is about the user. */
export function noticePath(directory: PortalDirectory, object: string, recordId: string): string {
  const root = directory === 'customer' ? '' : `/${directory}`;
  const page = PAGES[object];
  return page === undefined ? `${root}/profile` : `${root}/${page}/${recordId}`;
}

/**
 * The address of a page. Null where no application serves any: an empty text is as good as any to
 * the `if` of a template, and would be a button that leads nowhere.
 */
export function pageAt(appUrl: string | null, path: string): string | null {
  return appUrl === null ? null : new URL(`${appUrl.replace(/\/+$/, '')}${path}`).href;
}
