import { isCurrency } from '@quittance/money';
import { notFound, type FieldError } from '@quittance/kernel';
import { readCompanyTerms } from '../company.queries.js';
import type { ConfigurationStore, SetupItem, SetupPart } from '@quittance/configuration';
import { isEnabled } from './enabled-currencies.js';
import { currencyState, switchCurrencies, writeSwitches } from './switch-currencies.js';

/** Enables and disables a currency again. */
export const currencyStore: ConfigurationStore = {
  kind: 'currency',
  async read(tx, code) {
    return isCurrency(code)
      ? currencyState(code, isEnabled(await readCompanyTerms(tx), code))
      : null;
  },
  async restore(tx, code, state) {
    if (!isCurrency(code)) throw notFound({ object: 'currency' });
    await writeSwitches(tx, { [code]: state?.enabled !== false });
  },
};

/** The currencies that the company has switched; the others are enabled everywhere. */
export const currenciesPart: SetupPart = {
  name: 'currencies',
  after: [],
  async read(tx) {
    const { currencySwitches } = await readCompanyTerms(tx);
    return Object.entries(currencySwitches)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, enabled]) => currencyState(code, enabled));
  },
  keyOf: ({ code }) => String(code),
  async check(tx, { after }) {
    const faults = itemFaults(after);
    if (faults.length > 0 || after.enabled === true) return faults;
    const { baseCurrency } = await readCompanyTerms(tx);
    if (after.code !== baseCurrency) return [];
    return [{ pointer: '/enabled', code: 'currency_is_base', message: 'is the base currency' }];
  },
  async apply(tx, changes) {
    const wanted = changes.map(({ after }) => [String(after.code), after.enabled === true]);
    await switchCurrencies(tx, Object.fromEntries(wanted) as Record<string, boolean>);
  },
};

function itemFaults({ code, enabled, ...rest }: SetupItem): FieldError[] {
  const faults = Object.keys(rest).map((name) => ({
    pointer: `/${name}`,
    code: 'unknown_field',
    message: 'is not known',
  }));
  if (!isCurrency(code)) {
    faults.push({ pointer: '/code', code: 'enum', message: 'must be an ISO 4217 currency code' });
  }
  if (typeof enabled !== 'boolean') {
    faults.push({ pointer: '/enabled', code: 'type', message: 'must be true or false' });
  }
  return faults;
}
