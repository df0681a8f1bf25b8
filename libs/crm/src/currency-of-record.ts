import { readCompanyTerms, refuseDisabled } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { DomainError, invalidField, invalidFields, type FieldError } from '@quittance/kernel';
import { isCurrency, parseMinor, type Currency } from '@quittance/money';
import type { FieldValues } from '@quittance/fields';
import type { PendingRecord, RecordChange } from '@quittance/metadata';

type Terms = Parameters<typeof refuseDisabled>[0];

/** What work answers, or the problem that it throws. */
export function orProblem<T>(work: () => T): T | DomainError {
  try {
    return work();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** Throws what was found, if anything: several as places of one. @throws DomainError */
export function refuseFound(found: readonly DomainError[]): void {
  if (found.length === 1) throw found[0] as DomainError;
  const places = found.flatMap(({ code, message, options }): readonly FieldError[] => {
    return options.errors ?? [{ code, message }];
  });
  if (places.length > 0) throw invalidFields(places);
}

/**
 * What is wrong with the currency of a record: it is none, it is not enabled where it is chosen
 * now, or its amount has too many digits for it. An amount keeps its digits when its currency
 * changes.
 */
export function currencyProblems(
  record: FieldValues,
  amountField: string,
  chosen: Terms | null,
): readonly DomainError[] {
  const { currency, [amountField]: amount } = record;
  if (!isCurrency(String(currency))) {
    return [invalidField('/currency', 'enum', 'must be an ISO 4217 code such as EUR')];
  }
  const isNone = amount === null || amount === undefined;
  const fits = isNone || parseMinor(String(amount), currency as Currency) !== undefined;
  const message = `has more decimals than ${String(currency)}`;
  const disabled = chosen && orProblem(() => refuseDisabled(chosen, String(currency)));
  return [
    ...(fits ? [] : [invalidField(`/${amountField}`, 'precision', message)]),
    ...(disabled ? [disabled] : []),
  ];
}

/**
 * The same of records that are refused for other things, so that all is told at once; those that
 * nothing else speaks against are asked when they are saved.
 */
export async function currencyFaults(
  tx: Tx,
  records: readonly PendingRecord[],
  amountField: string,
): Promise<ReadonlyMap<PendingRecord, readonly DomainError[]>> {
  const asked = records.filter(({ wrong }) => wrong && !wrong.has('currency'));
  if (asked.length === 0) return new Map();
  const terms = await readCompanyTerms(tx);
  return new Map(
    asked.map((each) => {
      const { before, after, wrong } = each;
      const currency = after.currency ?? terms.baseCurrency;
      const amount = wrong?.has(amountField) ? null : after[amountField];
      const record = { currency, [amountField]: amount ?? null };
      const isChosen = before === null || before.currency !== currency;
      return [each, currencyProblems(record, amountField, isChosen ? terms : null)];
    }),
  );
}

/**
 * Demands it of changes, in one read of the terms, which only a newly chosen currency needs.
 * @throws DomainError validation_failed, currency_not_enabled
 */
export async function demandCurrencies(
  tx: Tx,
  changes: readonly RecordChange[],
  amountField: string,
): Promise<void> {
  const isChosen = ({ before, after }: RecordChange) =>
    Boolean(after.currency) && after.currency !== before.currency;
  const terms = changes.some(isChosen) ? await readCompanyTerms(tx) : null;
  for (const change of changes) {
    const chosen = isChosen(change) ? terms : null;
    refuseFound(currencyProblems(change.after, amountField, chosen));
  }
}
