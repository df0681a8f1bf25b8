/** What of a lead gives points. */
export interface LeadFacts {
  readonly companyName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly title: string | null;
  readonly source: string | null;
  readonly rating: string | null;
  readonly industry: string | null;
  readonly country: string | null;
  readonly status: string;
}

/** One rule that spoke, and what it gave. */
export interface ScoreReason {
  readonly rule: string;
  /** Negative where it speaks against the lead. */
  readonly points: number;
  readonly because: string;
}

export interface LeadScore {
  /** From 0 to 100. */
  readonly score: number;
  readonly reasons: readonly ScoreReason[];
}

interface Rule {
  readonly rule: string;
  readonly points: number;
  /** Why the rule speaks; undefined when it does not. */
  readonly because: (lead: LeadFacts) => string | undefined;
}

/** Mail of these hosts tells nothing about a business. */
const PRIVATE_MAIL: ReadonlySet<string> = new Set([
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'live.com',
  'icloud.com',
  'aol.com',
  'gmx.de',
  'gmx.net',
  'web.de',
  'proton.me',
  'protonmail.com',
]);

/** Words of titles whose bearers sign orders. */
const DECIDERS: readonly string[] = [
  'chief',
  'ceo',
  'cfo',
  'cto',
  'coo',
  'cio',
  'founder',
  'owner',
  'president',
  'vp',
  'vice',
  'director',
  'head',
  'managing',
];

function said(text: string | null): text is string {
  return text !== null && text.trim() !== '';
}

function hostOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/** The host of an address that belongs to a business; null of a private mailbox. */
export function businessHost(email: string | null): string | null {
  return said(email) && !PRIVATE_MAIL.has(hostOf(email)) ? hostOf(email) : null;
}

function is(name: keyof LeadFacts, value: string, words: string): Rule['because'] {
  return (lead) => (lead[name]?.toLowerCase() === value ? words : undefined);
}

const RULES: readonly Rule[] = [
  {
    rule: 'business_email',
    points: 20,
    because: ({ email }) =>
      said(email) && !PRIVATE_MAIL.has(hostOf(email))
        ? `The e-mail is of ${hostOf(email)}.`
        : undefined,
  },
  {
    rule: 'private_email',
    points: 5,
    because: ({ email }) =>
      said(email) && PRIVATE_MAIL.has(hostOf(email)) ? 'The e-mail is a private one.' : undefined,
  },
  {
    rule: 'phone',
    points: 10,
    because: ({ phone }) => (said(phone) ? 'There is a phone number.' : undefined),
  },
  {
    rule: 'company',
    points: 10,
    because: ({ companyName }) => (said(companyName) ? 'The company is known.' : undefined),
  },
  {
    rule: 'decider',
    points: 15,
    because: ({ title }) => {
      const words = (title ?? '').toLowerCase().split(/[\s,/&-]+/);
      const found = words.find((word) => DECIDERS.includes(word));
      return found === undefined ? undefined : `The title says ${found}.`;
    },
  },
  {
    rule: 'industry',
    points: 5,
    because: ({ industry }) => (said(industry) ? 'The industry is known.' : undefined),
  },
  {
    rule: 'country',
    points: 5,
    because: ({ country }) => (said(country) ? 'The country is known.' : undefined),
  },
  {
    rule: 'source',
    points: 5,
    because: ({ source }) => (said(source) ? `It came by ${source}.` : undefined),
  },
  { rule: 'hot', points: 20, because: is('rating', 'hot', 'It is rated hot.') },
  { rule: 'warm', points: 10, because: is('rating', 'warm', 'It is rated warm.') },
  { rule: 'cold', points: -10, because: is('rating', 'cold', 'It is rated cold.') },
  { rule: 'working', points: 5, because: is('status', 'working', 'Somebody works on it.') },
  { rule: 'qualified', points: 10, because: is('status', 'qualified', 'It is qualified.') },
  { rule: 'converted', points: 10, because: is('status', 'converted', 'It was converted.') },
  { rule: 'unqualified', points: -40, because: is('status', 'unqualified', 'It is unqualified.') },
];

/**
 * The points of a lead with the rules that gave them. The same facts always give the same score.
 */
export function scoreLead(lead: LeadFacts): LeadScore {
  const reasons = RULES.flatMap(({ rule, points, because }) => {
    const why = because(lead);
    return why === undefined ? [] : [{ rule, points, because: why }];
  });
  const sum = reasons.reduce((total, { points }) => total + points, 0);
  return { score: Math.min(100, Math.max(0, sum)), reasons };
}
