/** Shared parts of the document: what lists answer where they are asked for more than their rows. */

const TOLD = 'Decimal text, a day or an instant; of amounts one for each currency.';

const AMOUNTS = {
  type: 'object',
  description: 'By the name of the field.',
  additionalProperties: {
    oneOf: [
      { type: ['string', 'null'], description: TOLD },
      {
        type: 'array',
        items: {
          type: 'object',
          required: ['currency', 'amount'],
          properties: {
            currency: { type: 'string', description: 'ISO 4217.' },
            amount: { type: 'string', description: 'Decimal text in its major units.' },
          },
        },
      },
    ],
  },
};

const DISPLAY = {
  type: 'object',
  description: 'The label of each member that only names something, where it may be seen.',
  additionalProperties: { type: 'string' },
};

/** A page with chosen members, with those of other records, or with labels. */
const DRAWN_ROWS = {
  type: 'object',
  required: ['data'],
  description: 'A list that is asked with `fields`, `display` or a view that reaches further.',
  properties: {
    data: {
      type: 'array',
      items: {
        type: 'object',
        properties: { display: DISPLAY },
        additionalProperties: { description: 'Each member by the name it was asked for.' },
      },
    },
    total: { type: 'integer', description: 'By page alone.' },
    page: { type: 'integer', description: 'By page alone.' },
    pageSize: { type: 'integer', description: 'By page alone.' },
    nextCursor: { type: ['string', 'null'], description: 'By key alone.' },
    columns: {
      type: ['array', 'null'],
      items: { type: 'string' },
      description: 'The columns of the view.',
    },
    skippedFilters: {
      type: 'array',
      items: { type: 'object', additionalProperties: true },
      description: 'Conditions of the view that no longer apply, and why.',
    },
  },
};

const LIST_GROUPS = {
  type: 'object',
  required: ['groups', 'total'],
  description: 'A list that is asked with `groupBy`.',
  properties: {
    groups: {
      type: 'array',
      items: {
        type: 'object',
        required: ['key', 'count'],
        properties: {
          key: {
            type: 'object',
            description: 'The value of each member grouped by; of a period its first day.',
            additionalProperties: {
              type: ['string', 'number', 'boolean', 'null'],
              description: 'As in rows.',
            },
          },
          count: { type: 'integer' },
          sum: AMOUNTS,
          avg: AMOUNTS,
          min: AMOUNTS,
          max: AMOUNTS,
          display: DISPLAY,
        },
      },
    },
    total: { type: 'integer', description: 'The records in all groups together.' },
  },
};

export const DRAWN_LIST_SCHEMAS = { DrawnRows: DRAWN_ROWS, ListGroups: LIST_GROUPS };

/** References to them. */
export const DRAWN_LIST_ANSWERS = Object.keys(DRAWN_LIST_SCHEMAS).map((name) => ({
  $ref: `#/components/schemas/${name}`,
}));
