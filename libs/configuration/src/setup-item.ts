/** One thing of a company's set-up as plain JSON: names instead of ids, no versions, no times. */
export type SetupItem = Readonly<Record<string, unknown>>;
