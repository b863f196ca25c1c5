import type { Language } from '../mails/mail-kinds.ts'

/** Origin-bound one-time codes (WICG): browsers offer the code on pages of this host alone. It must be the last line. */
export function boundTo(host: string | null, code: string): string {
  return host === null ? '' : `\n\n@${host} #${code}`
}

type SmsText = (product: string, code: string) => string

export const smsTexts: Readonly<Record<Language, SmsText>> = {
  en: (product, code) =>
    `Your ${product} code is ${code}. It is valid for ten minutes. Never give it to anyone.`,
  de: (product, code) =>
    `Ihr Code für ${product} ist ${code}. Er gilt zehn Minuten. Geben Sie ihn niemandem.`,
  fr: (product, code) =>
    `Votre code ${product} est ${code}. Il est valable dix minutes. Ne le donnez à personne.`,
}
