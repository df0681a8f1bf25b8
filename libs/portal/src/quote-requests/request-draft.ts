import { findProducts } from '@quittance/catalog';
import type { LocalDate } from '@quittance/calendar';
import { sql, type Tx } from '@quittance/database';
import { invalidField, newId, type ProductId } from '@quittance/kernel';
import { decimal } from '@quittance/money';
import { referenceNotFoundAt } from '../portal.errors.js';
import type { QuoteRequest, QuoteRequestId } from './quote-request.js';
import { MOST_REQUEST_LINES, type RequestLine, type RequestLineInput } from './request-line.js';

/** What somebody says of a request; what is absent stays, or is nothing. */
export interface RequestWords {
  readonly title?: string | null | undefined;
  readonly notes?: string | null | undefined;
  readonly specialInstructions?: string | null | undefined;
  readonly preferredDeliveryDate?: LocalDate | null | undefined;
}

type Words = Pick<
  QuoteRequest,
  'title' | 'notes' | 'specialInstructions' | 'preferredDeliveryDate'
>;

/**
 * @param today no delivery is wished for a day that is over
 * @throws DomainError validation_failed
 */
export function requestWordsOf(
  said: RequestWords,
  today: LocalDate,
  before: Words = {
    title: null,
    notes: null,
    specialInstructions: null,
    preferredDeliveryDate: null,
  },
): Words {
  const { preferredDeliveryDate: day } = said;
  if (day && day < today) {
    throw invalidField('/preferredDeliveryDate', 'min', 'must not be before today');
  }
  return {
    title: textOf(said.title, before.title),
    notes: textOf(said.notes, before.notes),
    specialInstructions: textOf(said.specialInstructions, before.specialInstructions),
    preferredDeliveryDate: day === undefined ? before.preferredDeliveryDate : day,
  };
}

/** Blanks alone say nothing. */
function textOf(said: string | null | undefined, before: string | null): string | null {
  return said === undefined ? before : said?.trim() || null;
}

/** Those that customers are shown, by primary key. */
const SHOWN = sql(`
  select p.id from catalog.pub_catalogue_product p
  where p.company_id = $1 and p.id = any($2::uuid[]) and p.in_catalogue and p.active
    and p.deleted_at is null`);

/**
 * Lines as they are kept. A product that is not in the catalogue, or is not sold any more, is one
 * that is not there.
 * @throws DomainError validation_failed, reference_not_found at the product
 */
export async function requestedLines(
  tx: Tx,
  requestId: QuoteRequestId,
  inputs: readonly RequestLineInput[],
): Promise<RequestLine[]> {
  if (inputs.length > MOST_REQUEST_LINES) {
    throw invalidField('/lines', 'max', `has at most ${MOST_REQUEST_LINES} lines`);
  }
  const ids = inputs.flatMap(({ productId }): ProductId[] => (productId ? [productId] : []));
  const products = await findProducts(tx, [...new Set(ids)]);
  const found = await tx.rows<{ id: ProductId }>(SHOWN, [tx.ctx.companyId, [...products.keys()]]);
  const shown = new Set(found.map(({ id }) => id));
  return inputs.map((input, i): RequestLine => {
    const { productId = null, quantity = '1' } = input;
    const product = productId ? products.get(productId) : undefined;
    if (productId && !shown.has(productId)) {
      throw referenceNotFoundAt(`/lines/${i}/productId`, 'product');
    }
    const description = input.description?.trim() || product?.name;
    if (!description) {
      throw invalidField(`/lines/${i}/description`, 'required', 'is required without a product');
    }
    if (decimal(quantity).units <= 0n) {
      throw invalidField(`/lines/${i}/quantity`, 'min', 'must be above 0');
    }
    return {
      requestId,
      id: newId<'quote-request-line'>(),
      position: i + 1,
      productId,
      description,
      quantity,
      note: input.note?.trim() || null,
    };
  });
}
