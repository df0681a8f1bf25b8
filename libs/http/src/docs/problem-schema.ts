/** The schema of every refusal (RFC 9457). */
export const PROBLEM_SCHEMA = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail', 'instance', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'Leads to the page of the code.' },
    title: { type: 'string', description: 'The same for every occurrence of the code.' },
    status: { type: 'integer' },
    code: { type: 'string', description: 'Stable; what a program decides by.' },
    detail: { type: 'string', description: 'This occurrence, with the values to act on.' },
    instance: { type: 'string', description: 'The path of the request.' },
    requestId: { type: 'string' },
    resource: { type: 'string', description: 'Of permission_denied.' },
    action: { type: 'string', description: 'Of permission_denied.' },
    permission: {
      type: 'string',
      description: 'Of permission_denied at the portals: the right, `a|b` for either, or `Admin`.',
    },
    cart: {
      type: 'object',
      additionalProperties: true,
      description: 'Of price_changed: the cart of a customer as it is now.',
    },
    errorsTruncated: { type: 'boolean', description: 'More than 100 fields are wrong.' },
    errors: {
      type: 'array',
      maxItems: 100,
      items: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          pointer: { type: 'string', description: 'JSON Pointer into the body.' },
          parameter: { type: 'string', description: 'Of the path, the query or a header.' },
          code: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
  },
};
