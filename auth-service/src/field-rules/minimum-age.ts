/** By country (ISO 3166), where it is above the default. */
const agesByCountry: Record<string, number> = {
  ...at(14, 'AT BG CL CO CY ES IT KR LT PE VE'),
  ...at(15, 'CZ FR GR RS VN'),
  ...at(16, 'AW BQ CW DE HR HU IE LU NL PL RO SI SK SM SX'),
}
const defaultAge = 13

const strictestAge = Math.max(...Object.values(agesByCountry))

export function minimumAgeIn(country: string | null): number {
  return country === null ? strictestAge : (agesByCountry[country] ?? defaultAge)
}

function at(age: number, countries: string): Record<string, number> {
  return Object.fromEntries(countries.split(' ').map((country) => [country, age]))
}
