/**
 * Who signs in to the demonstration company: known to everybody, so never made beside real data.
 */
export const DEMO_ADMIN = {
  email: 'admin@demo.quittance.dev',
  name: 'Ada Admin',
  password: 'quittance-demo-1',
} as const;

/** Decides what the administrator may not decide alone, such as what they asked for themselves. */
export const DEMO_MANAGER = {
  email: 'credit@demo.quittance.dev',
  name: 'Carl Credit',
  password: 'quittance-demo-1',
} as const;

/** The demonstration company's. */
export const DEMO_SLUG = 'demo';

/** Who signs in to its customer portal: the Admin of a customer. */
export const DEMO_CUSTOMER = {
  account: 'Contoso',
  email: 'buyer@contoso.example',
  name: 'Bo Buyer',
  password: 'quittance-demo-1',
} as const;
