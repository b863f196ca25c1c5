import { cleanPasted } from '@gatehouse/service-kit/fields/pasted'
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'

const shownDigits = 4

/**
 * A mobile number in E.164, also typed as `00…` or copied as `tel:…`; null for any other text. Numbers that belong to no country, such as satellite phones, are
 * rejected, because messages to them are expensive.
 */
export function readPhoneNumber(typed: string): string | null {
  const number = cleanPasted(typed)
    .replace(/^tel:/i, '')
    .replace(/[()./]/g, '')
    .replace(/^00/, '+')
  if (!/^\+[1-9]\d{1,14}$/.test(number)) return null
  const parsed = parsePhoneNumberFromString(number)
  if (!parsed?.isValid() || parsed.getType() !== 'MOBILE' || parsed.country === undefined) return null
  return parsed.number
}

/** With the plus sign, such as +49. */
export function callingCodeOf(phone: string): string {
  return `+${parsePhoneNumberFromString(phone)?.countryCallingCode ?? ''}`
}

export function phoneHint(phone: string): string {
  return `****${phone.slice(-shownDigits)}`
}
