import { CUSTOMER } from '../routes.js';

/** What may be opened in a tab of its own, in which forms, and the route that answers each. */
const PATHS: Readonly<Record<string, string>> = {
  'credit-note pdf': 'credit-notes/:id/pdf',
  'document file': 'documents/:id/file',
  'invoice e-invoice': 'invoices/:id/e-invoice',
  'invoice pdf': 'invoices/:id/pdf',
  'order pdf': 'orders/:id/pdf',
  'payment pdf': 'payments/:id/receipt',
  'quote pdf': 'quotes/:id/pdf',
};

const parts = Object.keys(PATHS).map((name) => name.split(' ') as [type: string, format: string]);
export const DOWNLOAD_TYPES: readonly string[] = [...new Set(parts.map(([type]) => type))].sort();
export const DOWNLOAD_FORMATS: readonly string[] = [
  ...new Set(parts.map(([, format]) => format)),
].sort();

/** The route that answers it, as the table of routes has it; undefined where there is none. */
export function downloadRoute(type: string, format: string): string | undefined {
  const path = PATHS[`${type} ${format}`];
  return path && `/${CUSTOMER}/${path}`;
}
