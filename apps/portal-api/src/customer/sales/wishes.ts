interface Wishes {
  readonly message: string;
  readonly lines?: readonly {
    readonly lineId: string;
    readonly note: string;
    readonly quantity?: string;
  }[];
}

/** What a customer wants otherwise, as staff read it: the quantity of a line stands in its words. */
export function changesOf({ message, lines = [] }: Wishes, name: string) {
  return {
    message,
    name,
    lines: lines.map(({ lineId, note, quantity }) => ({
      lineId,
      message: quantity === undefined ? note : `${quantity} × · ${note}`,
    })),
  };
}
