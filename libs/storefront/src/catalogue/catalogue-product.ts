import { number, lookup, picklist, text, textarea } from '@quittance/fields';
import type { ProductId } from '@quittance/kernel';
import type { ListDefinition } from '@quittance/lists';
import {
  choicesOf,
  describeNoun,
  headOf,
  nounList,
  system,
  type HeadRowOf,
} from '@quittance/nouns';

/** What customers are told of the stock of a product. */
export const STOCK_WORDS = [
  'in_stock',
  'low_stock',
  'on_order',
  'out_of_stock',
  'made_to_order',
] as const;
export type StockWord = (typeof STOCK_WORDS)[number];

const nullable = { nullable: true } as const;
const unlisted = { listed: false } as const;
const QUANTITY = { scale: 6 } as const;

/** A product as customers are shown it. */
export const catalogueProductNoun = describeNoun({
  name: 'catalogue-product',
  label: 'Product',
  pluralLabel: 'Products',
  path: '/catalogue',
  table: 'catalog.pub_catalogue_product',
  alias: 'p',
  defaultSort: 'name',
  members: {
    id: system(lookup<ProductId>('Id', null)),
    sku: system(text('SKU', { maxLength: 100, searched: true })),
    name: system(text('Name', { maxLength: 200, searched: true })),
    description: system(textarea('Description', { maxLength: 2000, searched: true }), nullable),
    type: system(picklist('Type', choicesOf(['goods', 'service'] as const))),
    kind: system(picklist('Kind', choicesOf(['one_off', 'recurring'] as const))),
    category: system(text('Category', { maxLength: 100 }), nullable),
    unit: system(text('Unit', { maxLength: 20 }), { ...nullable, ...unlisted }),
    minimumQuantity: system(number('Least quantity', QUANTITY), { ...nullable, ...unlisted }),
    quantityStep: system(number('Sold by', QUANTITY), { ...nullable, ...unlisted }),
    stock: system(
      picklist('Stock', choicesOf(STOCK_WORDS), { help: 'Null where nothing is said of it.' }),
      { ...nullable, sql: 'p.availability' },
    ),
  },
});

type Row = HeadRowOf<typeof catalogueProductNoun.members> & { readonly stock: StockWord | null };
const head = headOf(catalogueProductNoun, { stock: ({ stock }: Row) => stock });
export type CatalogueProduct = ReturnType<typeof head>;

/** What customers are shown of the products by the alias `p`. */
export const SHOWN_PRODUCTS = 'p.in_catalogue and p.active and p.deleted_at is null';
export const CATALOGUE_COLUMNS = `${catalogueProductNoun.rows.select('p')},
  p.availability as stock`;

/** The products that customers are shown. */
export const catalogueList: ListDefinition<Row, CatalogueProduct> = {
  ...nounList(catalogueProductNoun, head as never),
  where: SHOWN_PRODUCTS,
  select: CATALOGUE_COLUMNS,
  map: (row) => head(row),
};
