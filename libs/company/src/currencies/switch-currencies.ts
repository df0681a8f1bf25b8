import { audit } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';
import type { Currency } from '@quittance/money';
import { emit } from '@quittance/outbox';
import { currencyIsBase } from '../company.errors.js';
import { readCompanyTerms } from '../company.queries.js';
import { recordRevision, type ConfigurationState } from '@quittance/configuration';
import { isEnabled } from './enabled-currencies.js';
import type { CurrencySwitches } from '../company.js';

/** By primary key: what is switched joins what was switched before. */
const SWITCH = sql(`
  update company.company set currency_switches = currency_switches || $2::jsonb where id = $1`);

/** The state that a revision keeps. */
export const currencyState = (code: Currency, enabled: boolean): ConfigurationState => ({
  code,
  enabled,
});

/**
 * Enables and disables currencies that are known, and answers what it changed: before → after.
 * `bumpMetadata` was called first: its lock keeps the base currency from being moved meanwhile.
 * @throws DomainError currency_is_base
 */
export async function writeSwitches(tx: Tx, wanted: CurrencySwitches): Promise<Currency[]> {
  const terms = await readCompanyTerms(tx);
  const { baseCurrency: currency } = terms;
  if (wanted[currency] === false) throw currencyIsBase({ currency });
  await tx.run(SWITCH, [tx.ctx.companyId, JSON.stringify(wanted)]);
  const changed = Object.keys(wanted).filter((code) => isEnabled(terms, code) !== wanted[code]);
  for (const code of changed) {
    const data = currencyState(code, wanted[code] === true);
    emit(tx, { type: 'record.updated', object: 'currency', recordId: code, data });
  }
  return changed;
}

/** `writeSwitches` for changes by hand and by import: with the audit log and a revision of each. */
export async function switchCurrencies(tx: Tx, wanted: CurrencySwitches): Promise<void> {
  for (const code of await writeSwitches(tx, wanted)) {
    const enabled = wanted[code] === true;
    const [before, after] = [currencyState(code, !enabled), currencyState(code, enabled)];
    const facts = { before: { enabled: !enabled }, after: { enabled } };
    const action = enabled ? 'currency.enabled' : 'currency.disabled';
    audit(tx, { action, object: 'currency', recordId: code, ...facts });
    recordRevision(tx, {
      kind: 'currency',
      subjectId: code,
      object: null,
      name: code,
      before,
      after,
    });
  }
}
