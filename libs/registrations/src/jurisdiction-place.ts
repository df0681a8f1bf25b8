/** Where a tax is levied; null of what a jurisdiction does not tell. */
export interface JurisdictionPlace {
  readonly country: string | null;
  readonly region: string | null;
}

/** A code as the set-up has it, or one with the name that an engine gives the tax of the place. */
const PLACED = /^([A-Z]{2})(?:-([A-Z0-9]{1,3}))?(?:\/.*| \(.*)?$/;

/**
 * The country and region of a jurisdiction: `FR`, `US-TX/TRAVIS`, or as an engine has it
 * `US-TX (TEXAS State)`. What is only a name tells of neither. Pure.
 */
export function placeOfTax(jurisdiction: string | null | undefined): JurisdictionPlace {
  const [, country = null, region = null] = PLACED.exec(jurisdiction ?? '') ?? [];
  return { country, region };
}
