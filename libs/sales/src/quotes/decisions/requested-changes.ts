/** What a customer wants otherwise, and of which lines. */
export interface RequestedChanges {
  readonly message: string;
  readonly lines: readonly { readonly lineId: string; readonly message: string }[];
  /** Who asked for it. */
  readonly name: string;
}
