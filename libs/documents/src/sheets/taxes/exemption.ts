import data from './exemptions.json';

/** What the law exempts by name. */
interface NamedExemption {
  /** Of Directive 2006/112/EC. */
  readonly article: string;
  /** A code of the VATEX list; null where there is none that every network takes. */
  readonly code: string | null;
  /** It rests on a certificate that the Directive itself asks for, whoever sells. */
  readonly isCertified: boolean;
}

const BY_REASON: ReadonlyMap<string, NamedExemption> = new Map(
  data.exemptions.map(({ class: reason, article, code }) => {
    const isCertified = article.startsWith('151(');
    return [reason, { article, code, isCertified }];
  }),
);

/** The exemption that a ground of the tax library names; null of others. */
export function exemptionOf(reason: string): NamedExemption | null {
  return BY_REASON.get(reason) ?? null;
}
