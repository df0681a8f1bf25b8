import { refuseNewlyDisabled } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import { DomainError, invalidField } from '@quittance/kernel';
import { isCurrency } from '@quittance/money';
import type { FieldValues } from '@quittance/fields';
import type { ObjectHooks, PendingRecord } from '@quittance/metadata';
import {
  defaultPriceBookTaken,
  priceBookCurrencyFixed,
  priceBookNameTaken,
} from '../catalog.errors.js';
import { copyEntries } from './copy-entries.js';
import type { PriceBookId } from './price-book.js';
import { pricedBooks } from './price-book.queries.js';

/** By `price_book_name_key`, which decides where two are made at once. */
const NAMED = sql(`
  select name from catalog.price_book
  where company_id = $1 and name = any($2::text[]) and id <> all($3::uuid[]) limit 1`);

/** By `price_book_is_default_key`, which decides where two are made at once. */
const DEFAULTS = sql(`
  select currency from catalog.price_book
  where company_id = $1 and currency = any($2::text[]) and is_default and id <> all($3::uuid[])
  limit 1`);

/** Of one that is refused for its fields: what else is wrong between those that can be read. */
function shapeFaults({ after, wrong }: PendingRecord): readonly DomainError[] {
  if (!wrong || wrong.size === 0) return [];
  const validFrom = wrong.has('validFrom') ? null : (after.validFrom ?? null);
  const checks = [
    () => refuseDates({ ...after, validFrom }),
    ...(wrong.has('currency') || after.currency === null ? [] : [() => currencyOf(after)]),
  ];
  return checks.flatMap((check) => {
    try {
      check();
      return [];
    } catch (error) {
      if (error instanceof DomainError) return [error];
      throw error;
    }
  });
}

export const priceBookHooks: ObjectHooks = {
  faults: (_, books) => Promise.resolve(books.map(shapeFaults)),

  async beforeCreate(tx, given) {
    const currencies = given.map((book) => ({ currency: currencyOf(book) }));
    const books = given.map((book, i): FieldValues => ({ ...book, ...currencies[i] }));
    books.forEach(refuseDates);
    await refuseNewlyDisabled(
      tx,
      books.map(({ currency }) => ({ before: null, after: currency })),
    );
    await refuseNames(tx, books);
    await refuseDefaults(tx, books);
    return currencies;
  },

  async beforeUpdate(tx, changes) {
    const more = changes.map(({ changes: { currency }, after }): FieldValues => {
      return currency === undefined ? {} : { currency: currencyOf(after) };
    });
    const books = changes.map(({ after }, i): FieldValues => ({ ...after, ...more[i] }));
    books.forEach(refuseDates);
    await refuseNewlyDisabled(
      tx,
      changes.map(({ before }, i) => ({ before: before.currency, after: books[i]?.currency })),
    );
    const moved = changes.filter(({ before }, i) => before.currency !== books[i]?.currency);
    await refuseCurrencies(
      tx,
      moved.map(({ before }) => before),
    );
    await refuseNames(
      tx,
      books.filter((_, i) => changes[i]?.changes.name !== undefined),
    );
    await refuseDefaults(tx, books);
    return more;
  },

  async beforeClone() {
    return { isDefault: false };
  },

  async afterClone(tx, source, copy) {
    if (copy.currency !== source.currency) await refuseCurrencies(tx, [source]);
    await copyEntries(tx, source.id as string as PriceBookId, copy.id as string as PriceBookId);
  },
};

/** @throws DomainError validation_failed */
function currencyOf({ currency }: FieldValues): string {
  const code = String(currency).toUpperCase();
  if (isCurrency(code)) return code;
  throw invalidField('/currency', 'enum', 'must be an ISO 4217 currency code');
}

/** @throws DomainError validation_failed */
function refuseDates({ validFrom, validTo }: FieldValues): void {
  if (!validFrom || !validTo || validTo >= validFrom) return;
  throw invalidField('/validTo', 'min', 'must not be before the first day');
}

/**
 * The numbers of prices would stay, and mean another value.
 * @throws DomainError price_book_currency_fixed
 */
async function refuseCurrencies(tx: Tx, books: readonly FieldValues[]): Promise<void> {
  const priced = await pricedBooks(
    tx,
    books.map(({ id }) => String(id)),
  );
  const fixed = books.find(({ id }) => priced.has(String(id)));
  if (fixed) {
    throw priceBookCurrencyFixed({ name: String(fixed.name), currency: String(fixed.currency) });
  }
}

/** @throws DomainError price_book_name_taken */
async function refuseNames(tx: Tx, books: readonly FieldValues[]): Promise<void> {
  const names = books.map(({ name }) => String(name));
  if (names.length === 0) return;
  const twice = names.find((name, i) => names.indexOf(name) < i);
  const params = [tx.ctx.companyId, names, books.map(({ id }) => id)];
  const taken = twice ?? (await tx.maybe<{ name: string }>(NAMED, params))?.name;
  if (taken !== undefined) throw priceBookNameTaken({ name: taken });
}

/** @throws DomainError default_price_book_taken */
async function refuseDefaults(tx: Tx, books: readonly FieldValues[]): Promise<void> {
  const currencies = books
    .filter(({ isDefault }) => isDefault)
    .map(({ currency }) => String(currency));
  if (currencies.length === 0) return;
  const twice = currencies.find((currency, i) => currencies.indexOf(currency) < i);
  const params = [tx.ctx.companyId, currencies, books.map(({ id }) => id)];
  const taken = twice ?? (await tx.maybe<{ currency: string }>(DEFAULTS, params))?.currency;
  if (taken !== undefined) throw defaultPriceBookTaken({ currency: taken });
}
