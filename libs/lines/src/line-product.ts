import { findProducts } from '@quittance/catalog';
import type { Tx } from '@quittance/database';
import { invalidField, type ProductId } from '@quittance/kernel';
import type { SupplyKind, SupplyPlace } from '@quittance/tax';

/** What a line takes over from its product and keeps, whatever becomes of the product. */
export interface LineProduct {
  readonly sku: string | null;
  readonly unit: string | null;
  /** India's code of the goods or the service. */
  readonly hsnCode: string | null;
  readonly taxCode: string | null;
  readonly supply: SupplyKind | null;
}

/** A line without a product. */
export const NO_PRODUCT: LineProduct = {
  sku: null,
  unit: null,
  hsnCode: null,
  taxCode: null,
  supply: null,
};

/** A product as far as lines take it over. */
export interface SoldProduct extends Omit<LineProduct, 'supply'> {
  readonly name?: string;
  readonly type?: 'goods' | 'service';
  /** Where it is supplied, whoever buys it. */
  readonly placeOf?: SupplyPlace | null;
}

/** The products that lines name, by id. */
export type LineProducts = ReadonlyMap<ProductId, SoldProduct>;

interface NamesProduct {
  readonly productId: ProductId | null;
}

/**
 * The products of lines as they are now, in one statement; none where no line names one.
 * @throws DomainError validation_failed with the pointer of the first line that names no product
 */
export async function productsOf(
  tx: Tx,
  lines: readonly NamesProduct[],
  pointerOf: (line: number) => string = (line) => `/lines/${line}/productId`,
): Promise<LineProducts> {
  const ids = lines.flatMap(({ productId }): ProductId[] => (productId ? [productId] : []));
  if (ids.length === 0) return new Map();
  const known = await findProducts(tx, [...new Set(ids)]);
  const unknown = lines.findIndex(({ productId }) => productId && !known.has(productId));
  if (unknown < 0) return known;
  throw invalidField(pointerOf(unknown), 'reference_not_found', 'There is no such product.');
}

/** What a line takes over from the product it names. */
export function productOf({ productId }: NamesProduct, products: LineProducts): LineProduct {
  const product = productId && products.get(productId);
  return product ? takenOver(product) : NO_PRODUCT;
}

function takenOver({ sku, unit, hsnCode, taxCode, type }: SoldProduct): LineProduct {
  const supply = type === undefined ? null : type === 'goods' ? 'goods' : 'services';
  return { sku, unit, hsnCode, taxCode, supply };
}

/** The same, with the HSN code that the line was given itself, if it was. */
export function withOwnCode(
  { hsnCode }: { readonly hsnCode?: string | null },
  product: LineProduct,
): LineProduct {
  return hsnCode ? { ...product, hsnCode } : product;
}

/**
 * The HSN code that a line has been given itself, as far as its row tells: of one with a product it
 * is taken for the product's.
 */
export function ownCodeOf(line: {
  readonly productId: ProductId | null;
  readonly hsnCode: string | null;
}): string | null {
  return line.productId === null ? line.hsnCode : null;
}

/**
 * The tax code that a line is taxed by: its own code or rate comes first, then the code of its
 * product. The default of the company's tax set-up comes last, where the rates are.
 */
export function taxCodeOf(
  line: { readonly taxCode: string | null; readonly taxRate: string | null },
  product: Pick<LineProduct, 'taxCode'>,
): string | null {
  return line.taxCode ?? (line.taxRate === null ? product.taxCode : null);
}

/**
 * Where a line is supplied: at the place that it says, or at none, and where it says nothing at
 * that of its product, which it keeps.
 */
export function suppliedPlaceOf(
  { productId, placeOf }: NamesProduct & { readonly placeOf?: SupplyPlace | null | undefined },
  products: LineProducts,
): SupplyPlace | null {
  if (placeOf !== undefined) return placeOf;
  return (productId && products.get(productId)?.placeOf) || null;
}

interface NamesTax {
  readonly taxCode: string | null;
  readonly placeOf: SupplyPlace | null;
}

/** By what a line is taxed, its code and its place: lines that have the same are taxed alike. */
export type TaxedByOf = (line: NamesProduct & NamesTax) => string | null;

/** The same of a line that has its product's code already; the code alone where it says no place. */
export function taxedBy({ taxCode, placeOf }: NamesTax): string | null {
  if (placeOf === null) return taxCode;
  return JSON.stringify([taxCode, placeOf.country, placeOf.region, placeOf.postalCode]);
}

/** By what lines are taxed, in one statement; a product deleted since still counts. */
export async function taxedByOf(tx: Tx, lines: readonly NamesProduct[]): Promise<TaxedByOf> {
  const ids = lines.flatMap(({ productId }): ProductId[] => (productId ? [productId] : []));
  const products = await findProducts(tx, [...new Set(ids)], { withDeleted: true });
  return (line) => {
    const taxCode = taxCodeOf({ ...line, taxRate: null }, productOf(line, products));
    return taxedBy({ taxCode, placeOf: line.placeOf });
  };
}

type ProductMember = 'productId' | 'hsnCode' | 'taxCode' | 'taxRate';

/**
 * What a line takes over after a change of it: all of another product, and the product's tax or HSN
 * code again where the line's own is taken away. A product deleted since still counts.
 * @throws DomainError validation_failed for a product that is not there
 */
export async function productAfter<
  Line extends NamesProduct & {
    readonly taxCode: string | null;
    readonly taxRate: string | null;
    readonly hsnCode?: string | null;
    readonly product: LineProduct;
  },
>(tx: Tx, line: Line, patch: Partial<Pick<Line, ProductMember>>): Promise<LineProduct> {
  if (patch.productId !== undefined) {
    const product = productOf(line, await productsOf(tx, [line], () => '/productId'));
    return line.productId === null || patch.hsnCode ? withOwnCode(line, product) : product;
  }
  const { productId, product } = line;
  const untaxed = line.taxCode === null && line.taxRate === null;
  const released = untaxed && (patch.taxCode !== undefined || patch.taxRate !== undefined);
  const again = productId && (released || patch.hsnCode === null);
  const known = again && (await findProducts(tx, [productId], { withDeleted: true }));
  const current = known ? productOf({ productId }, known) : NO_PRODUCT;
  return {
    ...product,
    ...(productId && released && { taxCode: current.taxCode }),
    ...(patch.hsnCode !== undefined && { hsnCode: patch.hsnCode ?? current.hsnCode }),
  };
}

/** What lines take over from products. */
export const lineProducts = {
  none: NO_PRODUCT,
  read: productsOf,
  of: productOf,
  taxCode: taxCodeOf,
  placeOf: suppliedPlaceOf,
  taxedBy,
} as const;
