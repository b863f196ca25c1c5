import { escapeHtml } from '@gatehouse/service-kit/html/escape-html'
import type { AuthConfig } from '../config.ts'
import { layout } from './gen/layout.ts'
import { type Cause, type Language, type MailContent, type MailKind, mailKinds } from './mail-kinds.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { fr } from './texts/fr.ts'
import type { MailText, MailTexts } from './texts/mail-texts.ts'

type Rendered = { subject: string; text: string; html: string }
type Facts = [label: string, value: string][]

const textsIn: Record<Language, MailTexts> = { en, de, fr }

export type Brand = Pick<AuthConfig, 'productName' | 'termsUrl' | 'privacyUrl' | 'supportUrl'>

/** Links lead to `appUrl`, never to a host that a request names. */
export function renderMail<K extends MailKind>(
  kind: K,
  content: MailContent<K>,
  { appUrl, brand }: { appUrl: string; brand: Brand },
): Rendered {
  const { to, language, username, variables } = content
  const texts = textsIn[language]
  const mail: MailText<MailContent<K>['variables']> = texts.mails[kind]
  const date = (iso: string) => formatDate(language, iso)
  const paragraphs = [texts.greeting(username), ...mail.paragraphs(variables, date, to)]
  const facts = factsOf(texts, variables, date)
  const { token, disowningToken } = variables as { token?: string; disowningToken?: string }
  const link = mail.action ? { label: mail.action, url: linkOf(kind, token, appUrl) } : null
  const disown =
    mail.disown && disowningToken !== undefined
      ? { label: mail.disown, url: linkOf('password_reset', disowningToken, appUrl, 'disown=1&') }
      : null
  const { code = '' } = variables as { code?: string }
  const { productName: product } = brand
  const footer = texts.footer(product)
  const page = {
    language,
    product,
    ...mail,
    paragraphs,
    code,
    facts,
    links: [link, disown].filter((each) => each !== null),
    footer,
    siteLinks: siteLinksOf(texts, brand),
  }
  return { subject: mail.subject, text: textOf(page), html: htmlOf(page) }
}

function factsOf(texts: MailTexts, variables: object, date: (iso: string) => string): Facts {
  const { at, device, place, address } = variables as Partial<Cause> & { address?: string }
  return [
    ...(at ? [[texts.time, date(at)] as [string, string]] : []),
    ...(device ? [[texts.device, device] as [string, string]] : []),
    ...(place ? [[texts.place, place] as [string, string]] : []),
    ...(address ? [[texts.address, address] as [string, string]] : []),
  ]
}

/** The token is in the fragment, so that it is in no access log and no Referer header. A `mark` tells two links to a page apart. */
function linkOf(kind: MailKind, token: string | undefined, appUrl: string, mark = ''): string {
  const ofKind = mailKinds[kind]
  const path = 'path' in ofKind ? ofKind.path : ''
  return `${appUrl.replace(/\/+$/, '')}${path}#${mark}token=${token ?? ''}`
}

function siteLinksOf(texts: MailTexts, { termsUrl, privacyUrl, supportUrl }: Brand): Link[] {
  const links = [
    { label: texts.support, url: supportUrl },
    { label: texts.terms, url: termsUrl },
    { label: texts.privacy, url: privacyUrl },
  ]
  return links.flatMap(({ label, url }) => (url === null ? [] : [{ label, url }]))
}

type Link = { label: string; url: string }

type Page = {
  language: Language
  product: string
  subject: string
  heading: string
  paragraphs: string[]
  code: string
  facts: Facts
  /** The first one is a button. */
  links: Link[]
  footer: string
  siteLinks: Link[]
}

function textOf({ heading, paragraphs, code, facts, links, footer, siteLinks }: Page): string {
  const factLines = facts.map(([label, value]) => `${label}: ${value}`).join('\n')
  const linkLines = links.map(({ label, url }) => `${label}:\n${url}`)
  const ending = [
    footer,
    ...siteLinks.map(({ label, url }) => `${label}: ${url.replace(/^mailto:/, '')}`),
  ].join('\n')
  const blocks = [heading, ...paragraphs, code, factLines, ...linkLines, `-- \n${ending}`]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

function htmlOf(page: Page): string {
  const { language, product, subject, heading, paragraphs, code, facts, links, footer, siteLinks } = page
  const [button, ...others] = links
  const [preview = ''] = paragraphs.slice(1)
  const parts = [
    fill(layout.start, { language, subject, preview, product, heading }),
    ...paragraphs.map((text) => fill(layout.paragraph, { text })),
    ...(code ? [fill(layout.code, { code })] : []),
    ...(facts.length > 0 ? [factsHtml(facts)] : []),
    ...(button ? [fill(layout.button, button)] : []),
    ...others.map((link) => fill(layout.link, link)),
    fill(layout.end, { footer }),
    ...siteLinks.map((link) => fill(layout.siteLink, link)),
    layout.close,
  ]
  return parts.join('\n')
}

function factsHtml(facts: Facts): string {
  const rows = facts.map(([label, value]) => fill(layout.fact, { label, value }))
  return [layout.facts, ...rows, layout.factsEnd].join('\n')
}

function fill(part: string, values: Record<string, string>): string {
  return part.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name] ?? ''))
}

function formatDate(language: Language, iso: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(iso))} UTC`
}
