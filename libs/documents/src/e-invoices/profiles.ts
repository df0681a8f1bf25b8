/** BT-24 of plain EN 16931 and of Factur-X in the profile of that name. */
export const EN_16931 = 'urn:cen.eu:en16931:2017';

/** The scheme of electronic addresses that are e-mail addresses. */
export const SCHEME_EMAIL = 'EM';
