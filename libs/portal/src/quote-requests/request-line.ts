import { integer, lookup, number, text } from '@quittance/fields';
import type { Id, ProductId } from '@quittance/kernel';
import {
  describeNoun,
  hidden,
  lineHeadOf,
  nounList,
  optional,
  preset,
  required,
  system,
  type RowOf,
} from '@quittance/nouns';
import type { QuoteRequestId } from './quote-request.js';

/** As many as a cart and a quote have. */
export const MOST_REQUEST_LINES = 500;

const LARGEST = '999999999999.999999';
const nullable = { nullable: true } as const;

/** Something that somebody would have of us: a product, or what they say in their own words. */
export const requestLineNoun = describeNoun({
  name: 'quote-request-line',
  label: 'Line of a quote request',
  pluralLabel: 'Lines of quote requests',
  path: '/self-service-quotes/{id}/lines',
  table: 'portal.quote_request_line',
  alias: 'l',
  defaultSort: 'position',
  members: {
    requestId: hidden(lookup<QuoteRequestId>('Request', null)),
    id: system(lookup<Id<'quote-request-line'>>('Id', null)),
    position: system(integer('Position', { help: 'From 1.' })),
    productId: optional(lookup<ProductId>('Product', 'product')),
    description: required(
      text('Description', { maxLength: 1000, help: 'The name of the product where one is named.' }),
    ),
    quantity: preset('1', number('Quantity', { scale: 6, min: '0', max: LARGEST })),
    note: optional(text('Note', { maxLength: 1000 }), nullable),
  },
});

export type RequestLine = RowOf<typeof requestLineNoun.members>;

/** A line as its customer writes it. */
export interface RequestLineInput {
  readonly productId?: ProductId | null | undefined;
  /** Of a product its name where nothing is said. */
  readonly description?: string | null | undefined;
  /** Decimal text; 1 where nothing is said. */
  readonly quantity?: string | undefined;
  readonly note?: string | null | undefined;
}

const shown = lineHeadOf(requestLineNoun, {});
export type RequestLineView = ReturnType<typeof shown>;

export function requestLineView(line: RequestLine): RequestLineView {
  return shown(line, '');
}

/** What lists of them are made of. */
export const requestLineList = nounList(requestLineNoun, requestLineView);
