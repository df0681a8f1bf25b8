export const E_INVOICE_PROFILES = ['en16931', 'xrechnung', 'peppol-bis-3'] as const;

/**
 * Whose rules an electronic invoice keeps beside the norm's: nobody's, those of German authorities
 * (KoSIT, XRechnung 3.0), or those of the Peppol network (BIS Billing 3).
 */
export type EInvoiceProfile = (typeof E_INVOICE_PROFILES)[number];

const EN_16931 = 'urn:cen.eu:en16931:2017';
const BILLING = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

/** BT-24 and BT-23 of a profile. */
export const PROFILE_IDS: Readonly<
  Record<EInvoiceProfile, { readonly customization: string; readonly process: string | null }>
> = {
  // That of Factur-X in the profile of the norm's name too.
  en16931: { customization: EN_16931, process: null },
  xrechnung: {
    customization: `${EN_16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
    process: BILLING,
  },
  'peppol-bis-3': {
    customization: `${EN_16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
    process: BILLING,
  },
};

/** The scheme of electronic addresses that are e-mail addresses. */
export const SCHEME_EMAIL = 'EM';

/**
 * BT-119 of what is outside the scope of VAT: KoSIT wants a rate of every breakdown (BR-DE-14),
 * the norm lets it be absent (BR-48).
 */
export function rateOfOutside({ profile }: { readonly profile: EInvoiceProfile }): string | null {
  return profile === 'en16931' ? null : '0';
}
