import type { TaxReason } from './decision.js';

/** Of Directive 2006/112/EC, article 151(1): they free of the tax of the Union, and of no other. */
const TREATY_KINDS = [
  /** Letter (a): diplomatic and consular arrangements. */
  'diplomatic',
  /** Letter (aa): institutions and bodies of the Union itself. */
  'union_body',
  /** Letter (b): other international bodies. */
  'international_organisation',
  /** Letters (c) and (d): forces of a party to the North Atlantic Treaty. */
  'armed_forces',
] as const;
export type TreatyKind = (typeof TREATY_KINDS)[number];

/** What a customer's certificate is of; the law of a place knows some of the kinds. */
export const EXEMPTION_KINDS = ['other', 'resale', ...TREATY_KINDS, 'first_nations'] as const;
export type ExemptionKind = (typeof EXEMPTION_KINDS)[number];

/** A kind that frees of taxes of places, and is no treaty's. */
export type PlaceKind = Exclude<ExemptionKind, TreatyKind>;

const TREATIES: ReadonlySet<ExemptionKind> = new Set(TREATY_KINDS);

/** Whether a certificate of a kind is one under article 151. */
export function isTreatyKind(kind: ExemptionKind): kind is TreatyKind {
  return TREATIES.has(kind);
}

/** The ground of a line whose customer is freed of the taxes of a place by a certificate. */
export const GROUND_OF_KIND = {
  other: 'exempt_customer',
  resale: 'exempt_resale',
  first_nations: 'exempt_first_nations',
} as const satisfies Readonly<Record<PlaceKind, TaxReason>>;
export type CertificateGround = (typeof GROUND_OF_KIND)[PlaceKind];
