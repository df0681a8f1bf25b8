/** Set on handlers whose list parameters are documented. */
export const DOCUMENTED_LIST_MARK = 'quittance:documented-list';
