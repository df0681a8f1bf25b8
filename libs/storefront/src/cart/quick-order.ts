import { Injectable } from '@nestjs/common';
import type { ProductId } from '@quittance/kernel';
import { accountInReach, type PortalCtx } from '@quittance/portal';
import { findShownBySku } from '../catalogue/catalogue.queries.js';
import type { CatalogueProduct } from '../catalogue/catalogue-product.js';
import { addEach, type Added } from './add-each.js';
import { CartChanges, type WantedCart } from './cart-changes.js';
import type { CartLine } from './cart.js';
import type { CartView } from './cart.view.js';
import type { QuickLine } from './quick-order-lines.js';
import { findCart, linesOfCart } from './cart.repository.js';

export const QUICK_RESULTS = [
  'added',
  'merged',
  'unknown_sku',
  'ambiguous',
  'below_minimum',
  'step',
  'invalid',
] as const;
export type QuickResult = (typeof QUICK_RESULTS)[number];

/** What has become of a line; one for each, in their order. */
export interface QuickOrderResult {
  readonly line: number;
  readonly text: string;
  readonly result: QuickResult;
  readonly sku: string;
  readonly quantity: string | null;
  readonly productId: ProductId | null;
  readonly name: string | null;
}

/** The lines of a table or text. */
export interface QuickOrderInput {
  readonly lines: readonly QuickLine[];
  /** Answers what would become of each line, and changes nothing. */
  readonly dryRun: boolean;
}

export interface QuickOrderAnswer {
  readonly results: readonly QuickOrderResult[];
  /** Null of what was only tried. */
  readonly cart: CartView | null;
}

const CODES: Readonly<Record<Added, QuickResult>> = {
  added: 'added',
  merged: 'merged',
  product_not_available: 'unknown_sku',
  quantity_below_minimum: 'below_minimum',
  quantity_step: 'step',
};

/** Adds lines of SKUs and quantities to the cart, and says of each what has become of it. */
@Injectable()
export class QuickOrder {
  constructor(private readonly carts: CartChanges) {}

  /** @throws DomainError those of `CartChanges.change` */
  execute(
    ctx: PortalCtx,
    { accountId: named, expectedVersion = null }: WantedCart,
    { lines: said, dryRun }: QuickOrderInput,
  ): Promise<QuickOrderAnswer> {
    return this.carts.write(ctx, async (tx, scope, change) => {
      const accountId = accountInReach(scope, named);
      const skus = said.flatMap(({ sku, shorter }) =>
        shorter === undefined ? [sku] : [sku, shorter],
      );
      const found = bySku(await findShownBySku(tx, [...new Set(skus)]));
      if (dryRun) {
        const { id } = await findCart(tx, { portalUserId: ctx.portal.portalUserId, accountId });
        return { results: resultsOf(said, found, await linesOfCart(tx, id)).results, cart: null };
      }
      let results: readonly QuickOrderResult[] = [];
      const cart = await change({ accountId, expectedVersion }, (before) => {
        const added = resultsOf(said, found, before);
        results = added.results;
        return { lines: added.lines };
      });
      return { results, cart };
    });
  }
}

type Found = (sku: string) => readonly CatalogueProduct[];

/** The products of a SKU; of several that differ by case alone the one that is written so. */
function bySku(products: readonly CatalogueProduct[]): Found {
  const all = new Map<string, CatalogueProduct[]>();
  for (const each of products) {
    const key = each.sku.toUpperCase();
    all.set(key, [...(all.get(key) ?? []), each]);
  }
  return (sku) => {
    const alike = all.get(sku.toUpperCase()) ?? [];
    const exact = alike.filter((each) => each.sku === sku);
    return exact.length > 0 ? exact : alike;
  };
}

function resultsOf(said: readonly QuickLine[], found: Found, before: readonly CartLine[]) {
  const judged = said.map((each) => {
    const line = meant(each, found);
    return { line, ...judge(line, found(line.sku)) };
  });
  const taken = judged.filter(({ fault }) => fault === null);
  const { lines, outcomes } = addEach(
    before,
    taken.map(({ line, product }) => ({ product, quantity: line.quantity ?? '1' })),
  );
  const added = new Map(taken.map((each, i) => [each, outcomes[i] ?? 'product_not_available']));
  const results = judged.map((each): QuickOrderResult => {
    const { product, fault } = each;
    const { line, text, sku, quantity } = each.line;
    return {
      line,
      text,
      sku,
      quantity,
      result: fault ?? CODES[added.get(each) ?? 'product_not_available'],
      productId: product?.id ?? null,
      name: product?.name ?? null,
    };
  });
  return { lines, results };
}

/** A last word behind a SKU that there is, while there is none of both, is a quantity gone wrong. */
function meant(line: QuickLine, found: Found): QuickLine {
  const { sku, shorter } = line;
  if (shorter === undefined || found(sku).length > 0 || found(shorter).length === 0) return line;
  return { ...line, sku: shorter, quantity: null };
}

function judge({ sku, quantity }: QuickLine, alike: readonly CatalogueProduct[]) {
  const [product, other] = alike;
  const fault: QuickResult | null =
    sku === '' || quantity === null ? 'invalid' : other ? 'ambiguous' : null;
  return { fault, product: other ? undefined : product };
}
