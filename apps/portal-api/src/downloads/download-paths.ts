import type { PortalDirectory } from '@quittance/portal';
import { PREFIXES } from '../identity/directories.js';

/** What may be opened in a tab of its own, in which forms, and the route that answers each. */
const PATHS: Readonly<Record<PortalDirectory, Readonly<Record<string, string>>>> = {
  customer: {
    'credit-note pdf': 'credit-notes/:id/pdf',
    'document file': 'documents/:id/file',
    'invoice e-invoice': 'invoices/:id/e-invoice',
    'invoice pdf': 'invoices/:id/pdf',
    'order pdf': 'orders/:id/pdf',
    'payment pdf': 'payments/:id/receipt',
    'quote pdf': 'quotes/:id/pdf',
  },
  partner: {
    'commission-statement pdf': 'commission-statements/:id/pdf',
    'document file': 'documents/:id/file',
    'quote pdf': 'quotes/:id/pdf',
  },
  vendor: { 'document file': 'documents/:id/file' },
};

/** What the users of a directory may say they want to open. */
export function downloadsOf(directory: PortalDirectory) {
  const names = Object.keys(PATHS[directory]);
  const parts = names.map((name) => name.split(' ') as [type: string, format: string]);
  return {
    types: [...new Set(parts.map(([type]) => type))].sort(),
    formats: [...new Set(parts.map(([, format]) => format))].sort(),
  };
}

/** The route that answers it, as the table of routes has it; undefined where there is none. */
export function downloadRoute(
  directory: PortalDirectory,
  { type, format }: { readonly type: string; readonly format: string },
): string | undefined {
  const path = PATHS[directory][`${type} ${format}`];
  return path && `/${PREFIXES[directory]}/${path}`;
}
