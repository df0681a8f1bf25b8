/** What Stripe says when it says no. */
export interface StripeError {
  readonly status: number;
  readonly code: string;
  readonly param: string;
  readonly message: string;
}

/** A request that Stripe read and refused. */
export class StripeRefusal extends Error {
  override readonly name = 'StripeRefusal';

  constructor(readonly error: StripeError) {
    super(error.message);
  }
}
