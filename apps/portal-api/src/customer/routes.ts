/** Where the routes of customers are served. */
export const CUSTOMER = 'api/v1/mobile/portal';

/** The group of their routes in the document. */
export const CUSTOMER_TAG = 'Customer portal';
