import type { PortalDirectory, PortalRight } from '../actors/portal-actor.js';

/** The ways by which somebody may be told of something. */
export const NOTICE_CHANNELS = ['app', 'mail', 'push'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/** `daily` at seven, `weekly` on Mondays at seven: where the user is. */
export const NOTICE_DIGESTS = ['off', 'daily', 'weekly'] as const;
export type NoticeDigest = (typeof NOTICE_DIGESTS)[number];

export const NOTICE_CATEGORIES = [
  'quotes',
  'orders',
  'approvals',
  'invoices',
  'answers',
  'agreements',
  'registrations',
  'security',
] as const;
export type NoticeCategory = (typeof NOTICE_CATEGORIES)[number];

/** What a user is told of a category, and how. */
export interface NoticeChoice extends Readonly<Record<NoticeChannel, boolean>> {
  readonly category: NoticeCategory;
  /** Also of what is not their own, as far as they reach. */
  readonly colleagues: boolean;
}

/** What is fixed about a category. */
export interface NoticeCategoryRules {
  /** As long as the user has not chosen; null: there is no such way. */
  readonly usual: Readonly<Record<NoticeChannel, boolean | null>>;
  /** Whether its e-mails may wait to be gathered. */
  readonly gathers: boolean;
  /** Whether nobody can switch it off. */
  readonly fixed: boolean;
  /** By which right somebody may ask to be told of what is not their own; null: nobody may. */
  readonly colleaguesBy: PortalRight | null;
  /** The directories whose users it is about. */
  readonly directories: readonly PortalDirectory[];
}

const [on, off, none] = [true, false, null] as const;
const ALL = { app: on, mail: on, push: on } as const;
const QUIET = { app: on, mail: on, push: off } as const;
const CUSTOMER = { fixed: false, colleaguesBy: null, directories: ['customer'] } as const;

/** The table of events and ways, by category. */
export const NOTICE_CATEGORY_RULES: Readonly<Record<NoticeCategory, NoticeCategoryRules>> = {
  quotes: { ...CUSTOMER, usual: ALL, gathers: false, colleaguesBy: 'approveQuotes' },
  orders: { ...CUSTOMER, usual: QUIET, gathers: true },
  approvals: { ...CUSTOMER, usual: ALL, gathers: false },
  invoices: { ...CUSTOMER, usual: QUIET, gathers: true, colleaguesBy: 'viewInvoices' },
  answers: { ...CUSTOMER, usual: ALL, gathers: false },
  agreements: { ...CUSTOMER, usual: QUIET, gathers: true },
  registrations: { ...CUSTOMER, usual: QUIET, gathers: true, directories: ['partner'] },
  security: {
    usual: { app: on, mail: on, push: none },
    gathers: false,
    fixed: true,
    colleaguesBy: null,
    directories: ['customer', 'partner', 'vendor'],
  },
};

/** What users of a directory are told of. */
export function noticeCategoriesOf(directory: PortalDirectory): readonly NoticeCategory[] {
  return NOTICE_CATEGORIES.filter((category) =>
    NOTICE_CATEGORY_RULES[category].directories.includes(directory),
  );
}

/** What holds until the user says otherwise. */
export function usualChoice(category: NoticeCategory): NoticeChoice {
  const { app, mail, push } = NOTICE_CATEGORY_RULES[category].usual;
  const is = (way: boolean | null) => way === true;
  return { category, app: is(app), mail: is(mail), push: is(push), colleagues: false };
}

/** Which members of a choice cannot be what they are. */
export function faultsOfChoice(choice: NoticeChoice): readonly (keyof NoticeChoice)[] {
  const { usual, fixed, colleaguesBy } = NOTICE_CATEGORY_RULES[choice.category];
  const ways = NOTICE_CHANNELS.filter((way) =>
    fixed ? choice[way] !== (usual[way] === true) : choice[way] && usual[way] === null,
  );
  return choice.colleagues && colleaguesBy === null ? [...ways, 'colleagues'] : ways;
}
