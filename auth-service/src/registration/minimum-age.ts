/** How old somebody has to be to register, by country (ISO 3166), where that is more than anywhere else (reference-api.md 4.1). */
const agesAboveAnywhere: Record<string, number> = {
  ...at(14, 'AT BG CL CO CY ES IT KR LT PE VE'),
  ...at(15, 'CZ FR GR RS VN'),
  ...at(16, 'AW BQ CW DE HR HU IE LU NL PL RO SI SK SM SX'),
}
const ageAnywhere = 13

const strictestAge = Math.max(...Object.values(agesAboveAnywhere))

/** The youngest anyone may be in a country; the strictest age where it is not known (contract.md 9, "Location"). */
export function minimumAgeIn(country: string | null): number {
  return country === null ? strictestAge : (agesAboveAnywhere[country] ?? ageAnywhere)
}

function at(age: number, countries: string): Record<string, number> {
  return Object.fromEntries(countries.split(' ').map((country) => [country, age]))
}
