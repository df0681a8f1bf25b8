/**
 * A place of supply as it was sent, with every member that one has; null where nothing is said of
 * it. What no place has stays, to be refused. Pure.
 */
export function wholeSupplyPlace(sent: Readonly<Record<string, unknown>>): object | null {
  const said = Object.entries(sent).filter(([, value]) => (value ?? null) !== null);
  if (said.length === 0) return null;
  return { country: null, region: null, postalCode: null, ...Object.fromEntries(said) };
}
