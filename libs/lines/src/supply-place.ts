/**
 * A place of supply as it was sent, with every member that one has. What no place has stays, as
 * does the want of a country, to be refused. Pure.
 */
export function wholeSupplyPlace(sent: Readonly<Record<string, unknown>>): object {
  const said = Object.entries(sent).filter(([, value]) => (value ?? null) !== null);
  return { country: null, region: null, postalCode: null, ...Object.fromEntries(said) };
}
