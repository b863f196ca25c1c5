/** What a provider ignores in the local part, beside letter case: dots, and everything behind this character. */
type Rule = { ignoresDots?: true; tag: '+' | '-'; domain?: string }

const plus = { tag: '+' } as const
const gmail = { ignoresDots: true, tag: '+', domain: 'gmail.com' } as const
const proton = { ignoresDots: true, tag: '+', domain: 'proton.me' } as const
const apple = { tag: '+', domain: 'icloud.com' } as const

/** Documented by the providers. Other domains may do the same, or give such addresses to different people. */
const rules: Readonly<Record<string, Rule>> = {
  'gmail.com': gmail,
  'googlemail.com': gmail,
  'proton.me': proton,
  'protonmail.com': proton,
  'pm.me': proton,
  'icloud.com': apple,
  'me.com': apple,
  'mac.com': apple,
  'outlook.com': plus,
  'hotmail.com': plus,
  'live.com': plus,
  'msn.com': plus,
  'fastmail.com': plus,
  'zoho.com': plus,
  'yandex.com': plus,
  'yandex.ru': plus,
  'hey.com': plus,
  'mailbox.org': plus,
  'posteo.de': plus,
  'yahoo.com': { tag: '-' },
}

/**
 * The same for every spelling of an address that reaches one mailbox, where that is known. Only for limits: two spellings can be
 * two accounts.
 */
export function mailboxKey(address: string): string {
  const text = address.toLowerCase()
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  const rule = Object.hasOwn(rules, domain) ? rules[domain] : undefined
  if (!rule) return text
  const [name = ''] = local.split(rule.tag)
  // A local part that begins with the tag is one of its own.
  const mailbox = name === '' ? local : rule.ignoresDots ? name.replaceAll('.', '') : name
  return `${mailbox}@${rule.domain ?? domain}`
}
