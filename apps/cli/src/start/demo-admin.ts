/**
 * Who signs in to the demonstration company: known to everybody, so never made beside real data.
 */
export const DEMO_ADMIN = {
  email: 'admin@demo.quittance.dev',
  name: 'Ada Admin',
  password: 'quittance-demo-1',
} as const;

/** The demonstration company's. */
export const DEMO_SLUG = 'demo';
